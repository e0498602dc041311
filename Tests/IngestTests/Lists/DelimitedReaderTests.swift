import ProfileFormat
import Scanning
import Testing

@testable import Ingest

/// Collects rows as texts.
private struct Rows: ListRowConsumer {
    var rows: [String] = []

    mutating func columns(_ names: [String]) { rows.append("columns " + names.joined(separator: "¦")) }

    mutating func row(_ row: borrowing ListRow) {
        var fields: [String] = []
        for index in 0..<row.count { fields.append(String(decoding: row.field(index))) }
        rows.append("\(row.line)@\(row.byteOffset) " + fields.joined(separator: "¦"))
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) {
        rows.append("\(error.kind) \(error.position.line):\(error.position.column) \(String(decoding: text))")
    }
}

@Suite struct DelimitedReaderTests {
    /// Reads a text in chunks of a length.
    private func read(_ text: [UInt8], separator: UInt8, chunk: Int, limit: Int = 1 << 20) throws -> [String] {
        var reader = DelimitedReader(separator: separator, limit: limit)
        var rows = Rows()
        var position = 0
        while position < text.count {
            let end = min(position + chunk, text.count)
            let piece = Array(text[position..<end])
            try reader.read(piece.span, into: &rows)
            position = end
        }
        try reader.read([UInt8]().span, isLast: true, into: &rows)
        return rows.rows
    }

    @Test(arguments: [
        ("a,b\nc,d\n", ["1@0 a¦b", "2@4 c¦d"]),
        // Rows end with LF, CR or CRLF, also the last one without any; empty rows are skipped.
        ("a\r\n\r\nb\rc", ["1@0 a", "3@5 b", "4@7 c"]),
        ("a,\"b, \"\"c\"\"\nd\",e\nf\n", ["1@0 a¦b, \"c\"\nd¦e", "3@17 f"]),
        // Quotes inside of unquoted fields are ordinary bytes; spaces after a closing quote do not belong to the field.
        ("5\" pipe,x\"y\"\n\"z\" ,\"\"\n", ["1@0 5\" pipe¦x\"y\"", "2@13 z¦"]),
        (",,\n", ["1@0 ¦¦"]),
        // Broken quoting costs one line.
        ("\"a\"b,c\nd\n", ["textAfterClosingQuote 1:4 \"a\"b,c", "2@7 d"]),
        ("a,\"b\nc\n", ["unclosedQuote 1:3 a,\"b", "2@5 c"]),
        ("\"a\nb\"c\nd\n", ["textAfterClosingQuote 2:3 \"a", "2@3 b\"c", "3@7 d"]),
        ("é,ü\n\u{FEFF}x\n", ["1@0 é¦ü", "2@6 \u{FEFF}x"]),
    ])
    func splitsTheDialectsThatOccur(text: String, expected: [String]) throws {
        for chunk in 1...text.utf8.count + 1 {
            #expect(try read(Array(text.utf8), separator: ASCII.comma, chunk: chunk) == expected, "chunks of \(chunk)")
        }
    }

    /// A row may end in any of 400 × 4 random texts at any of the limits, in chunks of any size.
    @Test(arguments: [ASCII.comma, ASCII.semicolon, 0x09, UInt8(ascii: "|")])
    func equalsItselfForAllChunks(separator: UInt8) throws {
        var generator = SplitMix64(seed: UInt64(separator))
        let bytes: [UInt8] = [separator, separator, ASCII.quote, 0x0A, 0x0D, 0x61, 0x62, 0x2C, 0x20]
        for number in 0..<400 {
            let text = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
                bytes.randomElement(using: &generator)!
            }
            let limit = [1 << 20, 1, 2, 5, 20, 64][number % 6]
            let whole = try read(text, separator: separator, chunk: 1 << 20, limit: limit)
            for chunk in [1, 2, 3, 7, 64, 65] {
                #expect(try read(text, separator: separator, chunk: chunk, limit: limit) == whole)
            }
        }
    }

    @Test(arguments: [
        ("abcdef\nb\n", ["recordTooLong 1:1 abcd", "2@7 b"]), ("abcd\nb\n", ["1@0 abcd", "2@5 b"]),
        ("\"abc\nb\nc\n", ["unclosedQuote 1:1 \"abc", "2@5 b", "3@7 c"]),
        ("\"abcdef\r\nb", ["unclosedQuote 1:1 \"abc", "2@9 b"]), ("\"ab\"\nb", ["1@0 ab", "2@5 b"]),
    ])
    func reportsRowsBeyondTheLimit(text: String, expected: [String]) throws {
        for chunk in 1...text.utf8.count + 1 {
            #expect(try read(Array(text.utf8), separator: ASCII.comma, chunk: chunk, limit: 4) == expected)
        }
    }

    @Test func rowsLongerThanAStretchAreWhole() throws {
        let long = String(repeating: "x", count: 200_000)
        for text in ["a,\(long)\nb,\"\(long)\"\nc\n", "\"\(long)\n\(long)\",q\r\nz\r\n"] {
            let whole = try read(Array(text.utf8), separator: ASCII.comma, chunk: 1 << 24)
            #expect(whole.count == (text.hasPrefix("a") ? 3 : 2))
            #expect(try read(Array(text.utf8), separator: ASCII.comma, chunk: 50_000) == whole)
        }
    }

    @Test(arguments: [
        ("a;b,5;c\n1;2,0;3\n", ASCII.semicolon), ("a\tb, c\n1\t2\n", 0x09), ("a|b\n1|2\n", UInt8(ascii: "|")),
        ("name,\"x;y;z\"\n\"a;b\",c\n", ASCII.comma), ("single\ncolumn\n", ASCII.comma),
        ("Report; made today\na,b,c\n1,2,3\n4,5,6\n", ASCII.comma),
    ])
    func findsTheSeparator(text: String, separator: UInt8) {
        #expect(ListForm(of: text.utf8Span.span, isWhole: true) == .delimited(separator))
    }

    @Test(arguments: [
        (
            #" {"fields": ["a", "b"], "data": [["x", 1], ["y \"q\" \u00e9", null]], "n": [3, true]} "#,
            ["columns a¦b", "1@33 x¦1", "1@43 y \"q\" é¦"]
        ),
        // Objects one after another, with arrays and objects inside.
        (#"{"a": {"b": 1}, "c": [{"d": 2}]}\n{"a": {"b": 3}}"#, ["columns a.b¦c", "1@0 1¦{\"d\": 2}", "2@33 3¦"]),
        // Rows in an object, after other values.
        (
            #"{"n": 2, "w": ["x"], "m": {"k": 1}, "data": {"rows": [{"a": 1}, {"a": 2}]}}"#,
            ["columns x¦k", "1@26 ¦1", "columns x¦k¦a", "1@54 ¦¦1", "1@64 ¦¦2"]
        ),
        (
            #"[{"meta": {"a": 1}, "data": [{"s": "x"}], "error": null}]"#,
            ["columns a", "1@10 1", "columns a¦s", "1@29 ¦x"]
        ),
        (#"{"A": {"s": "x"}, "B": {"s": "y"}}"#, ["columns s", "1@6 x", "1@23 y"]),
        (#"{"s": "x", "t": {"u": [1, 2]}}"#, ["columns s¦t.u", "1@0 x¦1;2"]),
        (#"[["a", "b"], [1, 2]]"#, ["columns a¦b", "1@13 1¦2"]),
    ])
    func jsonIsTheSameForAllChunks(text: String, expected: [String]) throws {
        let text = text.replacing("\\n", with: "\n")
        for chunk in 1...text.utf8.count {
            var reader = JSONRowReader()
            var rows = Rows()
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: chunk) {
                let piece = Array(bytes[start..<min(start + chunk, bytes.count)])
                try reader.read(piece.span, isLast: false, into: &rows)
            }
            try reader.read([UInt8]().span, isLast: true, into: &rows)
            #expect(rows.rows == expected, "chunks of \(chunk)")
        }
    }

    @Test(arguments: [
        ("[{\"a\": 1}, {\"a\": ", "found an incomplete value at the end"),
        ("[{\"a\": 1}", "found an incomplete text, expected } or ]"),
        ("{\"a\": 1}\nnonsense\n", "found text that is not an object or an array"),
        ("[{\"a\": 1}}", "found } without its beginning"),
    ])
    func damagedJSONIsAnError(text: String, reason: String) {
        var reader = ListReader()
        var rows = Rows()
        let error = #expect(throws: ProfileFormatError.self) {
            try reader.read(text.utf8Span.span, into: &rows)
            try reader.finish(into: &rows)
        }
        #expect(error?.reason == "JSON: \(reason); the source is damaged or incomplete")
    }
}
