import ProfileFormat
import TestSupport
import Testing

/// Compares the reader with the naive reader, strict and lenient, on one text and on several files, split at random.
@Suite struct MeaningTests {
    /// Records the calls of the reader in the naive reader's form.
    struct Collector: RecordConsumer {
        var entries: [NaiveMeaning.Entry] = []

        mutating func consume(_ record: borrowing ProfileRecord) {
            var fields: [[UInt8]] = []
            for index in 0..<record.fieldCount { fields.append(record.withField(index) { Array(copying: $0) }) }
            entries.append(.record(line: record.line, offset: record.byteOffset, fields: fields))
        }

        mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) {
            let isQuoting = [.quoteInUnquotedField, .textAfterClosingQuote, .unclosedQuote].contains(error.kind)
            entries.append(
                .malformed(
                    line: error.position.line, offset: error.position.byteOffset, kind: isQuoting ? nil : error.kind,
                    text: Array(copying: text)))
        }

        mutating func flush() { entries.append(.flush) }
        mutating func complete() { entries.append(.complete) }
        mutating func begin(file name: String) { entries.append(.file(name)) }

        mutating func warning(_ warning: ProfileWarning) {
            let position = warning.position
            entries.append(
                .warning(warning.kind, file: warning.file, line: position.line, offset: position.byteOffset))
        }
    }

    struct Outcome {
        var entries: [NaiveMeaning.Entry]
        var counts: [ProfileWarning.Kind: Int]
        var isComplete: Bool
        var warnings: [ProfileWarning]
    }

    /// Reads texts, each in chunks that end at its `cuts`.
    static func read(
        _ texts: [(name: String?, text: [UInt8])], _ strictness: ReaderStrictness, cuts: (Int) -> [Int] = { _ in [] }
    ) throws -> Outcome {
        var reader = RecordReader(strictness: strictness)
        var collector = Collector()
        for (name, text) in texts {
            if let name { try reader.begin(file: name, into: &collector) }
            var start = 0
            for cut in cuts(text.count) + [text.count] {
                let chunk = Array(text[start..<cut])
                try reader.read(chunk.span, into: &collector)
                start = cut
            }
        }
        try reader.finish(into: &collector)
        var counts: [ProfileWarning.Kind: Int] = [:]
        for warning in reader.warnings { counts[warning.kind] = warning.count }
        return Outcome(
            entries: collector.entries, counts: counts, isComplete: reader.isComplete, warnings: reader.warnings)
    }

    private static let heads = [
        "#S::=TYPE,SYMBOL,STRIKE,EXPIRATION,ICB", "##H::=TYPE,SYMBOL", "##::=TYPE,SYMBOL", "#::=TYPE,STRIKE", "##", "#",
        "##COMPLETE", "# a comment", "#H", "\"#H\"", "\"##\"", "\"\"", "", "\"#S::=TYPE\",EXPIRATION", "###::=TYPE",
        "S,A,1,2026-12-18,5", "S,\"A\",\"1\",,", "#,A", "#H,A", "U,A", ",5", "S", "\u{FEFF}S,A,1,,",
    ]

    private static let values = [
        "", "1", "150", "1e3", "+3", ".5", "5.", "-0.25", "9535.7", "1e400", "1e-400", "99999999999999999999", "12x",
        "NaN",
        "nan", "-NaN", "Infinity", " NaN", " 7 ", "\t5", " ", "\" 7\"", "\"NaN\"", "\"\"", "1 2", "é", "2026-12-18",
        "2024-02-29", "2023-02-29", "2024-1-5", "2024-10-5", "2024-1-15", " 2024-1-5", "2023-2-29", "2024-13-1",
        "2024-0-1",
        "24-1-5", "2024-1-5-", "2024-001-5", "2024--5", "2024-1-", "\"2024-1-5 \"", "2024/1/5", "1970-01-01",
    ]

    private static func text(using random: inout SeededGenerator) -> [UInt8] {
        var text = Bool.random(using: &random) ? heads[0] + "\n" : ""
        for _ in 0..<Int.random(in: 0...20, using: &random) {
            if Int.random(in: 0...2, using: &random) == 0 {
                text += heads.randomElement(using: &random)!
            } else {
                text += "S,X," + (0..<3).map { _ in values.randomElement(using: &random)! }.joined(separator: ",")
            }
            text += ["\n", "\r\n", "\r", "\n\n"].randomElement(using: &random)!
        }
        if Bool.random(using: &random), !text.isEmpty { text.unicodeScalars.removeLast() }
        return (Int.random(in: 0...3, using: &random) == 0 ? [0xEF, 0xBB, 0xBF] : []) + Array(text.utf8)
    }

    @Test(arguments: Array(0..<60) as [UInt64]) func profilesEqualANaiveReader(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<25 {
            var texts: [(name: String?, text: [UInt8])] = [(nil, Self.text(using: &random))]
            if seed % 2 == 1 {
                texts = (0..<Int.random(in: 1...4, using: &random)).map { index in
                    let isEmpty = Int.random(in: 0...4, using: &random) == 0
                    return ("file\(index)", isEmpty ? [] : Self.text(using: &random))
                }
            }
            for strictness in [ReaderStrictness.strict, .lenient] {
                let naive = NaiveMeaning(texts, isLenient: strictness == .lenient)
                let isEveryByte = Bool.random(using: &random)
                let outcome = try Self.read(texts, strictness) { count in
                    isEveryByte
                        ? Array(0..<count)
                        : (0..<Int.random(in: 0...5, using: &random)).map { _ in
                            Int.random(in: 0...count, using: &random)
                        }.sorted()
                }
                let shown = texts.map { String(decoding: $0.text, as: UTF8.self).debugDescription }
                #expect(outcome.entries == naive.entries, "seed \(seed), \(strictness): \(shown)")
                #expect(outcome.counts == naive.counts, "seed \(seed), \(strictness): \(shown)")
                #expect(outcome.isComplete == naive.isComplete, "seed \(seed): \(shown)")
            }
        }
    }
}
