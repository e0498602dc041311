import Foundation
import ProfileFormat
import SystemFiles
import TestSupport
import Testing

@testable import Ingest

/// Reading by several threads beside reading by one: the same records, errors, positions and order.
struct SideBySideTests {
    /// All that a consumer is told, in order.
    private struct Transcript: MergingConsumer, Equatable {
        enum Entry: Equatable, Sendable {
            case record(format: Int, fields: [String], offset: Int)
            case malformed(ProfileFormatError, [UInt8])
            case warning(String)
            case flush, complete
        }

        var entries: [Entry] = []
        /// Parts that were taken as other threads had read them.
        var parts = 0

        mutating func consume(_ record: borrowing ProfileRecord) {
            var fields: [String] = []
            for index in 0..<record.fieldCount { fields.append(record.string(index)) }
            entries.append(.record(format: record.format.id, fields: fields, offset: record.byteOffset))
        }

        mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) {
            var bytes: [UInt8] = []
            bytes.append(copying: text)
            entries.append(.malformed(error, bytes))
        }

        mutating func flush() { entries.append(.flush) }
        mutating func complete() { entries.append(.complete) }
        mutating func warning(_ warning: ProfileWarning) { entries.append(.warning("\(warning)")) }

        func part() -> Transcript { Transcript() }

        mutating func append(_ part: Transcript) {
            entries += part.entries
            parts += 1
        }
    }

    private struct Outcome: Equatable {
        var entries: [Transcript.Entry]
        var lines: Int
        var warnings: [ProfileWarning]
        var isComplete: Bool
    }

    /// - Parameter windows: where the file is cut into stretches.
    private func read(
        _ text: [UInt8], threads: Int, partBytes: Int, windows: [Int] = [], _ strictness: ReaderStrictness = .strict
    ) throws -> (outcome: Outcome, parts: Int) {
        let file = MappedFile(copying: text.span)
        let sideBySide = SideBySide(threads: threads, partBytes: partBytes)
        var reader = RecordReader(strictness: strictness)
        var transcript = Transcript()
        var start = 0
        for end in windows + [text.count] {
            try sideBySide.read(file, start..<end, &reader, into: &transcript)
            start = end
        }
        try reader.finish(into: &transcript)
        let outcome = Outcome(
            entries: transcript.entries, lines: reader.totalLines, warnings: reader.warnings,
            isComplete: reader.isComplete)
        return (outcome, transcript.parts)
    }

    private static let small = Array(
        """
        \u{FEFF}#STOCK::=TYPE,SYMBOL,STRIKE
        STOCK,A,1
        STOCK,"quoted
        line",2
        # a comment\r
        STOCK,B,bad number\r
        STOCK,C,3
        ##
        #STOCK::=TYPE,STRIKE,SYMBOL
        STOCK,4,D
        UNKNOWN,5
        STOCK," 6",E
        STOCK,7,"stray
        STOCK,8,F
        STOCK,9,G
        ##COMPLETE
        STOCK,10,H
        """.utf8)

    /// Every cut of a small file that has everything, into two stretches of several parts each.
    @Test(arguments: [ReaderStrictness.strict, .lenient]) func everyCut(strictness: ReaderStrictness) throws {
        let naive = try read(Self.small, threads: 1, partBytes: 1, strictness).outcome
        for cut in 0...Self.small.count {
            for (threads, partBytes) in [(2, 1), (3, 10), (7, 1), (40, 1)] {
                let outcome = try read(Self.small, threads: threads, partBytes: partBytes, windows: [cut], strictness)
                #expect(outcome.outcome == naive, "cut at \(cut), \(threads) threads, parts of \(partBytes)")
            }
        }
    }

    @Test(arguments: Array(0..<20) as [UInt64]) func randomTexts(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "A,1,2", "AA,3,4", "A", ",", "\"", "\"\"", "\n", "\n", "\n", "\r", "\r\n", "x", "é", ",\"", "\",",
            "#AA::=TYPE,b",
            "##COMPLETE", "A,\"1\n2\",3\n",
        ]
        for _ in 0..<20 {
            var text = Array("#A::=TYPE,b,c\n#AA::=TYPE,b,c\n".utf8)
            for _ in 0..<Int.random(in: 0...120, using: &generator) {
                text += Array(pieces.randomElement(using: &generator)!.utf8)
            }
            let naive = try read(text, threads: 1, partBytes: 1).outcome
            let windows = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                Int.random(in: 0...text.count, using: &generator)
            }.sorted()
            let threads = Int.random(in: 2...6, using: &generator)
            let partBytes = Int.random(in: 1...60, using: &generator)
            let outcome = try read(text, threads: threads, partBytes: partBytes, windows: windows)
            #expect(outcome.outcome == naive, "seed \(seed), windows \(windows), \(threads), \(partBytes)")
        }
    }

    /// Of a plain text all parts but the first of each stretch come from other threads; a stray quote costs those after it.
    @Test func partsAreTaken() throws {
        var text = Packing.text(1_000_000, seed: 41)
        let naive = try read(text, threads: 1, partBytes: 1)
        #expect(naive.parts == 0)
        let plain = try read(text, threads: 4, partBytes: 1000, windows: [300_000, 700_000])
        #expect(plain.outcome == naive.outcome)
        #expect(plain.parts == 9, "\(text.count)")
        for (partBytes, parts) in [(200_000, 3), (400_000, 1), (600_000, 0)] {
            let found = try read(text, threads: 4, partBytes: partBytes).parts
            #expect(found == parts, "parts of \(partBytes) in \(text.count)")
        }

        text[text.count / 8] = UInt8(ascii: "\"")
        let stray = try read(text, threads: 1, partBytes: 1)
        #expect(try read(text, threads: 4, partBytes: 1000).outcome == stray.outcome)
    }

    /// Through the public way, with the report of one thread.
    @Test func files() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("text.ipf")
        let text = Packing.text(3_000_000, seed: 42)
        try Data(text).write(to: URL(filePath: path))
        var reports: [SnapshotReport] = []
        var transcripts: [Transcript] = []
        for threads in [1, 3] {
            var options = IngestOptions()
            options.threads = threads
            var transcript = Transcript()
            var report = try readSnapshot(from: SourceAddress(path: path), options: options, merging: &transcript)
            report.seconds = SnapshotReport.Seconds()
            reports.append(report)
            transcripts.append(transcript)
        }
        #expect(reports[0] == reports[1])
        #expect(transcripts[0].entries == transcripts[1].entries)
        #expect(transcripts[0].parts == 0 && transcripts[1].parts > 1)
    }
}
