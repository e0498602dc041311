import Foundation
import Ingest
import Synchronization
import TestSupport
import Testing

/// `IngestOptions.rewriter` transforms the profiles of a source.
struct RewritingTests {
    private static let text = #"""
        #STOCK::=TYPE,SYMBOL,DESCRIPTION,OWN
        STOCK,A,"Alpha, Inc.",x
        STOCK,B,Beta,
        STOCK,broken
        STOCK,C,Gamma,"y ""z"""
        ##
        STOCK,D,Delta,1
        ##COMPLETE

        """#

    /// Drops B, renames C, and fails for the symbol `failing`.
    private final class Rewriter: ProfileRewriter {
        let seen = Mutex<[String]>([])
        let begun = Mutex(0)
        let failing: String?
        var fingerprint: String { "1" }

        init(failing: String? = nil) { self.failing = failing }

        func startOver() { begun.withLock { $0 += 1 } }

        func rewrite(_ profile: inout InstrumentProfile) throws -> Bool {
            seen.withLock { $0.append(profile.symbol) }
            if profile.symbol == failing { throw Refusal() }
            if profile.symbol == "C" { profile.symbol = "C, renamed" }
            return profile.symbol != "B"
        }

        struct Refusal: Error, CustomStringConvertible { let description = "no such rule" }
    }

    /// A consumer that logs all calls.
    private struct Log: RecordConsumer {
        var lines: [String] = []

        mutating func consume(_ record: borrowing ProfileRecord) {
            let profile = InstrumentProfile(record)
            lines.append("\(profile.symbol)|\(profile.description)|\(profile["OWN"])")
        }

        mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) {
            lines.append("malformed, line \(error.position.line)")
        }
        mutating func flush() { lines.append("##") }
        mutating func complete() { lines.append("##COMPLETE") }
    }

    private let folder: TemporaryFolder
    private let address: SourceAddress

    init() throws {
        folder = try TemporaryFolder()
        address = SourceAddress(path: folder.path("a.ipf"))
        try Self.text.write(toFile: folder.path("a.ipf"), atomically: false, encoding: .utf8)
    }

    @Test func snapshotsAreRewritten() throws {
        let rewriter = Rewriter()
        var options = IngestOptions()
        options.rewriter = rewriter
        var log = Log()
        let report = try readSnapshot(from: address, options: options, into: &log) { _ in }
        #expect(
            log.lines == [
                "A|Alpha, Inc.|x", "malformed, line 4", "C, renamed|Gamma|y \"z\"", "##", "D|Delta|1", "##COMPLETE",
            ])
        #expect(rewriter.seen.withLock { $0 } == ["A", "B", "C", "D"])
        #expect(report.isComplete == true && report.lines == 8)
    }

    /// Profiles before the one for which a rule fails reach the consumer, which the caller can still use.
    @Test func failingRulesEndTheReading() throws {
        var options = IngestOptions()
        options.rewriter = Rewriter(failing: "D")
        var log = Log()
        let error = #expect(throws: IngestError.self) { try readSnapshot(from: address, options: options, into: &log) }
        #expect(error?.kind == .notRewritten && error?.category == .badInput)
        #expect(error?.description == "\(folder.path("a.ipf")): no such rule")
        #expect(log.lines.count == 4)
    }

    /// A live connection delivers the profiles that rules keep. Each response is rewritten from a new start.
    @Test(.timeLimit(.minutes(60))) func liveConnectionsAreRewritten() async throws {
        let rewriter = Rewriter()
        var options = LiveOptions()
        options.ingest.rewriter = rewriter
        let connection = LiveConnection(address: address, options: options)
        defer { connection.close() }
        var symbols: [String] = []
        for await event in connection.events {
            if case .profiles(let profiles) = event { symbols += profiles.map(\.symbol) }
            if case .flushed = event { break }
        }
        #expect(symbols == ["A", "C, renamed"] && rewriter.begun.withLock { $0 } == 1)

        options.ingest.rewriter = Rewriter(failing: "A")
        let failing = LiveConnection(address: address, options: options)
        defer { failing.close() }
        for await event in failing.events {
            guard case .fault(let fault) = event else { continue }
            guard case .source(let error) = fault.kind else { continue }
            #expect(error.kind == .notRewritten && fault.reason.contains("no such rule"))
            break
        }
    }
}
