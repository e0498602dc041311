import Scanning

/// Splits the lines of the table's text into words, and creates errors that show the position of a word.
struct LineWords {
    /// The whole text.
    private let bytes: [UInt8]
    private var line: Range<Int>
    private var number = 0
    /// The position from which the next word is searched, and the start of the last word.
    private var position = 0
    private var start = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
        line = 0..<0
    }

    /// Advances to the next line; returns `false` after the last one.
    mutating func nextLine() -> Bool {
        let begin = number == 0 ? 0 : line.upperBound + 1
        guard begin <= bytes.count else { return false }
        var end = begin
        while end < bytes.count, bytes[end] != ASCII.lineFeed { end += 1 }
        number += 1
        line = begin..<end
        position = begin
        start = begin
        return true
    }

    /// Whether a word follows.
    var hasMore: Bool { bytes[position..<line.upperBound].contains { !Self.isBlank($0) } }

    /// Returns the next word; `nil` at the line's end.
    mutating func next() -> String? {
        while position < line.upperBound, Self.isBlank(bytes[position]) { position += 1 }
        start = position
        guard position < line.upperBound else { return nil }
        while position < line.upperBound, !Self.isBlank(bytes[position]) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Returns whether the rest of the line is empty or a comment.
    mutating func isComment() -> Bool {
        while position < line.upperBound, Self.isBlank(bytes[position]) { position += 1 }
        return position == line.upperBound || bytes[position] == ASCII.hash
    }

    /// Returns the next word, which is required.
    mutating func need(_ what: String) throws(GrammarError) -> String {
        guard let word = next() else { throw fault("expected \(what), found the end of the line") }
        return word
    }

    /// Returns the next word in capitals, which must be an ASCII code.
    mutating func needCode(_ what: String, count: ClosedRange<Int>) throws(GrammarError) -> String {
        let word = try need(what)
        guard count.contains(word.utf8.count), word.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw fault("expected \(what), found '\(GrammarError.excerpt(word))'")
        }
        return word.asciiUppercased
    }

    /// Returns the next word's comma-separated parts, in capitals; empty for `-`.
    mutating func needList(_ what: String) throws(GrammarError) -> [String] {
        let word = try need(what)
        if word == "-" { return [] }
        var parts: [String] = []
        var begin = start
        while begin <= position {
            var end = begin
            while end < position, bytes[end] != ASCII.comma { end += 1 }
            let isPrefixed = bytes[begin..<end].contains(ASCII.colon)
            guard end > begin, end - begin <= 15 || isPrefixed else {
                throw fault("expected \(what), found '\(GrammarError.excerpt(word))'")
            }
            parts.append(String(decoding: bytes[begin..<end], as: UTF8.self).asciiUppercased)
            begin = end + 1
        }
        return parts
    }

    /// Returns the rest of the line; throws if it is empty.
    mutating func needRest(_ what: String) throws(GrammarError) -> String {
        _ = try need(what)
        var end = line.upperBound
        while Self.isBlank(bytes[end - 1]) { end -= 1 }
        position = line.upperBound
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// Throws if the line contains another word.
    mutating func end() throws(GrammarError) {
        if let word = next() { throw fault("expected the end of the line, found '\(GrammarError.excerpt(word))'") }
    }

    /// Returns an error at the last word.
    func fault(_ reason: String) -> GrammarError {
        let text = bytes[line].last == ASCII.carriageReturn ? bytes[line].dropLast() : bytes[line]
        return GrammarError(
            grammar: "places, line \(number)", reason: reason, text: String(decoding: text, as: UTF8.self),
            byteOffset: min(start - line.lowerBound, text.count))
    }

    /// Spaces, tabs, and the CR before a line's end.
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == ASCII.space || byte == 0x09 || byte == ASCII.carriageReturn
    }
}

extension String {
    /// The text with `a`…`z` replaced by `A`…`Z`, and other characters unchanged.
    var asciiUppercased: String {
        guard utf8.contains(where: { $0 != $0.asciiUppercased }) else { return self }
        return String(decoding: utf8.map(\.asciiUppercased), as: UTF8.self)
    }
}
