/// An error in a rule text, with its position. `description` shows the text with a caret below.
///
/// ```
/// trading hours: expected HHMM or HHMMSS
///   BIST(name=BIST;tz=Asia/Istanbul;0=1000180)
///                                     ^
/// ```
public struct GrammarError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the grammar, such as `trading hours` or `price increments`.
    public var grammar: String
    /// One line with what was found, what was expected and what to do.
    public var reason: String
    /// The whole rule text.
    public var text: String
    /// The position as an offset in `text.utf8`, 0…count.
    public var byteOffset: Int

    /// Creates an error in a rule text.
    package init(grammar: String, reason: String, text: String, byteOffset: Int) {
        self.grammar = grammar
        self.reason = reason
        self.text = text
        self.byteOffset = byteOffset
    }

    /// The number of characters shown around the position, limited so that a bad field cannot flood a log.
    static let shownCharacters = 100

    /// Three lines: the grammar and the reason, the text, and the caret.
    public var description: String {
        let utf8 = text.utf8
        let place = utf8.index(utf8.startIndex, offsetBy: min(max(byteOffset, 0), utf8.count))
        var head = text[..<place].map(Self.visible)
        var tail = text[place...].map(Self.visible)
        if head.count + tail.count > Self.shownCharacters {
            let before = min(head.count, max(Self.shownCharacters / 2, Self.shownCharacters - tail.count))
            if before < head.count { head = ["…"] + head.suffix(before) }
            let after = Self.shownCharacters - before
            if after < tail.count { tail = tail.prefix(after) + ["…"] }
        }
        let caret = String(repeating: " ", count: head.count) + "^"
        return "\(grammar): \(reason)\n  \(String(head + tail))\n  \(caret)"
    }

    /// Returns a visible character for each control character, so that the caret remains aligned.
    private static func visible(_ character: Character) -> Character {
        character.unicodeScalars.contains(where: \.commandsTerminal) ? "␣" : character
    }
}

extension GrammarError {
    /// Returns a text shortened for messages: at most 60 characters, then an ellipsis. Control characters become
    /// visible.
    package static func excerpt(_ text: String) -> String {
        let visible = String(text.prefix(61).map(Self.visible))
        return visible.count > 60 ? visible.prefix(60) + "…" : visible
    }
}

/// A position in a text.
public struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
    /// The number of bytes before the position.
    public var byteOffset: Int
    /// The line, from 1. LF, CR and CRLF each end a line.
    public var line: Int
    /// The number of the byte within the line, from 1.
    public var column: Int

    /// Creates a position from its three numbers, which must be consistent.
    package init(byteOffset: Int, line: Int, column: Int) {
        self.byteOffset = byteOffset
        self.line = line
        self.column = column
    }

    /// The text form, such as `line 3, column 7 (byte 51)`.
    public var description: String { "line \(line), column \(column) (byte \(byteOffset))" }
}
