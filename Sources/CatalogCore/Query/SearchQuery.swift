internal import Scanning

/// What was typed, folded and taken apart. A class, since a search hands it on from one part to the next.
package final class SearchQuery: Sendable {
    /// Longest text, in bytes of UTF-8.
    package static let lengthLimit = 1024

    /// The text itself, without spaces around it.
    package let typed: String
    /// The folded text without spaces around it.
    let text: [UInt8]
    /// How it was taken apart.
    let rules: WordRules
    /// The text as its words are compared.
    package let wordText: [UInt8]
    /// Its words, as ranges of that.
    package let words: [Range<Int>]
    /// Its words with AE, OE and UE for Ä, Ö and Ü; `nil` where it has none of these.
    let umlautsSpelledOut: [[UInt8]]?
    /// Its words of their own (`DescriptionSizes`).
    let size: Int

    init(_ typed: String, _ rules: WordRules) {
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

    /// The form of a folded text in which words are compared; mostly it is the text itself.
    private static func unified(_ text: [UInt8], _ rules: WordRules) -> [UInt8] {
        if rules.isUnified(text.span) { return text }
        var unified = TrivialArray<UInt8>()
        rules.appendUnified(text.span, to: &unified)
        return Array(copying: unified.span)
    }

    /// The same query, taken apart for a file with other rules.
    package func by(_ rules: WordRules) -> SearchQuery { rules == self.rules ? self : SearchQuery(typed, rules) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == ASCII.space || (0x09...0x0D).contains(byte) }

    /// The text.
    package var span: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            // SAFETY: the array never changes, and lives as long as the query.
            let bytes = unsafe text.withUnsafeBufferPointer { unsafe $0 }
            return unsafe _overrideLifetime(Span(_unsafeElements: bytes), borrowing: self)
        }
    }

    /// The text as its words are compared.
    package var wordSpan: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            // SAFETY: as above.
            let bytes = unsafe wordText.withUnsafeBufferPointer { unsafe $0 }
            return unsafe _overrideLifetime(Span(_unsafeElements: bytes), borrowing: self)
        }
    }

    /// A word of it.
    @_lifetime(borrow self)
    func word(_ index: Int) -> Span<UInt8> { wordSpan.extracting(words[index]) }

    /// Words that merely begin with this one match it, too.
    func isBeginning(_ index: Int) -> Bool { index == words.count - 1 || rules.isAlwaysBeginning(word(index)) }

    /// The typos that are allowed in `text`: one for four letters and more, two for eight and more. Digits are no letters:
    /// another year is another year.
    static func typos(in text: Span<UInt8>) -> Int {
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
