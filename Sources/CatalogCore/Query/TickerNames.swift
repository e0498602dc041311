internal import Scanning

/// The names whose ticker a text is: what stands before the first mark of a symbol (`AIR` of `AIR:FR`, `BRK` of `BRK/B`), or after a slash at
/// its beginning (`ES` of the product `/ES`).
struct TickerNames {
    /// The tier of symbols has those first, then the others that begin with the text.
    static let grades = 2

    /// Names that begin with the text and go on with a mark.
    private var whole: [Range<Int>] = []
    /// Names that are the text after a slash, and may go on with a mark.
    private(set) var roots: [Range<Int>] = []

    /// Those among `names`, of which `found` are the text, or begin with it.
    ///
    /// - Complexity: O(log names).
    init(_ names: SortedTexts, _ text: Span<UInt8>, _ found: (equal: Range<Int>, beginning: Range<Int>)) {
        guard Self.canBeTicker(text) else { return }
        whole = Self.marked(names, text, found)
        var root = TrivialArray<UInt8>()
        root.append(UInt8(ascii: "/"))
        root.append(text)
        let slashed = names.find(root.span)
        if slashed.beginning.isEmpty { return }
        roots = Self.marked(names, root.span, slashed)
        if !slashed.equal.isEmpty { roots.insert(slashed.equal, at: 0) }
    }

    var isEmpty: Bool { whole.isEmpty && roots.isEmpty }

    /// Ranges of names.
    var ranges: [Range<Int>] { roots.isEmpty ? whole : whole + roots }

    /// The last character is a letter or digit.
    private static func canBeTicker(_ text: Span<UInt8>) -> Bool {
        !text.isEmpty && !isMark(text[text.count - 1])
    }

    /// What of the names that begin with `text` goes on with a mark.
    private static func marked(
        _ names: SortedTexts, _ text: Span<UInt8>, _ found: (equal: Range<Int>, beginning: Range<Int>)
    ) -> [Range<Int>] {
        let longer = found.equal.upperBound..<found.beginning.upperBound
        if longer.isEmpty { return [] }
        // In ASCII marks stand before the digits and between them and the letters.
        let digits = first(names, text, 0x30, in: longer)
        var ranges: [Range<Int>] = []
        if longer.lowerBound < digits { ranges.append(longer.lowerBound..<digits) }
        if digits < longer.upperBound {
            // In a damaged file the names may not ascend.
            let (start, end) = (first(names, text, 0x3A, in: longer), first(names, text, 0x41, in: longer))
            if start < end { ranges.append(start..<end) }
        }
        return ranges
    }

    /// The first name of a range that isn't before `text` with one more byte.
    private static func first(_ names: SortedTexts, _ text: Span<UInt8>, _ next: UInt8, in range: Range<Int>) -> Int {
        var bound = TrivialArray<UInt8>()
        bound.append(text)
        bound.append(next)
        return names.firstIndex(notBefore: bound.span, in: range)
    }

    private static func isMark(_ byte: UInt8) -> Bool { byte < 0x30 || (0x3A...0x40).contains(byte) }

    /// The text, of which `init` found names, is the ticker of `name`, and not all of it unless that begins with a slash.
    static func isTicker(_ text: Span<UInt8>, of name: Span<UInt8>) -> Bool {
        guard canBeTicker(text) else { return false }
        if name.begins(with: text), name.count > text.count, isMark(name[text.count]) { return true }
        guard !name.isEmpty, name[0] == UInt8(ascii: "/") else { return false }
        let root = name.extracting(1..<name.count)
        return root.begins(with: text) && (root.count == text.count || isMark(root[text.count]))
    }
}
