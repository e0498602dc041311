import ProfileFormat
import TestSupport
import Testing

/// Compares the tokenizer with the naive reader on random texts, split at random.
@Suite struct RecordReaderTests {
    /// Collects complete and malformed records in the naive reader's form.
    struct Collector: RecordConsumer {
        var records: [NaiveReader.Record] = []

        mutating func consume(_ record: borrowing ProfileRecord) {
            var fields: [[UInt8]] = []
            for index in 0..<record.fieldCount { fields.append(record.withField(index) { Array(copying: $0) }) }
            let text = Array(copying: record.text)
            records.append(.init(line: record.line, offset: record.byteOffset, text: text, fields: fields))
        }

        mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) {
            let text = Array(copying: text)
            records.append(
                .init(line: error.position.line, offset: error.position.byteOffset, text: text, fields: nil))
        }

        mutating func flush() {}

        mutating func complete() {}
    }

    static let pieces = [
        "A", ",", ",", "\"", "\"\"", "\n", "\r", "\r\n", "x", "é", "longer text with spaces", ",\"", "\",",
    ]

    @Test(arguments: Array(0..<40) as [UInt64]) func recordsEqualANaiveReader(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let head = (1...6).map { "#" + String(repeating: "A", count: $0 - 1) + "::=TYPE,b,c\n" }.joined()
        for _ in 0..<25 {
            var text = Array((seed % 3 == 0 ? "\u{FEFF}" : "").utf8) + Array(head.utf8)
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                text += Array(Self.pieces.randomElement(using: &random)!.utf8)
            }
            // Complete records are those of a defined type with three fields; both readers set all others aside.
            let naive = NaiveReader(text).records.filter { $0.fields?.first?.first != 0x23 }.map { record in
                var record = record
                if let fields = record.fields,
                    fields.count != 3 || !fields[0].allSatisfy({ $0 == 0x41 }) || fields[0].count > 5
                {
                    record.fields = nil
                }
                return record
            }
            var cuts = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                Int.random(in: 0...text.count, using: &random)
            }
            if Bool.random(using: &random) { cuts = Array(0..<text.count) }
            var reader = RecordReader()
            var collector = Collector()
            var start = 0
            for cut in cuts.sorted() + [text.count] {
                let chunk = Array(text[start..<cut])
                try reader.read(chunk.span, into: &collector)
                start = cut
            }
            try reader.finish(into: &collector)
            #expect(
                collector.records == naive,
                "seed \(seed): \(String(decoding: text, as: UTF8.self).debugDescription) cut \(cuts)")
        }
    }

    @Test func longTextsAreReadAcrossManyBlocks() throws {
        var text = "#STOCK::=TYPE,SYMBOL,DESCRIPTION\r\n"
        for number in 0..<20_000 {
            let name = number % 7 == 0 ? "\"Quoted, \(number)\r\nInc.\"" : "Plain \(number)"
            text += "STOCK,S\(number),\(name)\(number % 3 == 0 ? "\r\n" : number % 3 == 1 ? "\n" : "\r")"
        }
        let bytes = Array(text.utf8)
        let whole = Transcript(bytes)
        #expect(whole.errors == [])
        #expect(whole.profiles.map(\.symbol) == (0..<20_000).map { "S\($0)" })
        #expect(whole.profiles[7].description == "Quoted, 7\r\nInc.")
        #expect(whole.lines == 1 + 20_000 + 2858)
        var random = SeededGenerator(seed: 1)
        for _ in 0..<3 {
            let cuts = (0..<400).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
            #expect(Transcript(bytes, cuts: cuts) == whole)
        }
    }
}
