internal import Scanning

/// A pattern for the text of a field. In the pattern, `*` matches any number of characters, and `?` exactly one.
///
/// ```swift
/// let month: FieldPattern = "/YGM??:IFUS"
/// ```
///
/// Patterns are case-sensitive. A field that is not set matches the empty pattern and patterns like `*`; every field
/// that is set matches `?*`. For a number or date field, a pattern without wildcards matches that number or date in any
/// spelling (`150` and `150.0`). A pattern with wildcards is compared with the normal form.
public struct FieldPattern: Hashable, Sendable {
    /// The original text of the pattern.
    package let text: String
    /// Whether `*` and `?` are literal characters.
    package let isExact: Bool
    let bytes: [UInt8]
    /// The texts between the `*`s if there is no `?`; `nil` for every other pattern.
    let pieces: [[UInt8]]?

    /// Creates a pattern with wildcards.
    public init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
        isExact = !bytes.contains { $0 == ASCII.asterisk || $0 == Self.any }
        pieces =
            isExact || bytes.contains(Self.any)
            ? nil : bytes.split(separator: ASCII.asterisk, omittingEmptySubsequences: false).map(Array.init)
    }

    /// Creates a pattern that matches exactly this text, with `*` and `?` as ordinary characters.
    public init(exactly text: String) {
        self.text = text
        bytes = Array(text.utf8)
        isExact = true
        pieces = nil
    }

    private static let any: UInt8 = 0x3F

    /// The literal prefix: the bytes before the first wildcard.
    var literalPrefix: [UInt8] {
        isExact ? bytes : Array(bytes.prefix { $0 != ASCII.asterisk && $0 != Self.any })
    }

    /// The nonempty texts between the wildcards, and whether each is at the end of the pattern.
    var literals: [(bytes: [UInt8], isAtEnd: Bool)] {
        if isExact { return bytes.isEmpty ? [] : [(bytes, true)] }
        let parts = bytes.split(omittingEmptySubsequences: false) { $0 == ASCII.asterisk || $0 == Self.any }
        return parts.enumerated().filter { !$1.isEmpty }.map { (Array($1), $0 == parts.count - 1) }
    }

    /// Returns whether the pattern matches the whole of `text`, in UTF-8.
    ///
    /// - Complexity: O(`text.count`) for most patterns, O(`text.count` × pattern) in the worst case.
    package func matches(_ text: Span<UInt8>) -> Bool {
        if let pieces { return Self.matches(pieces, text) }
        if isExact { return FrontCodedText.compare(bytes.span, text) == 0 }
        return matchesCharacters(text)
    }

    /// Matches greedily: the first piece at the start, the last one at the end, and every other piece at its first
    /// occurrence after the piece before it.
    private static func matches(_ pieces: [[UInt8]], _ text: Span<UInt8>) -> Bool {
        let last = pieces.count - 1
        var position = pieces[0].count
        let end = text.count - pieces[last].count
        guard position <= end, isThere(pieces[0], text, 0), isThere(pieces[last], text, end) else { return false }
        for piece in 1..<last {
            while true {
                guard position <= end - pieces[piece].count else { return false }
                if isThere(pieces[piece], text, position) { break }
                position += 1
            }
            position += pieces[piece].count
        }
        return true
    }

    @inline(__always)
    private static func isThere(_ piece: [UInt8], _ text: Span<UInt8>, _ position: Int) -> Bool {
        for index in piece.indices where piece[index] != text[position + index] { return false }
        return true
    }

    /// Matches character by character, with any wildcards.
    private func matchesCharacters(_ text: Span<UInt8>) -> Bool {
        var position = 0
        var index = 0
        // The backtracking point: if the rest after the last `*` fails to match, the `*` absorbs one more character.
        var afterStar = -1
        var starEnd = 0
        while position < text.count {
            if index < bytes.count, bytes[index] == ASCII.asterisk {
                index += 1
                afterStar = index
                starEnd = position
            } else if index < bytes.count, bytes[index] == Self.any {
                index += 1
                position = Self.nextCharacter(text, position)
            } else if index < bytes.count, bytes[index] == text[position] {
                index += 1
                position += 1
            } else if afterStar >= 0 {
                starEnd = Self.nextCharacter(text, starEnd)
                position = starEnd
                index = afterStar
            } else {
                return false
            }
        }
        while index < bytes.count, bytes[index] == ASCII.asterisk { index += 1 }
        return index == bytes.count
    }

    /// Returns the position after the character (Unicode scalar) at `position`.
    private static func nextCharacter(_ text: Span<UInt8>, _ position: Int) -> Int {
        var next = position + 1
        while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
        return next
    }
}

extension FieldPattern: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates a pattern with wildcards.
    public init(stringLiteral value: String) { self.init(value) }

    /// The original text of the pattern.
    public var description: String { text }
}
