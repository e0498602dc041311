internal import Scanning

/// A search text, folded and split into words. A class, since a search passes it along without copies.
package final class SearchQuery: Sendable {
    /// The maximum length of a text, in bytes of UTF-8.
    package static let lengthLimit = 1024

    /// The original text, without surrounding spaces.
    package let typed: String
    /// The folded text, without surrounding spaces.
    let text: [UInt8]
    /// The rules by which the text is split into words.
    let rules: WordRules
    /// The unified text, in which words are compared.
    package let wordText: [UInt8]
    /// The words, as ranges of `wordText`.
    package let words: [Range<Int>]
    /// The words with AE, OE and UE instead of Ä, Ö and Ü; `nil` if there are no umlauts.
    let umlautsSpelledOut: [[UInt8]]?
    /// The number of distinctive words (`DescriptionSizes`).
    let size: Int

    /// Whether the text is the rest of a relaxed query. Such a text is never short.
    private let isComplete: Bool

    init(_ typed: String, _ rules: WordRules, isComplete: Bool = false) {
        self.isComplete = isComplete
        self.typed = String(decoding: typed.utf8Span.span.trimmed(where: Self.isSpace))
        let folded = TextFolding.folded(typed)
        let text = Array(copying: folded.span.trimmed(where: Self.isSpace))
        let wordText = Self.unified(text, rules)
        var words: [Range<Int>] = []
        words.reserveCapacity(4)
        rules.forEachWord(in: wordText.span) { words.append($0) }
        self.text = text
        self.rules = rules
        self.wordText = wordText
        self.words = words
        umlautsSpelledOut = Self.umlautsSpelledOut(typed.utf8Span.span, rules)
        size = Self.size(of: wordText.span, words, rules)
    }

    /// Returns the unified form of a folded text, which is usually the text itself.
    private static func unified(_ text: [UInt8], _ rules: WordRules) -> [UInt8] {
        if rules.isUnified(text.span) { return text }
        var unified = TrivialArray<UInt8>()
        rules.appendUnified(text.span, to: &unified)
        return Array(copying: unified.span)
    }

    /// Returns the query split by the rules of another file.
    package func by(_ rules: WordRules) -> SearchQuery {
        rules == self.rules ? self : SearchQuery(typed, rules, isComplete: isComplete)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == ASCII.space || (0x09...0x0D).contains(byte) }

    /// The bytes of `text`.
    package var span: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            // SAFETY: the array never changes, and lives as long as the query.
            let bytes = unsafe text.withUnsafeBufferPointer { unsafe $0 }
            return unsafe _overrideLifetime(Span(_unsafeElements: bytes), borrowing: self)
        }
    }

    /// The bytes of `wordText`.
    package var wordSpan: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            // SAFETY: as above.
            let bytes = unsafe wordText.withUnsafeBufferPointer { unsafe $0 }
            return unsafe _overrideLifetime(Span(_unsafeElements: bytes), borrowing: self)
        }
    }

    /// Returns the word at `index`.
    @_lifetime(borrow self)
    func word(_ index: Int) -> Span<UInt8> { wordSpan.extracting(words[index]) }

    /// The maximum length of a short query, in characters.
    private static let shortLimit = 5

    /// Whether the query is a few characters without a space (`SearchStage`). One or two letters, and texts with
    /// digits, are not short queries, because they are probably tickers.
    var isShort: Bool {
        if isComplete || words.count != 1 || text.count > 4 * Self.shortLimit { return false }
        let text = span
        var position = 0
        var characters = 0
        while position < text.count {
            let character = text.character(at: &position)
            if character < 0x80, UInt8(character).isASCIIDigit { return false }
            characters += 1
        }
        return characters <= Self.shortLimit && text.count > 2
    }

    /// Whether the text is one word of letters, long enough for typos.
    var isWord: Bool {
        let text = span
        for index in 0..<text.count where text[index] < 0x80 && !text[index].isASCIILetter { return false }
        return Self.typos(in: text) > 0
    }

    /// Returns whether the word also matches as a prefix.
    func isBeginning(_ index: Int) -> Bool { index == words.count - 1 || rules.isAlwaysBeginning(word(index)) }

    /// Returns the number of typos that are allowed in `text`: one from four letters on, two from eight letters on.
    /// Digits do not count, since a different number is a different instrument.
    package static func typos(in text: Span<UInt8>) -> Int {
        var letters = 0
        var position = 0
        while position < text.count {
            let character = text.character(at: &position)
            let isDigit = character < 0x80 && UInt8(character).isASCIIDigit
            if !isDigit, FoldingTable.shared.isWordCharacter(character) { letters += 1 }
        }
        return letters >= 8 ? 2 : letters >= 4 ? 1 : 0
    }
}
