/// A folded text that knows where in the text itself each of its bytes comes from: for highlights.
///
/// It can be read into again, so that many texts need memory once.
package struct FoldedText: ~Copyable {
    private var bytes = TrivialArray<UInt8>()
    /// For each byte the range of the character that it comes from; empty for texts of ASCII, whose bytes stay where they are.
    private var starts = TrivialArray<UInt32>()
    private var ends = TrivialArray<UInt32>()
    /// Bytes of the text itself.
    private var length = 0

    package init() {}

    /// Takes a text in place of the one before.
    ///
    /// - Parameter rules: those by which the words of the folded text are compared; each character takes their form.
    mutating func read(_ text: Span<UInt8>, _ rules: WordRules = .runs) {
        length = text.count
        bytes.truncate(to: 0)
        starts.truncate(to: 0)
        ends.truncate(to: 0)
        if text.isASCII { return TextFolding.append(text, to: &bytes) }
        var character = TrivialArray<UInt8>()
        var position = 0
        while position < text.count {
            let start = position
            _ = text.character(at: &position)
            character.truncate(to: 0)
            TextFolding.append(text.extracting(start..<position), to: &character)
            rules.appendUnified(character.span, to: &bytes)
            starts.append(repeating: UInt32(truncatingIfNeeded: start), count: bytes.count - starts.count)
            ends.append(repeating: UInt32(truncatingIfNeeded: position), count: bytes.count - ends.count)
        }
    }

    var span: Span<UInt8> {
        @_lifetime(borrow self)
        get { bytes.span }
    }

    /// The bytes of the text itself that a range of the folded ones, not an empty one, comes from; marks after it that folding
    /// leaves out belong to it.
    func source(of range: Range<Int>) -> Range<Int> {
        if starts.isEmpty { return range }
        let next = range.upperBound < starts.count ? Int(starts[range.upperBound]) : length
        return Int(starts[range.lowerBound])..<max(next, Int(ends[range.upperBound - 1]))
    }
}
