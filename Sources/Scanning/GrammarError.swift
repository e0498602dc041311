/// What is wrong with a rule text, and where: `description` shows the text with a caret under the place.
///
/// ```
/// trading hours: expected HHMM or HHMMSS
///   BIST(name=BIST;tz=Asia/Istanbul;0=1000180)
///                                     ^
/// ```
public struct GrammarError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The grammar, as a person would call it: `trading hours`, `price increments`.
    public var grammar: String
    /// What was found, what was expected, how to go on: one line.
    public var reason: String
    /// The whole rule text.
    public var text: String
    /// The place in bytes of `text.utf8`, 0…count.
    public var byteOffset: Int

    /// A fault of a grammar's text.
    package init(grammar: String, reason: String, text: String, byteOffset: Int) {
        self.grammar = grammar
        self.reason = reason
        self.text = text
        self.byteOffset = byteOffset
    }

    /// Shown texts are cut to this many characters around the place, so that one bad field can't flood a log.
    static let shownCharacters = 100

    /// Three lines: grammar and reason, the text, the caret.
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

    /// Control characters take one visible place, so that the caret stays under its byte.
    private static func visible(_ character: Character) -> Character {
        character.unicodeScalars.contains(where: \.commandsTerminal) ? "␣" : character
    }
}

extension GrammarError {
    /// A text for a message: whole if it is short, else its first 60 characters and an ellipsis; control characters made visible.
    package static func excerpt(_ text: String) -> String {
        let visible = String(text.prefix(61).map(Self.visible))
        return visible.count > 60 ? visible.prefix(60) + "…" : visible
    }
}

/// A place in a text.
public struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
    /// Bytes before the place, from 0.
    public var byteOffset: Int
    /// Line, from 1. Each LF, CR or CRLF ends one.
    public var line: Int
    /// Byte within the line, from 1.
    public var column: Int

    /// A place by its three numbers, which have to agree.
    package init(byteOffset: Int, line: Int, column: Int) {
        self.byteOffset = byteOffset
        self.line = line
        self.column = column
    }

    /// `line 3, column 7 (byte 51)`
    public var description: String { "line \(line), column \(column) (byte \(byteOffset))" }
}
