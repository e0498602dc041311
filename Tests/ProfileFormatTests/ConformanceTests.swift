import Foundation
import ProfileFormat
import TestSupport
import Testing

/// Every table of the recorded behavior. Each text is split into two chunks at every position.
@Suite(.enabled(if: Conformance.folder != nil, "no conformance tables; set IPF_CONFORMANCE")) struct ConformanceTests {
    static let names: [String] = {
        guard let folder = Conformance.folder?.appending(path: "ipf") else { return [] }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".ipf") }.map { String($0.dropLast(4)) }.sorted()
    }()

    @Test func everyRecordedTableExists() { #expect(Self.names.count == 25) }

    @Test(arguments: names) func everyRecordedTableIsReadAsRecorded(name: String) throws {
        let folder = try #require(Conformance.folder).appending(path: "ipf")
        let text = [UInt8](try Data(contentsOf: folder.appending(path: name + ".ipf")))
        let whole = Transcript(text)
        if let expected = try? String(contentsOf: folder.appending(path: name + ".jsonl"), encoding: .utf8) {
            #expect(whole.errors == [])
            #expect(whole.profiles.map(Self.json) == expected.split(separator: "\n").map(String.init))
        } else {
            let expected = try String(contentsOf: folder.appending(path: name + ".error"), encoding: .utf8)
            let line = whole.errors.first.map { "line \($0.position.line)\n" }
            #expect(line == expected)
        }
        for cut in 0...text.count {
            #expect(Transcript(text, cuts: [cut]) == whole, "cut at \(cut)")
        }
        #expect(Transcript(text, cuts: Array(1..<max(1, text.count))) == whole, "byte by byte")
    }

    @Test func completenessIsReported() throws {
        let folder = try #require(Conformance.folder).appending(path: "ipf")
        for (name, isComplete) in [("flush-and-complete", true), ("no-final-newline", false)] {
            let text = [UInt8](try Data(contentsOf: folder.appending(path: name + ".ipf")))
            var reader = ProfileReader()
            try reader.read(text.span) { _ in }
            try reader.finish { _ in }
            #expect(reader.isComplete == isComplete)
        }
    }

    /// Formats a profile like the tables: names are sorted, and control characters are lowercase escapes.
    private static func json(_ profile: InstrumentProfile) -> String {
        let pairs = profile.fields.sorted { $0.name < $1.name }.map { quoted($0.name) + ": " + quoted($0.value) }
        return "{" + pairs.joined(separator: ", ") + "}"
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case "\u{0}"..<" ": result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
