import Scanning
import Testing

/// The three lines of an error in a rule text, with the caret under the position.
struct GrammarErrorTests {
    private static func error(_ text: String, at offset: Int) -> GrammarError {
        GrammarError(grammar: "trading hours", reason: "expected HHMM", text: text, byteOffset: offset)
    }

    /// A text and a position, and the last two lines of the error.
    @Test(arguments: [
        // The first byte, one in the middle, the last, and the end of an incomplete text.
        ("0=100018", 0, "  0=100018", "  ^"),
        ("0=100018", 4, "  0=100018", "      ^"),
        ("0=100018", 7, "  0=100018", "         ^"),
        ("0=100018", 8, "  0=100018", "          ^"),
        // An empty text.
        ("", 0, "  ", "  ^"),
        // A position out of range is clamped.
        ("abc", -1, "  abc", "  ^"),
        ("abc", 99, "  abc", "     ^"),
        // The caret counts characters, the position bytes: ö has two, € three, 😀 four, and ë here is two scalars of
        // three bytes.
        ("hö=1", 3, "  hö=1", "    ^"),
        ("€uro", 3, "  €uro", "   ^"),
        ("😀;x", 5, "  😀;x", "    ^"),
        ("noe\u{308}l;x", 6, "  noe\u{308}l;x", "      ^"),
        // A line end or another control character occupies one visible column; CR LF is one character.
        ("a\nb\tc", 4, "  a␣b␣c", "      ^"),
        ("a\r\nb", 3, "  a␣b", "    ^"),
        ("\u{1B}[31m", 1, "  ␣[31m", "   ^"),
        ("a\u{202E}b", 4, "  a␣b", "    ^"),
    ])
    func theCaretIsUnderThePosition(text: String, offset: Int, line: String, caret: String) {
        #expect(Self.error(text, at: offset).description == "trading hours: expected HHMM\n\(line)\n\(caret)")
    }

    /// At most 100 characters around the position are shown, with ellipses for omitted text.
    @Test func longTextsAreCutAroundThePosition() {
        let text = (0..<300).map { String($0 % 10) }.joined()
        func lines(_ offset: Int) -> [Substring] { Self.error(text, at: offset).description.split(separator: "\n") }
        let start = lines(0)
        #expect(start[1] == "  " + text.prefix(100) + "…" && start[2] == "  ^")
        let middle = lines(150)
        #expect(middle[1] == "  …" + text.dropFirst(100).prefix(100) + "…")
        #expect(middle[2] == "  " + String(repeating: " ", count: 51) + "^")
        let end = lines(300)
        #expect(end[1] == "  …" + text.suffix(100) && end[2] == "  " + String(repeating: " ", count: 101) + "^")
        // A text of 100 characters is shown completely.
        let whole = Self.error(String(text.prefix(100)), at: 100).description.split(separator: "\n")
        #expect(whole[1] == "  " + text.prefix(100))
    }

    @Test func excerptsAreShortenedAndCleaned() {
        let long = String(repeating: "ö", count: 61)
        #expect(GrammarError.excerpt("") == "" && GrammarError.excerpt("a\u{7}b") == "a␣b")
        #expect(GrammarError.excerpt(String(long.dropLast())) == long.dropLast())
        #expect(GrammarError.excerpt(long) == long.dropLast() + "…")
    }

    @Test func positionsAreDescribed() {
        #expect(SourcePosition(byteOffset: 51, line: 3, column: 7).description == "line 3, column 7 (byte 51)")
    }
}
