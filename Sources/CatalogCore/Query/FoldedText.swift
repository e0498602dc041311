/// A folded text that maps each of its bytes to the source text, for highlights. The memory is reused from text to
/// text.
package struct FoldedText: ~Copyable {
    private var bytes = TrivialArray<UInt8>()
    /// For each byte, the source range of its character; empty for ASCII texts, in which positions do not change.
    private var starts = TrivialArray<UInt32>()
    private var ends = TrivialArray<UInt32>()
    /// The number of bytes of the source text.
    private var length = 0

    package init() {}

    /// Replaces the content by the folded form of `text`.
    ///
    /// - Parameter rules: The rules for comparing words, by which each character is also unified.
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

    /// Returns the source range of a nonempty range of the folded text, including following marks that folding
    /// removes.
    func source(of range: Range<Int>) -> Range<Int> {
        if starts.isEmpty { return range }
        let next = range.upperBound < starts.count ? Int(starts[range.upperBound]) : length
        return Int(starts[range.lowerBound])..<max(next, Int(ends[range.upperBound - 1]))
    }
}
