import ProfileFormat
import Testing

/// A source of several files: each is parsed separately, and the source is complete if each file is.
@Suite struct FilesTests {
    private func read(_ texts: (String, String)...) throws -> MeaningTests.Outcome {
        try MeaningTests.read(texts.map { ($0, Array($1.utf8)) }, .strict)
    }

    @Test func eachFileHasItsOwnFormatsLinesAndMarks() throws {
        let outcome = try read(
            ("a", "\u{FEFF}#S::=TYPE,SYMBOL\r\nS,A\r\n##COMPLETE\r\nS,B"), ("b", "\u{FEFF}S,C\n#S::=TYPE\nS\n"))
        let first = "#S::=TYPE,SYMBOL\r\nS,A\r\n##COMPLETE\r\nS,B".utf8.count
        #expect(
            outcome.entries == [
                .file("a"), .record(line: 2, offset: 21, fields: [Array("S".utf8), Array("A".utf8)]),
                .record(line: 4, offset: first, fields: [Array("S".utf8), Array("B".utf8)]), .file("b"),
                // The first file's format line doesn't apply here.
                .malformed(line: 1, offset: 3, kind: .undefinedFormat, text: Array("S,C".utf8)),
                .record(line: 3, offset: 17, fields: [Array("S".utf8)]),
            ])
        #expect(!outcome.isComplete)
    }

    @Test func positionsNameTheFile() throws {
        struct Errors: RecordConsumer {
            var errors: [String] = []
            mutating func consume(_ record: borrowing ProfileRecord) {}
            mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) { errors.append("\(error)") }
            mutating func flush() {}
            mutating func complete() {}
        }
        var reader = RecordReader(limits: ReaderLimits(recordBytes: 20))
        var errors = Errors()
        for name in ["a.ipf", "b/b.ipf"] {
            try reader.begin(file: name, into: &errors)
            let text = "\n#S::=TYPE,SYMBOL\nS\nS,\"A\"x\nS,AAAAAAAAAAAAAAAAAAAAAAAAAAA\n"
            try reader.read(Array(text.utf8).span, into: &errors)
        }
        try reader.finish(into: &errors)
        let lines = [
            "line 3, column 1 (record at byte 18)", "line 4, column 6 (record at byte 20)",
            "line 5, column 1 (record at byte 27)",
        ]
        for (error, place) in zip(errors.errors, lines.map { "a.ipf: \($0): " } + lines.map { "b/b.ipf: \($0): " }) {
            #expect(error.hasPrefix(place), "\(error)")
        }
        #expect(errors.errors.count == 6)
    }

    @Test func aSnapshotIsCompleteIfAllFilesAre() throws {
        let whole = "#S::=TYPE,SYMBOL\nS,A\n##COMPLETE\n"
        let half = "#S::=TYPE,SYMBOL\nS,B\n"
        for (texts, isComplete) in [
            ([whole], true), ([whole, whole], true), ([whole, half], false), ([half, whole], false), ([half], false),
            // An empty file is ignored, but a single empty file is not a snapshot.
            ([whole, ""], true), (["", whole], true), (["", ""], false), (["", half], false),
        ] {
            let outcome = try MeaningTests.read(texts.enumerated().map { ("\($0)", Array($1.utf8)) }, .strict)
            #expect(outcome.isComplete == isComplete, "\(texts)")
            #expect(outcome.entries.filter { $0 == .complete }.count == (isComplete ? 1 : 0), "\(texts)")
            #expect((outcome.entries.last == .complete) == isComplete, "\(texts)")
            let empty = texts.filter(\.isEmpty).count
            #expect(outcome.warnings.map(\.count) == (empty == 0 ? [] : [empty]), "\(texts)")
        }
        let outcome = try read(("a", whole), ("b", ""))
        #expect(outcome.warnings.map(\.description) == ["b: is empty, skipped"])
    }

    /// Formats are numbered across files, so that a consumer never confuses two formats.
    @Test func formatsAreNumberedAcrossFiles() throws {
        struct Numbers: RecordConsumer {
            var numbers: [Int] = []
            mutating func consume(_ record: borrowing ProfileRecord) { numbers.append(record.format.id) }
            mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }
            mutating func flush() {}
            mutating func complete() {}
        }
        var reader = RecordReader()
        var numbers = Numbers()
        for name in ["a", "b"] {
            try reader.begin(file: name, into: &numbers)
            try reader.read(Array("#S::=TYPE\nS\n#T::=TYPE\nT\n".utf8).span, into: &numbers)
        }
        try reader.finish(into: &numbers)
        #expect(numbers.numbers == [0, 1, 2, 3])
        let lines = reader.totalLines
        #expect(lines == 8)
    }
}
