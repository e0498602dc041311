import ProfileFormat
import Scanning
import Testing

@testable import Ingest

@Suite struct DelimitedReaderTests {
    /// Reads a text in chunks of `chunk` bytes.
    private func read(_ text: [UInt8], separator: UInt8, chunk: Int, limit: Int = 1 << 20) throws -> [String] {
        var reader = DelimitedReader(separator: separator, limit: limit)
        var rows = CollectedRows()
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
        // Rows end with LF, CR or CRLF. The last row may lack a line end. Empty rows are skipped.
        ("a\r\n\r\nb\rc", ["1@0 a", "3@5 b", "4@7 c"]),
        ("a,\"b, \"\"c\"\"\nd\",e\nf\n", ["1@0 a¦b, \"c\"\nd¦e", "3@17 f"]),
        // Quotes inside of unquoted fields are ordinary bytes; spaces after a closing quote do not belong to the field.
        ("5\" pipe,x\"y\"\n\"z\" ,\"\"\n", ["1@0 5\" pipe¦x\"y\"", "2@13 z¦"]),
        (",,\n", ["1@0 ¦¦"]),
        // If the quotes of a field are wrong, only that line is rejected.
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

    /// Chunks of any size give the rows of the whole text, for random texts with every separator and several limits.
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
}
