internal import Scanning

/// What a field should be: a text, in which `*` stands for any characters, also none, and `?` for exactly one.
///
/// ```swift
/// let month: FieldPattern = "/YGM??:IFUS"
/// ```
///
/// The case of letters counts. The empty pattern, and `*` among others, are matched by a field that is not set; `?*` by every
/// field that is. A text without `*` and `?` of a number or date field stands for that number or date, however written
/// (`150` and `150.0`); with them it is compared with the normal form.
public struct FieldPattern: Hashable, Sendable {
    /// The pattern as it was given.
    package let text: String
    /// `*` and `?` stand for themselves.
    package let isExact: Bool
    let bytes: [UInt8]
    /// The texts around the `*`s, where there is no `?`; `nil` for every other pattern.
    let pieces: [[UInt8]]?

    /// A pattern with wildcards.
    public init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
        isExact = !bytes.contains { $0 == ASCII.asterisk || $0 == Self.any }
        let pieces = bytes.split(separator: ASCII.asterisk, omittingEmptySubsequences: false).map(Array.init)
        self.pieces = isExact || bytes.contains(Self.any) ? nil : pieces
    }

    /// Exactly this text: a `*` or `?` in it stands for itself.
    public init(exactly text: String) {
        self.text = text
        bytes = Array(text.utf8)
        isExact = true
        pieces = nil
    }

    private static let any: UInt8 = 0x3F

    /// The bytes before the first wildcard.
    var literalPrefix: [UInt8] {
        isExact ? bytes : Array(bytes.prefix { $0 != ASCII.asterisk && $0 != Self.any })
    }

    /// The texts between the wildcards, those that aren't empty; and whether one ends the pattern.
    var literals: [(bytes: [UInt8], isAtEnd: Bool)] {
        if isExact { return bytes.isEmpty ? [] : [(bytes, true)] }
        let parts = bytes.split(omittingEmptySubsequences: false) { $0 == ASCII.asterisk || $0 == Self.any }
        return parts.enumerated().filter { !$1.isEmpty }.map { (Array($1), $0 == parts.count - 1) }
    }

    /// Whether all of `text`, UTF-8, is what the pattern says.
    ///
    /// - Complexity: O(`text.count`) for most, O(`text.count` × pattern) at worst.
    package func matches(_ text: Span<UInt8>) -> Bool {
        if let pieces { return Self.matches(pieces, text) }
        if isExact { return FrontCodedText.compare(bytes.span, text) == 0 }
        return matchesCharacters(text)
    }

    /// The first piece begins the text, the last ends it, and each other is found after the one before.
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

    /// Character by character, whatever wildcards there are.
    private func matchesCharacters(_ text: Span<UInt8>) -> Bool {
        var position = 0
        var index = 0
        // Where to go on when what follows the last `*` doesn't fit: it takes one character more then.
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

    /// After the character, a Unicode scalar, at `position`.
    private static func nextCharacter(_ text: Span<UInt8>, _ position: Int) -> Int {
        var next = position + 1
        while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
        return next
    }
}

extension FieldPattern: ExpressibleByStringLiteral, CustomStringConvertible {
    /// A pattern with wildcards.
    public init(stringLiteral value: String) { self.init(value) }

    /// The pattern as it was given.
    public var description: String { text }
}
