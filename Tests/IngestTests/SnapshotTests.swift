import Foundation
import Ingest
import TestSupport
import Testing

/// Sources read as records.
struct SnapshotTests {
    /// Collects symbols, and stops at the first malformed record.
    struct Symbols: RecordConsumer {
        var symbols: [String] = []
        var completed = 0

        mutating func consume(_ record: borrowing ProfileRecord) throws { symbols.append(record.string(1)) }
        mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }
        mutating func flush() {}
        mutating func complete() { completed += 1 }
    }

    static let text = Array("#STOCK::=TYPE,SYMBOL\nSTOCK,IBM\nSTOCK,AAPL\n##COMPLETE\n".utf8)

    @Test func everyCompressionIsRead() throws {
        let folder = try TemporaryFolder()
        for stored in [Self.text, Packing.gzip(Self.text), ZipArchive.of(Self.text)] {
            try Data(stored).write(to: URL(filePath: folder.path("all")))
            var symbols = Symbols()
            let report = try readSnapshot(from: SourceAddress(path: folder.path("all")), into: &symbols)
            #expect(symbols.symbols == ["IBM", "AAPL"] && symbols.completed == 1)
            #expect(report.lines == 4 && report.isComplete == true && report.inflatedBytes == Self.text.count)
            #expect(report.seconds.wall >= report.seconds.consume)
        }
    }

    @Test func theLastRecordNeedsNoLineEnd() throws {
        let folder = try TemporaryFolder()
        try Data(Packing.gzip(Array("#S::=TYPE,SYMBOL\nS,A".utf8))).write(to: URL(filePath: folder.path("all")))
        var symbols = Symbols()
        let report = try readSnapshot(from: SourceAddress(path: folder.path("all")), into: &symbols)
        #expect(symbols.symbols == ["A"] && report.isComplete == false)
    }

    @Test func errorsOfTheConsumerAreRethrown() throws {
        let folder = try TemporaryFolder()
        try Data(Packing.gzip(Array("S,A\n".utf8))).write(to: URL(filePath: folder.path("all")))
        var symbols = Symbols()
        let error = #expect(throws: ProfileFormatError.self) {
            try readSnapshot(from: SourceAddress(path: folder.path("all")), into: &symbols)
        }
        #expect(error?.kind == .undefinedFormat)
    }

    /// A record that spans chunks of the mapped file or the inflated stream is read as one.
    @Test func recordsMaySpanChunks() throws {
        let text = Packing.text(4_500_000, seed: 5)
        let folder = try TemporaryFolder()
        var expected = Symbols()
        var reader = RecordReader()
        try reader.read(text.span, into: &expected)
        try reader.finish(into: &expected)
        for stored in [text, Packing.gzip(text, level: 1)] {
            try Data(stored).write(to: URL(filePath: folder.path("all")))
            var symbols = Symbols()
            try readSnapshot(from: SourceAddress(path: folder.path("all")), into: &symbols)
            #expect(symbols.symbols == expected.symbols, "seed 5")
        }
    }

    @Test func recordsBeyondTheLimitAreErrors() throws {
        let folder = try TemporaryFolder()
        try Data(Packing.gzip(Self.text)).write(to: URL(filePath: folder.path("all")))
        var options = IngestOptions()
        options.limits.records.recordBytes = 10
        var symbols = Symbols()
        let error = #expect(throws: ProfileFormatError.self) {
            try readSnapshot(from: SourceAddress(path: folder.path("all")), options: options, into: &symbols)
        }
        #expect(error?.kind == .recordTooLong)
    }
}
