import Dispatch
import Foundation
import ProfileFormat
import SystemFiles
import TestSupport
import Testing

@testable import Ingest

/// Reading on several threads gives the same records, errors, positions and order as on one thread.
struct ParallelChunkReaderTests {
    /// A consumer that logs all calls in order.
    private struct Transcript: MergingConsumer, Equatable {
        enum Entry: Equatable, Sendable {
            case record(format: Int, fields: [String], offset: Int)
            case malformed(ProfileFormatError, [UInt8])
            case warning(String)
            case flush, complete
        }

        var entries: [Entry] = []
        /// The number of parts that were parsed ahead and accepted.
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

        var newPart: @Sendable () -> Transcript { { Transcript() } }

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

    /// Reads a text in chunks. A part of each chunk is parsed ahead, with the format lines known at that time.
    ///
    /// - Parameters:
    ///   - cuts: The offsets between chunks, ascending.
    ///   - lag: The number of chunks by which a part is parsed ahead; `nil` to never parse ahead.
    private func read(
        _ text: [UInt8], cuts: [Int], lag: Int?, _ strictness: ReaderStrictness = .strict
    ) throws -> (outcome: Outcome, parts: Int) {
        let board = ChunkQueue()
        var sideBySide = ParallelChunkReader<Transcript>(board)
        var reader = RecordReader(strictness: strictness)
        var transcript = Transcript()
        let ends = cuts + [text.count]
        let starts = [0] + cuts
        var parts = [(any Sendable)?](repeating: nil, count: ends.count)
        for number in ends.indices {
            if let lag, number + lag < ends.count, let read = board.offer(text: 0)?.read {
                let start = starts[number + lag]
                parts[number + lag] = read(text.span.extracting(start..<ends[number + lag]), start)
            }
            try sideBySide.read(
                text.span.extracting(starts[number]..<ends[number]), parts[number], text: 0, &reader,
                into: &transcript)
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

    /// A small file with all features is cut at each pair of offsets. The result is always the same. Some parts are
    /// parsed with the current format line, others with an earlier one.
    @Test(arguments: [ReaderStrictness.strict, .lenient]) func everyCut(strictness: ReaderStrictness) throws {
        let naive = try read(Self.small, cuts: [], lag: nil, strictness).outcome
        var parts = 0
        for first in 0...Self.small.count {
            for second in first...Self.small.count {
                for lag in 0...2 {
                    let found = try read(Self.small, cuts: [first, second], lag: lag, strictness)
                    parts += found.parts
                    if found.outcome != naive { Issue.record("cuts at \(first), \(second), lag \(lag)") }
                }
            }
        }
        #expect(parts > 400)
    }

    @Test(arguments: Array(0..<20) as [UInt64]) func randomTextsAreReadAsByOneThread(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "A,1,2", "AA,3,4", "A", ",", "\"", "\"\"", "\n", "\n", "\n", "\r", "\r\n", "x", "é", ",\"", "\",",
            "#AA::=TYPE,b",
            "##COMPLETE", "A,\"1\n2\",3\n", "#BB::=TYPE,b\n", "##A::=TYPE,b\n", "#A,1\n",
        ]
        for _ in 0..<20 {
            var text = Array("#A::=TYPE,b,c\n#AA::=TYPE,b,c\n".utf8)
            for _ in 0..<Int.random(in: 0...120, using: &generator) {
                text += Array(pieces.randomElement(using: &generator)!.utf8)
            }
            let naive = try read(text, cuts: [], lag: nil).outcome
            let cuts = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
                Int.random(in: 0...text.count, using: &generator)
            }.sorted()
            let lag = Int.random(in: 0...5, using: &generator)
            let outcome = try read(text, cuts: cuts, lag: lag).outcome
            #expect(outcome == naive, "seed \(seed), cuts \(cuts), lag \(lag)")
        }
    }

    /// In plain text, each chunk after the format lines is parsed ahead. After a stray quote, fewer chunks are.
    @Test func chunksAreParsedAhead() throws {
        var text = Packing.text(1_000_000, seed: 41)
        let cuts = Array(stride(from: 10_000, to: text.count, by: 10_000))
        let naive = try read(text, cuts: cuts, lag: nil)
        #expect(naive.parts == 0)
        for lag in [0, 3] {
            let plain = try read(text, cuts: cuts, lag: lag)
            #expect(plain.outcome == naive.outcome)
            // The first chunk has the format lines, and the last one has the mark.
            #expect(plain.parts == cuts.count - 1 - lag, "\(cuts.count)")
        }
        text[text.count / 8] = UInt8(ascii: "\"")
        let stray = try read(text, cuts: cuts, lag: nil)
        #expect(try read(text, cuts: cuts, lag: 3).outcome == stray.outcome)
    }

    /// A part parsed before a format line is accepted if the format line does not affect its records.
    @Test(arguments: [
        ("#BB::=TYPE,b\n", 1),
        ("#AA::=TYPE,c,b\n", 0),
        // This type turns lines that were read as comments into records.
        ("##A::=TYPE,b\n", 0),
    ])
    func formatLinesInvalidateOnlyAffectedParts(definition: String, parts: Int) throws {
        let chunks = ["#AA::=TYPE,b,c\nAA,1,2\n", definition, "AA,3,4\n#A,5\nAA,6,7\n"].map { Array($0.utf8) }
        let cuts = [chunks[0].count, chunks[0].count + chunks[1].count]
        let text = Array(chunks.joined())
        let naive = try read(text, cuts: cuts, lag: nil)
        let found = try read(text, cuts: cuts, lag: 1)
        #expect(found.outcome == naive.outcome)
        #expect(found.parts == parts)
    }

    /// While the ring is full, the thread that fills it parses all buffers except the next one. Buffers of another text
    /// are not parsed with this text's format lines.
    @Test func theFillerOfAFullRingParsesBuffers() throws {
        let board = ChunkQueue()
        let ring = BlockingRing(buffers: 4, of: 8, helping: board)
        let begun = DispatchSemaphore(value: 0)
        board.post(text: 0) { bytes, offset in
            begun.signal()
            return "\(bytes.count) at \(offset)"
        }
        let filler = try WorkerThread {
            var writer = RingWriter(ring)
            try? writer.write(copying: Array("12345678".utf8).span)
            try? writer.write(copying: Array("123456".utf8).span)
            try? writer.begin(file: "second")
            try? writer.write(copying: Array("12345".utf8).span)
            writer.flush()
            ring.finish()
        }
        begun.wait()
        var parts: [String?] = []
        while case .buffer(let buffer) = try ring.next() {
            parts.append(buffer.part as? String)
            ring.recycle()
        }
        filler.join()
        #expect(parts == [nil, "6 at 8", nil])
    }

    /// A buffer that one function did not parse is offered to the next function that is posted.
    @Test func rejectedBuffersAreOfferedAgain() throws {
        let board = ChunkQueue()
        let ring = BlockingRing(buffers: 4, of: 8, helping: board)
        let asked = DispatchSemaphore(value: 0)
        board.post(text: 0) { _, _ in
            asked.signal()
            return nil
        }
        let filler = try WorkerThread {
            var writer = RingWriter(ring)
            try? writer.write(copying: Array("1234567812345678123456".utf8).span)
            writer.flush()
            ring.finish()
        }
        for _ in 0..<2 { asked.wait() }
        // The second buffer may or may not be requested again, because its turn may have come.
        board.post(text: 0) { bytes, offset in
            if offset < 16 { return nil }
            asked.signal()
            return "\(bytes.count) at \(offset)"
        }
        var parts: [String?] = []
        while case .buffer(let buffer) = try ring.next() {
            parts.append(buffer.part as? String)
            ring.recycle()
            if parts.count == 1 { asked.wait() }
        }
        filler.join()
        #expect(parts == [nil, nil, "6 at 16"])
    }

    private static func zip(_ texts: [[UInt8]]) -> [UInt8] {
        var archive = ZipArchive()
        for (number, text) in texts.enumerated() { archive.add("\(number).ipf", text) }
        return archive.finished()
    }

    /// The public functions give the same records and report as one thread, for plain and compressed files.
    @Test(arguments: ["plain", "gzip", "members", "zip"], [2, 5]) func filesAreReadAsByOneThread(
        packing: String, threads: Int
    ) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("text")
        let text = Packing.text(9_000_000, seed: 42)
        let half = text.count / 2 + 17
        let stored =
            switch packing {
            case "gzip": Packing.gzip(text)
            case "members": Packing.gzip(Array(text[..<half])) + Packing.gzip(Array(text[half...]))
            case "zip":
                Self.zip([text, Packing.text(3_000_000, seed: 43)])
            default: text
            }
        try Data(stored).write(to: URL(filePath: path))
        var reports: [SnapshotReport] = []
        var transcripts: [Transcript] = []
        for threads in [1, threads] {
            var options = IngestOptions()
            options.threads = threads
            var transcript = Transcript()
            var report = try readSnapshot(from: SourceAddress(path: path), options: options, merging: &transcript)
            report.seconds = SnapshotReport.Seconds()
            reports.append(report)
            transcripts.append(transcript)
        }
        #expect(reports[0] == reports[1])
        // Compares outside of `#expect`, which would print megabytes of entries.
        let isSame = transcripts[0].entries == transcripts[1].entries
        #expect(isSame)
        #expect(transcripts[0].parts == 0 && transcripts[1].parts > 0, "parts: \(transcripts[1].parts)")
    }

    /// Truncates a file at its first record, if `count` is set.
    private struct Shortening: MergingConsumer {
        let path: String
        let count: UInt64?
        var records = 0

        mutating func consume(_ record: borrowing ProfileRecord) throws {
            if let count, records == 0 {
                let file = try FileHandle(forWritingTo: URL(filePath: path))
                try file.truncate(atOffset: count)
            }
            records += 1
        }

        mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) {}
        mutating func flush() {}
        mutating func complete() {}

        var newPart: @Sendable () -> Transcript { { Transcript() } }
        mutating func append(_ part: Transcript) { records += part.entries.count }
    }

    #if os(Linux)
        /// A process that shortens a file while it is read must wait until the bytes are copied. So the reader sees the
        /// original file.
        @Test(arguments: [1, 2, 3])
        func aFileShortenedWhileReadingIsReadCompletely(threads: Int) throws {
            let folder = try TemporaryFolder()
            let path = folder.path("text")
            let text = Packing.text(9_000_000, seed: 44)
            try Data(text).write(to: URL(filePath: path))
            var options = IngestOptions()
            options.threads = threads
            var whole = Shortening(path: path, count: nil)
            let expected = try readSnapshot(from: SourceAddress(path: path), options: options, merging: &whole)
            var consumer = Shortening(path: path, count: 1_000_000)
            let report = try readSnapshot(from: SourceAddress(path: path), options: options, merging: &consumer)
            #expect(consumer.records == whole.records && report.lines == expected.lines)
            #expect(try OpenFile(path, for: .reading).status().size == 1_000_000)
        }
    #endif

    /// A process that already has the file open for writing cannot be delayed. If it shortens the file, the file is
    /// read to its new end, and then an error reports the missing bytes.
    @Test func aFileShortenedByItsWriterIsAnError() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("text")
        try Data(Packing.text(9_000_000, seed: 44)).write(to: URL(filePath: path))
        let writer = try FileHandle(forWritingTo: URL(filePath: path))
        var options = IngestOptions()
        options.threads = 2
        var consumer = Shortening(path: path, count: 1_000_000)
        let error = try #require(throws: IngestError.self) {
            try readSnapshot(from: SourceAddress(path: path), options: options, merging: &consumer)
        }
        try writer.close()
        // The number of bytes read before depends on timing.
        #expect("\(error)".contains("became shorter while it was read, after "), "\(error)")
        #expect(consumer.records > 1000)
    }
}
