internal import Scanning

/// What was typed, folded and taken apart.
struct SearchQuery {
    /// Longest text, in bytes of UTF-8.
    static let lengthLimit = 1024

    /// The text itself, without spaces around it.
    let typed: String
    /// The folded text without spaces around it.
    let text: [UInt8]
    /// How it was taken apart.
    let rules: WordRules
    /// The text as its words are compared.
    let wordText: [UInt8]
    /// Its words, as ranges of that.
    let words: [Range<Int>]
    /// Its words with AE, OE and UE for Ä, Ö and Ü; `nil` where it has none of these.
    let umlautsSpelledOut: [[UInt8]]?
    /// Its words of their own (`DescriptionSizes`).
    let size: Int

    init(_ typed: String, _ rules: WordRules) {
        self.typed = String(decoding: Self.trimmed(typed.utf8Span.span))
        let folded = TextFolding.folded(typed)
        let text = Array(copying: Self.trimmed(folded.span))
        var unified = RawArray<UInt8>()
        rules.appendUnified(text.span, to: &unified)
        var words: [Range<Int>] = []
        rules.forEachWord(in: unified.span) { words.append($0) }
        self.text = text
        self.rules = rules
        wordText = Array(copying: unified.span)
        self.words = words
        umlautsSpelledOut = Self.umlautsSpelledOut(typed.utf8Span.span, rules)
        size = Self.size(of: unified.span, rules)
    }

    /// The same query, taken apart for a file with other rules.
    func by(_ rules: WordRules) -> SearchQuery { rules == self.rules ? self : SearchQuery(typed, rules) }

    @_lifetime(copy text)
    private static func trimmed(_ text: Span<UInt8>) -> Span<UInt8> {
        var start = 0
        var end = text.count
        while start < end, isSpace(text[start]) { start += 1 }
        while start < end, isSpace(text[end - 1]) { end -= 1 }
        return text.extracting(start..<end)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == ASCII.space || (0x09...0x0D).contains(byte) }

    /// The text.
    var span: Span<UInt8> {
        @_lifetime(borrow self)
        get { text.span }
    }

    /// A word of it.
    @_lifetime(borrow self)
    func word(_ index: Int) -> Span<UInt8> { wordText.span.extracting(words[index]) }

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
