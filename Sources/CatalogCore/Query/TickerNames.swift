internal import Scanning

/// The names whose ticker is a given text. The ticker is the part before the first separator of a symbol (`AIR` of
/// `AIR:FR`, `BRK` of `BRK/B`), or after an initial slash (`ES` of the product `/ES`).
struct TickerNames {
    /// The ranges of two kinds of names: the text, a separator and any text; and a slash and the text, optionally
    /// followed by a separator and any text.
    private(set) var ranges: [Range<Int>] = []
    /// The names that consist of a slash and the text, followed by any text.
    private(set) var slashed = 0..<0

    /// Finds the names in `names`. `found` has the ranges of names that equal the text, and that start with it.
    ///
    /// - Complexity: O(log names).
    init(_ names: SortedTexts, _ text: Span<UInt8>, _ found: (equal: Range<Int>, beginning: Range<Int>)) {
        var root = TrivialArray<UInt8>()
        root.append(UInt8(ascii: "/"))
        root.append(text)
        let foundRoots = names.find(root.span)
        slashed = foundRoots.beginning
        guard Self.canBeTicker(text) else { return }
        ranges = Self.marked(names, text, found)
        if slashed.isEmpty { return }
        if !foundRoots.equal.isEmpty { ranges.append(foundRoots.equal) }
        ranges += Self.marked(names, root.span, foundRoots)
    }

    var isEmpty: Bool { ranges.isEmpty }

    /// Returns whether the last character is a letter or digit.
    private static func canBeTicker(_ text: Span<UInt8>) -> Bool {
        !text.isEmpty && !isMark(text[text.count - 1])
    }

    /// Returns the ranges of the names in which a separator follows `text`.
    private static func marked(
        _ names: SortedTexts, _ text: Span<UInt8>, _ found: (equal: Range<Int>, beginning: Range<Int>)
    ) -> [Range<Int>] {
        let longer = found.equal.upperBound..<found.beginning.upperBound
        if longer.isEmpty { return [] }
        // In ASCII, separators precede the digits or lie between digits and letters.
        let digits = first(names, text, 0x30, in: longer)
        var ranges: [Range<Int>] = []
        if longer.lowerBound < digits { ranges.append(longer.lowerBound..<digits) }
        if digits < longer.upperBound {
            // In a damaged file, the names may not ascend.
            let (start, end) = (first(names, text, 0x3A, in: longer), first(names, text, 0x41, in: longer))
            if start < end { ranges.append(start..<end) }
        }
        return ranges
    }

    /// Returns the first name of a range that is not before `text` followed by the byte `next`.
    private static func first(_ names: SortedTexts, _ text: Span<UInt8>, _ next: UInt8, in range: Range<Int>) -> Int {
        var bound = TrivialArray<UInt8>()
        bound.append(text)
        bound.append(next)
        return names.firstIndex(notBefore: bound.span, in: range)
    }

    private static func isMark(_ byte: UInt8) -> Bool { byte < 0x30 || (0x3A...0x40).contains(byte) }

    /// Returns whether the text is the ticker of `name`. The name must be the text, a separator and any text; or a
    /// slash and the text, optionally followed by a separator and any text.
    static func isTicker(_ text: Span<UInt8>, of name: Span<UInt8>) -> Bool {
        guard canBeTicker(text) else { return false }
        if name.begins(with: text), name.count > text.count, isMark(name[text.count]) { return true }
        guard !name.isEmpty, name[0] == UInt8(ascii: "/") else { return false }
        let root = name.extracting(1..<name.count)
        return root.begins(with: text) && (root.count == text.count || isMark(root[text.count]))
    }
}
