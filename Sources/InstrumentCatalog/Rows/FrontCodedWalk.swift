/// Reads texts of a list that are mostly asked for in order: a text is made from the one read before where that stands in front
/// of it in the same block, so going through a list costs each text's own bytes only.
struct FrontCodedWalk: ~Copyable {
    private let texts: FrontCodedText
    /// The text that was read last, and where the next one starts in the section.
    private var index = -1
    private var offset = 0
    private var text = RawArray<UInt8>()

    init(_ texts: FrontCodedText) { self.texts = texts }

    /// Makes text `wanted` the current one; the empty text where there is none of that number.
    ///
    /// - Complexity: O(own bytes) for the text after the last one, at most a block's for any other.
    mutating func read(_ wanted: Int) {
        if wanted == index { return }
        guard wanted >= 0, wanted < texts.count else {
            text.truncate(to: 0)
            index = -1
            return
        }
        let first = wanted / FrontCodedText.blockTexts * FrontCodedText.blockTexts
        if index < first || index > wanted {
            offset = texts.start(ofBlock: wanted / FrontCodedText.blockTexts)
            text.truncate(to: 0)
            index = first - 1
        }
        let bytes = texts.bytes
        while index < wanted {
            index += 1
            bytes.readFrontCoded(at: &offset, isWhole: index == first, into: &text)
        }
    }

    /// The current text.
    var span: Span<UInt8> {
        @_lifetime(borrow self)
        @inline(__always)
        get { text.span }
    }
}
