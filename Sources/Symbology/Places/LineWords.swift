import Scanning

/// The words of a line of the table, one after the other, with errors that show their place.
struct LineWords {
    private let line: String
    private let number: Int
    /// Where the next word may begin, and where the last one began: bytes of the line.
    private var position = 0
    private var start = 0
    private let bytes: [UInt8]

    init(line: String, number: Int) {
        self.line = line
        self.number = number
        bytes = Array(line.utf8)
    }

    /// Whether a word follows.
    var hasMore: Bool { bytes[position...].contains { !Self.isBlank($0) } }

    /// The next word; `nil` at the line's end.
    mutating func next() -> String? {
        while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
        start = position
        guard position < bytes.count else { return nil }
        while position < bytes.count, !Self.isBlank(bytes[position]) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// The next word, which must be there.
    mutating func need(_ what: String) throws(GrammarError) -> String {
        guard let word = next() else { throw fault("expected \(what), found the line's end") }
        return word
    }

    /// The next word in capitals, as a code of ASCII without spaces.
    mutating func needCode(_ what: String, count: ClosedRange<Int>) throws(GrammarError) -> String {
        let word = try need(what)
        guard count.contains(word.utf8.count), word.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw fault("expected \(what), found '\(GrammarError.excerpt(word))'")
        }
        return word.asciiUppercased
    }

    /// The next word's parts between commas, in capitals; empty where it is `-`.
    mutating func needList(_ what: String) throws(GrammarError) -> [String] {
        let word = try need(what)
        if word == "-" { return [] }
        let parts = word.utf8.split(separator: ASCII.comma, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ (1...15).contains($0.count) || $0.contains(ASCII.colon) }) else {
            throw fault("expected \(what), found '\(GrammarError.excerpt(word))'")
        }
        return parts.map { String(Substring($0)).asciiUppercased }
    }

    /// What is left of the line, which must be something.
    mutating func needRest(_ what: String) throws(GrammarError) -> String {
        _ = try need(what)
        var end = bytes.count
        while Self.isBlank(bytes[end - 1]) { end -= 1 }
        position = bytes.count
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// Nothing may follow.
    mutating func end() throws(GrammarError) {
        if let word = next() { throw fault("expected the line's end, found '\(GrammarError.excerpt(word))'") }
    }

    /// An error at the last word that was read.
    func fault(_ reason: String) -> GrammarError {
        GrammarError(grammar: "places, line \(number)", reason: reason, text: line, byteOffset: start)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == ASCII.space || byte == 0x09 }
}

extension String {
    /// `a`…`z` as `A`…`Z`, all else as it is.
    var asciiUppercased: String { String(decoding: utf8.map(\.asciiUppercased), as: UTF8.self) }
}
