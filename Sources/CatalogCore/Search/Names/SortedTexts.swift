internal import Scanning

/// A sorted list of texts that is searched by beginnings, and walked for texts that are nearly the one asked for: the words of
/// all descriptions, and the names (symbols and local symbols) of all rows, both folded.
///
/// Each text shares its beginning with the one before; sixteen make a block, whose first text is whole. To pass over all
/// texts that begin alike, a reader must know how far it is to the next text that shares less with the one before. So each
/// block has its minimum of shared bytes, and a tree over these finds the block with a few reads.
///
/// ```
/// u32  count                      texts
/// u32  length                     of all blocks together, in bytes
/// block:  varint length, bytes    its first text, whole
///         varint shared, varint length, bytes      each of up to 15 more
/// u32  × blocks                   where each block starts, counted from the first
/// levels: u8 × blocks             the fewest bytes that a text of the block shares with the one before it, 255 at most
///         u8 × ⌈blocks / 64⌉      the minimum of 64 of those, and so on, until one is left
/// ```
///
/// Worked example, the list `ES`, `ESZ26` (22 bytes):
/// ```
/// 02 00 00 00  08 00 00 00        two texts in 8 bytes
/// 02 45 53                        2 bytes, "ES"
/// 02 03 5A 32 36                  2 shared, 3 more, "Z26"
/// 00 00 00 00                     block 0 starts at 0
/// 00                              its first text shares nothing: there is none before it
/// ```
package struct SortedTexts: Sendable {
    /// Texts in a block, and minima in the next level's one.
    static let blockTexts = FrontCodedText.blockTexts
    static let levelFactor = 64

    /// Texts in the list.
    let count: Int
    let bytes: MappedSection
    let blockCount: Int
    private let startsOffset: Int
    /// What is known of the first texts of blocks, each 2 to this power after the one before.
    private let leadingKeys = LeadingKeysOwner()
    private let keyShift: Int

    /// The list in `section`. An empty section is an empty list.
    ///
    /// - Parameter keys: how many leading keys of texts are kept at most.
    init(_ section: MappedSection, keys: Int = LeadingKeys.limit) {
        bytes = section
        // Every text takes a byte at least, so a count beyond that is damage.
        count = min(Int(section.u32(at: 0)), section.count)
        blockCount = (count + Self.blockTexts - 1) / Self.blockTexts
        startsOffset = 8 + Int(section.u32(at: 4))
        var shift = 0
        while (blockCount - 1) >> shift >= keys { shift += 1 }
        keyShift = shift
    }

    /// Where block `block` starts in `bytes`.
    @inline(__always)
    func start(ofBlock block: Int) -> Int { 8 &+ Int(bytes.u32(at: startsOffset &+ 4 &* block)) }

    // MARK: Searching

    /// What a bound leaves before it.
    private enum Bound {
        /// All texts before the one asked for.
        case before
        /// And those equal to it.
        case upTo
        /// And those that begin with it.
        case beginning
    }

    /// The texts that are `text`, and those that begin with it, `text` itself too: both ranges start alike.
    ///
    /// - Complexity: O(log `count`) texts.
    package func find(_ text: Span<UInt8>) -> (equal: Range<Int>, beginning: Range<Int>) {
        let block = lastBlock(.before, text)
        let bounds = bounds(inBlock: block, text)
        let end = min((block + 1) * Self.blockTexts, count)
        // Mostly all three bounds are in one block.
        let first = bounds.before ?? end
        let equal = bounds.upTo ?? position(.upTo, text, from: end)
        let beginning = bounds.beginning ?? position(.beginning, text, from: max(equal, end))
        return (first..<max(first, equal), first..<max(first, equal, beginning))
    }

    /// Where the bounds lie in a block, or before it; `nil` for those after it.
    private func bounds(inBlock block: Int, _ text: Span<UInt8>) -> (before: Int?, upTo: Int?, beginning: Int?) {
        let first = block * Self.blockTexts
        var before: Int?
        var upTo: Int?
        guard first < count else { return (nil, nil, nil) }
        var offset = start(ofBlock: block)
        // Most of the block's other texts are there.
        bytes.fetch(offset &+ 64)
        var matched = 0
        for index in first..<min(first + Self.blockTexts, count) {
            let (shared, length) =
                index == first ? (0, bytes.varint(at: &offset)) : bytes.frontCodedLengths(at: &offset)
            // What shares more than the one before had in common with the text stands where that one does.
            if shared < matched { return (before ?? index, upTo ?? index, index) }
            if shared == matched, matched == text.count {
                // It begins with the text, too, as the one before does; only the first can be the text itself.
                if before == nil { before = index }
                if upTo == nil, length > 0 { upTo = index }
            } else if shared == matched {
                matched += bytes.commonPrefix(at: offset, length, with: text, from: matched)
                if matched == text.count {
                    if before == nil { before = index }
                    if upTo == nil, shared + length > matched { upTo = index }
                } else if matched < shared + length, bytes.byte(at: offset + matched - shared) > text[matched] {
                    return (before ?? index, upTo ?? index, index)
                }
            }
            offset += length
        }
        return (before, upTo, nil)
    }

    /// The texts that are `text`.
    ///
    /// - Complexity: O(log `count`) texts.
    package func indices(of text: Span<UInt8>) -> Range<Int> {
        let first = position(.before, text, from: 0)
        return first..<position(.upTo, text, from: first)
    }

    /// The texts that begin with `text`.
    ///
    /// - Complexity: O(log `count`) texts.
    package func indices(withPrefix text: Span<UInt8>) -> Range<Int> {
        let first = position(.before, text, from: 0)
        return first..<position(.beginning, text, from: first)
    }

    /// The first text of a range that isn't before `text`; the range's end where none is.
    ///
    /// - Complexity: O(log `range.count`) texts.
    func firstIndex(notBefore text: Span<UInt8>, in range: Range<Int>) -> Int {
        min(position(.before, text, from: range.lowerBound), range.upperBound)
    }

    /// The first index from `start` on that lies after the bound.
    private func position(_ bound: Bound, _ text: Span<UInt8>, from start: Int) -> Int {
        // Leaps, since the end of a range mostly is near its start.
        let block =
            start == 0 ? lastBlock(bound, text) : lastBlock(bound, text, from: start / Self.blockTexts, step: 1)
        return max(start, position(inBlock: block, bound, text))
    }

    /// The first text of `block`, which stands there whole.
    @_lifetime(borrow self)
    @inline(__always)
    private func firstText(ofBlock block: Int) -> Span<UInt8> {
        var offset = start(ofBlock: block)
        let length = bytes.varint(at: &offset)
        return bytes.span(offset, length)
    }

    /// The first text of `block` lies before the bound.
    @inline(__always)
    private func isInFront(ofBlock block: Int, _ bound: Bound, _ text: Span<UInt8>) -> Bool {
        let first = firstText(ofBlock: block)
        let common = first.commonPrefix(text)
        if common == text.count {
            switch bound {
            case .before: return false
            case .upTo: return first.count == common
            case .beginning: return true
            }
        }
        return common == first.count || first[common] < text[common]
    }

    /// The first index of `block` that lies after the bound, or the block's end.
    private func position(inBlock block: Int, _ bound: Bound, _ text: Span<UInt8>) -> Int {
        let bounds = bounds(inBlock: block, text)
        let found =
            switch bound {
            case .before: bounds.before
            case .upTo: bounds.upTo
            case .beginning: bounds.beginning
            }
        return found ?? min((block + 1) * Self.blockTexts, count)
    }

    // MARK: One after the other

    /// Calls `body` with all texts, each with its index, in order.
    ///
    /// - Complexity: O(bytes), some nanoseconds a text.
    func forEach(_ body: (Int, Span<UInt8>) -> Void) {
        var text = TrivialArray<UInt8>()
        for block in 0..<blockCount { forEach(inBlock: block, &text, body) }
    }

    /// Calls `body` for each of the texts of `block`, each with its index, in order; they are put together in `text`.
    @inline(__always)
    func forEach(inBlock block: Int, _ text: inout TrivialArray<UInt8>, _ body: (Int, Span<UInt8>) -> Void) {
        let first = block * Self.blockTexts
        var offset = start(ofBlock: block)
        for index in first..<min(first + Self.blockTexts, count) {
            bytes.readFrontCoded(at: &offset, isWhole: index == first, into: &text)
            body(index, text.span)
        }
    }

    // MARK: Passing over

    /// The first block after `block` that holds a text that shares fewer than `shared` bytes with the one before it; `nil`
    /// where there is none.
    ///
    /// - Complexity: O(log `count`).
    func nextBlock(after block: Int, sharingFewerThan shared: Int) -> Int? {
        var index = block + 1
        var level = 0
        var levelStart = startsOffset + 4 * blockCount
        var levelCount = blockCount
        // Upwards while nothing is found among the neighbours, then down to the block.
        while index < levelCount {
            let end = min((index / Self.levelFactor + 1) * Self.levelFactor, levelCount)
            index = firstMinimum(below: shared, of: levelStart, index..<end)
            if index < end {
                if level == 0 { return index }
                level -= 1
                index *= Self.levelFactor
                levelCount = count(ofLevel: level)
                levelStart -= levelCount
            } else {
                levelStart += levelCount
                levelCount = (levelCount + Self.levelFactor - 1) / Self.levelFactor
                // What the next minima have in common; the last ones' is the last one.
                index = end / Self.levelFactor + (end % Self.levelFactor == 0 ? 0 : 1)
                level += 1
            }
        }
        return nil
    }

    /// The first of some minima of the level at `start` that is below `limit`; the range's end where none is.
    @inline(__always)
    private func firstMinimum(below limit: Int, of start: Int, _ range: Range<Int>) -> Int {
        var index = range.lowerBound
        if limit <= 0x80 {
            // Eight at a time: the lowest byte whose high bit comes up by the subtraction, and isn't its own, is the first that is below.
            let limits = UInt64(truncatingIfNeeded: limit) &* 0x0101_0101_0101_0101
            while index < range.upperBound {
                let word = bytes.word(at: start &+ index)
                let below = (word &- limits) & ~word & 0x8080_8080_8080_8080
                if below != 0 { return min(index &+ below.trailingZeroBitCount / 8, range.upperBound) }
                index &+= 8
            }
            return range.upperBound
        }
        while index < range.upperBound, bytes.byte(at: start &+ index) >= limit { index &+= 1 }
        return index
    }

    /// The last block from `block` on whose first text stands before `text`; `block` where none does, `blockCount` at most.
    ///
    /// - Complexity: O(log blocks between).
    func lastBlock(before text: Span<UInt8>, from block: Int) -> Int { lastBlock(.before, text, from: block, step: 1) }

    /// The last block from `block` on whose first text lies before the bound, or `block`: leaps of `step` blocks and more,
    /// then halves.
    private func lastBlock(_ bound: Bound, _ text: Span<UInt8>, from block: Int, step: Int) -> Int {
        var low = block
        var step = step
        var high = min(low + step, blockCount)
        while high < blockCount, isInFront(ofBlock: high, bound, text) {
            low = high
            step *= 4
            high = min(low + step, blockCount)
        }
        return lastBlock(bound, text, in: low..<high)
    }

    /// The last block of some, of which there is one at least, whose first text lies before the bound; else the first of them.
    private func lastBlock(_ bound: Bound, _ text: Span<UInt8>, in blocks: Range<Int>) -> Int {
        let end = blocks.dropFirst().partitioningIndex { !isInFront(ofBlock: $0, bound, text) }
        return max(end - 1, blocks.lowerBound)
    }

    /// The last block of all whose first text lies before the bound, or 0. Most steps to it need no text, only what is known of it.
    private func lastBlock(_ bound: Bound, _ text: Span<UInt8>) -> Int {
        let count = (blockCount - 1) >> keyShift + 1
        let keys = leadingKeys.all.place { LeadingKeys(count: count) }
        let asked = text.leadingKey
        // What begins with the text has no larger one.
        let last = bound == .beginning && text.count < 8 ? asked | .max &>> UInt64(8 * text.count) : asked
        var low = 0
        var high = count
        while high - low > 1 {
            let middle = (low + high) / 2
            // Where the last blocks in question start is soon asked for.
            if high - low <= 4 { bytes.fetch(startsOffset &+ 4 &* (middle << keyShift)) }
            let key = keys.value.key(middle) { firstText(ofBlock: middle << keyShift).leadingKey }
            if key < asked || key <= last && isInFront(ofBlock: middle << keyShift, bound, text) {
                low = middle
            } else {
                high = middle
            }
        }
        if keyShift == 0 { return low }
        let blocks = (low << keyShift)..<min(high << keyShift, blockCount)
        // Few, of which most are looked at, and waited for at once.
        if blocks.count <= 4 { for block in blocks { bytes.fetch(start(ofBlock: block)) } }
        return lastBlock(bound, text, in: blocks)
    }

    private func count(ofLevel level: Int) -> Int {
        var count = blockCount
        for _ in 0..<level { count = (count + Self.levelFactor - 1) / Self.levelFactor }
        return count
    }
}
