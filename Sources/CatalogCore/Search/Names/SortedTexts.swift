internal import Scanning

/// A sorted list of folded texts that supports prefix searches, and walks for similar texts: the words of all
/// descriptions, or the names (symbols and local symbols) of all rows.
///
/// The texts are front-coded in blocks of sixteen, in which the first text is stored whole. To skip all texts with a
/// given prefix, a reader must find the next text that shares fewer bytes with its predecessor. Each block therefore
/// stores the fewest bytes that one of its texts shares with its predecessor. A tree of these minima finds the block
/// with a few reads.
///
/// ```
/// u32  count                      texts
/// u32  length                     of all blocks together, in bytes
/// block:  varint length, bytes    its first text, whole
///         varint shared, varint length, bytes      each of up to 15 more
/// u32  × blocks                   the offset of each block from the first block
/// levels: u8 × blocks             the fewest bytes that a text of the block shares with the one before it, 255 at most
///         u8 × ⌈blocks / 64⌉      the minimum of every 64 numbers above, and so on, until one is left
/// ```
///
/// Worked example, the list `ES`, `ESZ26` (21 bytes):
/// ```
/// 02 00 00 00  08 00 00 00        two texts in 8 bytes
/// 02 45 53                        2 bytes, "ES"
/// 02 03 5A 32 36                  2 shared, 3 more, "Z26"
/// 00 00 00 00                     block 0 starts at 0
/// 00                              its first text shares nothing: it has no predecessor
/// ```
package struct SortedTexts: Sendable {
    /// The number of texts in a block, and of minima per minimum of the next level.
    static let blockTexts = FrontCodedText.blockTexts
    static let levelFactor = 64

    /// The number of texts in the list.
    let count: Int
    let bytes: MappedSection
    let blockCount: Int
    private let startsOffset: Int
    /// A cache of the leading keys of every 2^`keyShift`-th block's first text.
    private let leadingKeys = LeadingKeysOwner()
    private let keyShift: Int

    /// Creates the list of a section; an empty section is an empty list.
    ///
    /// - Parameter keys: The maximum number of leading keys in the cache.
    init(_ section: MappedSection, keys: Int = LeadingKeys.limit) {
        bytes = section
        // Every text has at least one byte, so a larger count is damage.
        count = min(Int(section.u32(at: 0)), section.count)
        blockCount = (count + Self.blockTexts - 1) / Self.blockTexts
        startsOffset = 8 + Int(section.u32(at: 4))
        var shift = 0
        while (blockCount - 1) >> shift >= keys { shift += 1 }
        keyShift = shift
    }

    /// Returns the offset of a block in `bytes`.
    @inline(__always)
    func start(ofBlock block: Int) -> Int { 8 &+ Int(bytes.u32(at: startsOffset &+ 4 &* block)) }

    // MARK: Searching

    /// A bound, which determines the texts below it.
    private enum Bound {
        /// The texts before the given text.
        case before
        /// The texts before the given text, or equal to it.
        case upTo
        /// The texts before the given text, or starting with it.
        case beginning
    }

    /// Returns the texts equal to `text`, and those that start with it, including `text` itself. Both ranges have the
    /// same start.
    ///
    /// - Complexity: O(log `count`) texts.
    package func find(_ text: Span<UInt8>) -> (equal: Range<Int>, beginning: Range<Int>) {
        let block = lastBlock(.before, text)
        let bounds = bounds(inBlock: block, text)
        let end = min((block + 1) * Self.blockTexts, count)
        // Usually all three bounds are in one block.
        let first = bounds.before ?? end
        let equal = bounds.upTo ?? position(.upTo, text, from: end)
        let beginning = bounds.beginning ?? position(.beginning, text, from: max(equal, end))
        return (first..<max(first, equal), first..<max(first, equal, beginning))
    }

    /// Returns the positions of the bounds if they are in a block or before it; `nil` for bounds after the block.
    private func bounds(inBlock block: Int, _ text: Span<UInt8>) -> (before: Int?, upTo: Int?, beginning: Int?) {
        let first = block * Self.blockTexts
        var before: Int?
        var upTo: Int?
        guard first < count else { return (nil, nil, nil) }
        var offset = start(ofBlock: block)
        // Prefetches most of the block's other texts.
        bytes.fetch(offset &+ 64)
        var matched = 0
        for index in first..<min(first + Self.blockTexts, count) {
            let (shared, length) =
                index == first ? (0, bytes.varint(at: &offset)) : bytes.frontCodedLengths(at: &offset)
            // A longer shared prefix implies the same ordering.
            if shared < matched { return (before ?? index, upTo ?? index, index) }
            if shared == matched, matched == text.count {
                // The text starts with the given text, as its predecessor does. Only the first such text can equal the
                // given one.
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

    /// Returns the texts equal to `text`.
    ///
    /// - Complexity: O(log `count`) texts.
    package func indices(of text: Span<UInt8>) -> Range<Int> {
        let first = position(.before, text, from: 0)
        return first..<position(.upTo, text, from: first)
    }

    /// Returns the texts that start with `text`.
    ///
    /// - Complexity: O(log `count`) texts.
    package func indices(withPrefix text: Span<UInt8>) -> Range<Int> {
        let first = position(.before, text, from: 0)
        return first..<position(.beginning, text, from: first)
    }

    /// Returns the first text of a range that is not before `text`; the end of the range if all are before it.
    ///
    /// - Complexity: O(log `range.count`) texts.
    func firstIndex(notBefore text: Span<UInt8>, in range: Range<Int>) -> Int {
        min(position(.before, text, from: range.lowerBound), range.upperBound)
    }

    /// Returns the first index from `start` on that is above the bound.
    private func position(_ bound: Bound, _ text: Span<UInt8>, from start: Int) -> Int {
        // Galloping search, since the end of a range is usually near its start.
        let block =
            start == 0 ? lastBlock(bound, text) : lastBlock(bound, text, from: start / Self.blockTexts, step: 1)
        return max(start, position(inBlock: block, bound, text))
    }

    /// Returns the first text of a block, which is stored whole.
    @_lifetime(borrow self)
    @inline(__always)
    private func firstText(ofBlock block: Int) -> Span<UInt8> {
        var offset = start(ofBlock: block)
        let length = bytes.varint(at: &offset)
        return bytes.span(offset, length)
    }

    /// Returns whether the first text of a block is below the bound.
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

    /// Returns the first index of a block that is above the bound, or the end of the block.
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

    // MARK: Sequential access

    /// Calls `body` with each text and its index, in order.
    ///
    /// - Complexity: O(bytes).
    func forEach(_ body: (Int, Span<UInt8>) -> Void) {
        var text = TrivialArray<UInt8>()
        for block in 0..<blockCount { forEach(inBlock: block, &text, body) }
    }

    /// Calls `body` with each text of a block and its index, in order. `text` is scratch memory.
    @inline(__always)
    func forEach(inBlock block: Int, _ text: inout TrivialArray<UInt8>, _ body: (Int, Span<UInt8>) -> Void) {
        let first = block * Self.blockTexts
        var offset = start(ofBlock: block)
        for index in first..<min(first + Self.blockTexts, count) {
            bytes.readFrontCoded(at: &offset, isWhole: index == first, into: &text)
            body(index, text.span)
        }
    }

    // MARK: Skipping

    /// Returns the first block after `block` with a text that shares fewer than `shared` bytes with its predecessor;
    /// `nil` if there is no such block.
    ///
    /// - Complexity: O(log `count`).
    func nextBlock(after block: Int, sharingFewerThan shared: Int) -> Int? {
        var index = block + 1
        var level = 0
        var levelStart = startsOffset + 4 * blockCount
        var levelCount = blockCount
        // Ascends until a minimum is small enough, then descends to the block.
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
                // Continues with the minimum of the next group. After the last group, `index` is `levelCount`, and the
                // loop ends.
                index = end / Self.levelFactor + (end % Self.levelFactor == 0 ? 0 : 1)
                level += 1
            }
        }
        return nil
    }

    /// Returns the first minimum below `limit` of the level at `start`; the end of the range if there is
    /// no such minimum.
    @inline(__always)
    private func firstMinimum(below limit: Int, of start: Int, _ range: Range<Int>) -> Int {
        var index = range.lowerBound
        if limit <= 0x80 {
            // Eight bytes at a time (SWAR): the first byte below the limit is the lowest one whose high bit is set
            // only by the subtraction.
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

    /// Returns the last block from `block` on whose first text is before `text`; `block` if there is no such block, or
    /// if `block` is `blockCount`.
    ///
    /// - Complexity: O(log blocks between).
    func lastBlock(before text: Span<UInt8>, from block: Int) -> Int { lastBlock(.before, text, from: block, step: 1) }

    /// Returns the last block from `block` on whose first text is below the bound, or `block`. Uses a galloping search
    /// whose first step is `step` blocks.
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

    /// Returns the last block of a nonempty range whose first text is below the bound, or the first block of the
    /// range.
    private func lastBlock(_ bound: Bound, _ text: Span<UInt8>, in blocks: Range<Int>) -> Int {
        let end = blocks.dropFirst().partitioningIndex { !isInFront(ofBlock: $0, bound, text) }
        return max(end - 1, blocks.lowerBound)
    }

    /// Returns the last block whose first text is below the bound, or 0. Most steps of the binary search need only
    /// cached leading keys.
    private func lastBlock(_ bound: Bound, _ text: Span<UInt8>) -> Int {
        let count = (blockCount - 1) >> keyShift + 1
        let keys = leadingKeys.all.place { LeadingKeys(count: count) }
        let asked = text.leadingKey
        // The largest key of a text with the prefix.
        let last = bound == .beginning && text.count < 8 ? asked | .max &>> UInt64(8 * text.count) : asked
        var low = 0
        var high = count
        while high - low > 1 {
            let middle = (low + high) / 2
            // The starts of the last candidate blocks are needed soon.
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
        // For a few candidates, prefetches all, so that their cache misses overlap.
        if blocks.count <= 4 { for block in blocks { bytes.fetch(start(ofBlock: block)) } }
        return lastBlock(bound, text, in: blocks)
    }

    private func count(ofLevel level: Int) -> Int {
        var count = blockCount
        for _ in 0..<level { count = (count + Self.levelFactor - 1) / Self.levelFactor }
        return count
    }
}
