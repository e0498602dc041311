import Foundation
import Ingest
import TestSupport
import Testing

/// The program on the documentation page, verbatim.
struct DocumentationTests {
    struct Counter: RecordConsumer {
        var profiles = 0
        mutating func consume(_ record: borrowing ProfileRecord) { profiles += 1 }
        mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }
        mutating func flush() {}
        mutating func complete() {}
    }

    func count(_ address: String) throws -> String {
        var counter = Counter()
        let report = try readSnapshot(from: SourceAddress(parsing: address), into: &counter)
        return "\(counter.profiles) profiles, complete: \(report.isComplete ?? false)"
    }

    @Test func theDocumentedProgramRuns() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("all.ipf.gz")
        try Data(Packing.gzip(SnapshotTests.text)).write(to: URL(filePath: path))
        #expect(try count(path) == "2 profiles, complete: true")
    }

    func follow(_ address: String) async throws {
        let connection = LiveConnection(address: try SourceAddress(parsing: address))
        for await event in connection.events {
            switch event {
            case .profiles(let profiles): for profile in profiles { print(profile.type, profile.symbol) }
            case .fault(let fault): print(fault)
            default: break
            }
        }
    }

    /// The program in the article ends if its task is cancelled.
    @Test(.timeLimit(.minutes(60))) func theDocumentedFollowerRuns() async throws {
        let port = try ClosedPort()
        let task = Task { try await follow("127.0.0.1:\(port.number)") }
        task.cancel()
        try await task.value
    }
}
