import Foundation
import Ingest
import TestSupport
import Testing

/// The program of the documentation page, as it stands there.
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

    @Test func program() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("all.ipf.gz")
        try Data(Packing.gzip(SnapshotTests.text)).write(to: URL(filePath: path))
        #expect(try count(path) == "2 profiles, complete: true")
    }
}
