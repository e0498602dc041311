import Foundation
import InstrumentCatalog
import TestSupport
import Testing

/// `ipf watch --format ipf` prints text that any reader of the format can read.
@Suite struct WatchFormatTests {
    /// Values that need quoting: special characters of the format, and texts that resemble a comment, a command or a
    /// definition.
    private static let values = [
        "a,b", "\"", "\"quoted\"", "a\"b", "line\nend", "cr\rlf\r\nboth", "#", "#comment", "##", "##COMPLETE",
        "#X::=TYPE",
        " spaces ", "\t", "\u{FEFF}bom", "\u{1B}[2J", "é東京", "'", ";", "REMOVED",
    ]

    private static func profile(_ type: String, _ symbol: String, _ description: String) -> InstrumentProfile {
        var profile = InstrumentProfile()
        (profile.type, profile.symbol, profile.description) = (type, symbol, description)
        return profile
    }

    /// Profiles with each value as a symbol, a type, a text field, and a custom field's name and value.
    private static var first: [InstrumentProfile] {
        values.enumerated().map { number, value in
            var profile = profile(value == "REMOVED" ? "STOCK" : value, "\(number)\(value)", value)
            profile.setCustomField("F\(value)", value)
            return profile
        } + values.map { profile("STOCK", $0, "1") }
    }

    /// Returns a stream with a snapshot, after which every symbol changes or is removed.
    private static func stream(_ profiles: [InstrumentProfile]) -> String {
        var writer = ProfileWriter()
        var text: [UInt8] = []
        for profile in profiles { writer.write(profile, to: &text) }
        writer.writeComplete(live: true, to: &text)
        for (number, profile) in profiles.enumerated() {
            var next = profile
            if number % 2 == 0 { next.description += "!" } else { next.type = "REMOVED" }
            writer.write(next, to: &text)
        }
        writer.writeFlush(live: true, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The result of a stream: profiles by symbol, and the completeness marks and flushes.
    private struct State: RecordConsumer {
        var profiles: [String: InstrumentProfile] = [:]
        var marks: [String] = []

        init(_ text: String) throws {
            var reader = RecordReader()
            try reader.read(text.utf8Span.span, into: &self)
            try reader.finish(into: &self)
        }

        mutating func consume(_ record: borrowing ProfileRecord) {
            let profile = InstrumentProfile(record)
            profiles[profile.symbol] = profile.type == "REMOVED" ? nil : profile
        }

        mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }
        mutating func flush() { marks.append("flush") }
        mutating func complete() { marks.append("complete") }
    }

    @Test(.timeLimit(.minutes(60))) func theStreamIsReadBackUnchanged() throws {
        let folder = try TemporaryFolder()
        let stream = Self.stream(Self.first)
        let result = try Command.run(["watch", "-", "--format", "ipf"], input: stream, in: folder.url)
        #expect(result.status == 0, "\(result.errors)")
        let (expected, printed) = (try State(stream), try State(result.output))
        #expect(expected.profiles.count == Self.values.count)
        #expect(printed.profiles == expected.profiles)
        #expect(printed.marks == ["complete", "flush"])

        // If another follower reads the output, its catalog is equal.
        let copy = try Command.run(["watch", "-", "--catalog", "copy.catalog"], input: result.output, in: folder.url)
        #expect(copy.status == 0, "\(copy.errors)")
        let dump = try Command.run(["dump", "copy.catalog", "--format", "ipf"], in: folder.url)
        #expect(try State(dump.output).profiles == expected.profiles)

        // Profiles that the catalog already has are not printed, so the output is not a complete snapshot.
        let profiles = expected.profiles.values.sorted { $0.symbol < $1.symbol }
        let again = Self.stream(profiles)
        let changes = try Command.run(
            ["watch", "-", "--catalog", "copy.catalog", "--format", "ipf"], input: again, in: folder.url)
        #expect(try State(changes.output).marks == ["flush"], "\(changes)")
        let symbols = changes.output.split(separator: "\n").count { $0.hasPrefix("REMOVED,") }
        #expect(symbols == profiles.count / 2)
    }

    /// One line per change, for any values.
    @Test(.timeLimit(.minutes(60))) func everyChangeIsOneLine() throws {
        let result = try Command.run(["watch", "-"], input: Self.stream([Self.profile("S\n+ T", "A\nB", "x\ny")]))
        #expect(
            result.output == """
                + S\\n+ T A\\nB
                ~ S\\n+ T A\\nB  DESCRIPTION "x\\ny" → "x\\ny!"

                """)
    }
}
