/// A sequential reader of a front-coded list. If the requested text is the next one in the same block, only its suffix
/// is decoded.
struct FrontCodedWalk: ~Copyable {
    private let texts: FrontCodedText
    /// The index of the current text, followed by the offset of the next text in the section.
    private var index = -1
    private var offset = 0
    private var text = TrivialArray<UInt8>()

    init(_ texts: FrontCodedText) { self.texts = texts }

    /// Makes text `wanted` the current text. If the list has no such text, the current text becomes empty.
    ///
    /// - Complexity: O(length of the suffix) for the next text, at most O(length of a block) for any other text.
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

    /// Appends the texts of a range to `output`, and the end offset of each text to `ends`. Stops as soon as the output
    /// has at least `limit` bytes.
    ///
    /// - Complexity: O(bytes).
    mutating func append(
        _ wanted: Range<Int>, to output: inout TrivialArray<UInt8>, _ ends: inout TrivialArray<Int32>, limit: Int
    ) {
        let known = wanted.clamped(to: 0..<texts.count)
        let bytes = texts.bytes
        // The offset of the previous text in the output.
        var previous: Int?
        for number in wanted {
            if output.count >= limit { break }
            if known.contains(number) {
                let start = output.count
                if let previous {
                    let isWhole = number % FrontCodedText.blockTexts == 0
                    if isWhole { offset = texts.start(ofBlock: number / FrontCodedText.blockTexts) }
                    // A damaged file may declare a shared prefix longer than the text.
                    let shared = isWhole ? 0 : min(bytes.varint(at: &offset), start - previous)
                    let length = bytes.varint(at: &offset)
                    output.append(copyOf: previous..<(previous + shared))
                    output.append(bytes.span(offset, length))
                    offset += length
                    index = number
                } else {
                    read(number)
                    output.append(span)
                }
                previous = start
            }
            // An output above 2 GiB occurs only with a damaged file.
            ends.append(Int32(clamping: output.count))
        }
        guard let previous else { return }
        text.truncate(to: 0)
        text.append(output.span.extracting(previous..<output.count))
    }

    /// The current text.
    var span: Span<UInt8> {
        @_lifetime(borrow self)
        @inline(__always)
        get { text.span }
    }
}
