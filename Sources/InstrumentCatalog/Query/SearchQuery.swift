internal import Scanning

/// What was typed, folded and taken apart.
struct SearchQuery {
    /// Longest text, in bytes of UTF-8.
    static let lengthLimit = 1024

    /// The folded text without spaces around it.
    let text: [UInt8]
    /// Its words.
    let words: [Range<Int>]

    init(_ typed: String) {
        let folded = TextFolding.folded(typed)
        var start = 0
        var end = folded.count
        while start < end, Self.isSpace(folded[start]) { start += 1 }
        while start < end, Self.isSpace(folded[end - 1]) { end -= 1 }
        let text = Array(copying: folded.span.extracting(start..<end))
        var words: [Range<Int>] = []
        TextFolding.forEachWord(in: text.span) { words.append($0) }
        self.text = text
        self.words = words
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == ASCII.space || (0x09...0x0D).contains(byte) }

    /// The text.
    var span: Span<UInt8> {
        @_lifetime(borrow self)
        get { text.span }
    }

    /// A word of it.
    @_lifetime(borrow self)
    func word(_ index: Int) -> Span<UInt8> { text.span.extracting(words[index]) }

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
