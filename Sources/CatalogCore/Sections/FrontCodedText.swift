/// A front-coded list of texts, which stores symbols, descriptions and the distinct values of text fields.
///
/// Neighboring texts are similar (`.AAPL270115C150`, `.AAPL270115C155`), so each stores only the number of bytes that
/// it shares with its predecessor, and the remaining bytes. Every sixteenth text starts a block and is stored whole,
/// so reading any text decodes at most one block.
///
/// ```
/// u32  count                      texts
/// u32  length                     of all blocks together, in bytes
/// block:  varint length, bytes    its first text, whole
///         varint shared, varint length, bytes      each of up to 15 more
/// u32  × blocks                   the offset of each block from the first block
/// ```
///
/// Worked example, the list `/ES`, `/ESZ26`, `A` (24 bytes):
/// ```
/// 03 00 00 00  0C 00 00 00        three texts in 12 bytes
/// 03 2F 45 53                     3 bytes, "/ES"
/// 03 03 5A 32 36                  3 shared, 3 more, "Z26"
/// 00 01 41                        0 shared, 1 more, "A"
/// 00 00 00 00                     block 0 starts at 0
/// ```
@usableFromInline package struct FrontCodedText: Sendable {
    /// The number of texts in a block.
    @usableFromInline package static let blockTexts = 16

    /// The maximum number of shared bytes. It fits in one word together with a position in a block.
    static let sharedLimit = 1 << 24 - 1

    @usableFromInline package let bytes: MappedSection
    @usableFromInline let shape: FrontCodedShape

    /// The number of texts in the list.
    @usableFromInline package var count: Int { shape.count }

    /// Creates the list of a section, with its first `limit` texts; an empty section is an empty list.
    package init(_ section: MappedSection, limit: Int = Int(UInt32.max) - 1) {
        bytes = section
        // Every text has at least one byte, so a larger count is damage.
        shape = FrontCodedShape(
            count: min(Int(section.u32(at: 0)), section.count, limit), startsOffset: 8 + Int(section.u32(at: 4)))
    }

    /// Returns the offset of a block in `bytes`.
    @inline(__always)
    @inlinable package func start(ofBlock block: Int) -> Int { shape.start(ofBlock: block, in: bytes) }

    /// Calls `body` with text `index`, valid during `body`; empty if there is no such text. The first text of a block
    /// is used in place, others are decoded on the stack.
    ///
    /// - Complexity: O(length), plus at most the lengths of a block.
    @inlinable package func withText<Result, Failure: Error>(
        _ index: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard index >= 0, index < count else { return try body(bytes.span(0, 0)) }
        if index % Self.blockTexts == 0 {
            var offset = start(ofBlock: index / Self.blockTexts)
            let length = bytes.varint(at: &offset)
            return try body(bytes.span(offset, length))
        }
        var short = InlineArray<136, UInt8>(repeating: 0)
        var target = short.mutableSpan
        let length = shape.assembleShort(index, in: bytes, into: &target)
        if length >= 0 { return try body(short.span.extracting(0..<length)) }
        let parts = parts(of: index)
        var scratch = [UInt8](repeating: 0, count: parts.total)
        var long = scratch.mutableSpan
        assemble(parts, last: index % Self.blockTexts, into: &long)
        return try body(scratch.span)
    }

    /// Returns text `index` as a string.
    @inline(__always)
    @inlinable package func string(_ index: Int) -> String {
        shape.shortStringInOrder(index, in: bytes) ?? withText(index) { String(decoding: $0) }
    }

    /// Returns whether text `index` equals `candidate`, without decoding the text (`FrontCodedShape.equalsShort`).
    ///
    /// - Complexity: O(`candidate.count`), plus reading the lengths of at most `blockTexts` texts.
    @inline(__always)
    @usableFromInline func equals(_ index: Int, _ candidate: Span<UInt8>) -> Bool {
        guard index >= 0, index < count else { return false }
        return shape.equalsShort(index, candidate, in: bytes) ?? equalsLong(index, candidate)
    }

    /// Returns whether text `index`, of any length, equals `candidate`. Tracks the length of the common prefix of each
    /// text with the candidate. Reads a text's own bytes only if they may extend that prefix.
    @inline(never)
    private func equalsLong(_ index: Int, _ candidate: Span<UInt8>) -> Bool {
        var offset = start(ofBlock: index / Self.blockTexts)
        var length = bytes.varint(at: &offset)
        var total = length
        var matched = bytes.commonPrefix(at: offset, length, with: candidate, from: 0)
        for _ in 0..<(index % Self.blockTexts) {
            offset &+= length
            let pair = bytes.u16(at: offset)
            var shared = Int(pair & 0xFF)
            if pair & 0x8080 == 0 {
                // Nearly always, both lengths have one byte.
                length = Int(pair &>> 8)
                offset &+= 2
            } else {
                shared = bytes.varint(at: &offset)
                length = bytes.varint(at: &offset)
            }
            total = shared &+ length
            // If the text shares more than `matched` bytes with the previous one, both differ from the candidate at the
            // same place.
            if shared <= matched {
                matched = shared &+ bytes.commonPrefix(at: offset, length, with: candidate, from: shared)
            }
        }
        return matched == total && total == candidate.count
    }

    /// Prefetches the start of the block of text `index` (`MappedSection.fetch`).
    @inline(__always)
    func fetchStart(of index: Int) { shape.fetchStart(of: index, in: bytes) }

    /// Prefetches the block of text `index` up to that text, at most four cache lines.
    @inline(__always)
    func fetchBlock(of index: Int) { shape.fetchBlock(of: index, in: bytes) }

    /// Returns a negative number, 0 or a positive number if the bytes of text `index` sort before, equal or sort after
    /// `other`.
    @inlinable package func compare(_ index: Int, _ other: Span<UInt8>) -> Int {
        withText(index) { text in Self.compare(text, other) }
    }

    /// Compares two texts by bytes; a prefix sorts before longer texts.
    @usableFromInline package static func compare(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
        let limit = min(a.count, b.count)
        for index in 0..<limit where a[index] != b[index] { return Int(a[index]) - Int(b[index]) }
        return a.count - b.count
    }

    /// Returns the first index of a sorted list whose text is not before `text`; `count` if all texts are before it.
    ///
    /// - Complexity: O(log `count`) texts.
    func firstIndex(notBefore text: Span<UInt8>) -> Int {
        // The first texts of blocks are stored whole, so binary search for the block decodes no text.
        let blocks = (count + Self.blockTexts - 1) / Self.blockTexts
        let block = (0..<blocks).partitioningIndex { compare($0 * Self.blockTexts, text) >= 0 }
        if block == 0 { return 0 }
        let first = (block - 1) * Self.blockTexts + 1
        return (first..<min(block * Self.blockTexts, count)).partitioningIndex { compare($0, text) >= 0 }
    }

    /// Returns the indices of the texts of a sorted list that start with `prefix`.
    ///
    /// - Complexity: O(log `count`) texts.
    func indices(withPrefix prefix: Span<UInt8>) -> Range<Int> {
        let first = firstIndex(notBefore: prefix)
        let end = (first..<count).partitioningIndex { index in
            withText(index) { text in
                text.count < prefix.count || Self.compare(text.extracting(0..<prefix.count), prefix) != 0
            }
        }
        return first..<end
    }

    /// Calls `body` with all texts of `range` in order. Faster than single reads, since each text is decoded from its
    /// predecessor.
    ///
    /// - Complexity: O(bytes).
    @inlinable package func forEach<Failure: Error>(
        in range: Range<Int>? = nil, _ body: (Int, Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        try forEachChange(in: range) { index, _, text throws(Failure) in try body(index, text) }
    }

    /// Calls `body` with all texts of `range` in order, each with a lower bound of the bytes that it shares with the
    /// previous one; 0 for the first.
    ///
    /// - Complexity: O(bytes).
    @inline(__always)
    @inlinable func forEachChange<Failure: Error>(
        in range: Range<Int>? = nil, _ body: (_ index: Int, _ shared: Int, Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        let range = (range ?? 0..<count).clamped(to: 0..<count)
        guard !range.isEmpty else { return }
        var text = TrivialArray<UInt8>()
        var offset = 0
        let first = range.lowerBound / Self.blockTexts * Self.blockTexts
        // The minimum of the shared bytes since the last text that was passed to `body`.
        var passed = Int.max
        for index in first..<range.upperBound {
            let isFirst = index % Self.blockTexts == 0
            if isFirst { offset = start(ofBlock: index / Self.blockTexts) }
            let shared = bytes.readFrontCoded(at: &offset, isWhole: isFirst, into: &text)
            passed = min(passed, shared)
            if index >= range.lowerBound {
                try body(index, index == range.lowerBound ? 0 : passed, text.span)
                passed = .max
            }
        }
    }

    /// Calls `body` for all texts of `range` in order, without decoding them. Passes the number of bytes shared with
    /// the previous text, and the location of the text's own bytes in `bytes`. In a damaged file, these may be out of
    /// bounds.
    ///
    /// - Parameter range: A range that begins with the first text of a block.
    /// - Complexity: O(texts).
    @inline(__always)
    func forEachOwn(
        in range: Range<Int>, _ body: (_ index: Int, _ shared: Int, _ offset: Int, _ length: Int) -> Void
    ) {
        precondition(range.lowerBound % Self.blockTexts == 0)
        var offset = 0
        for index in range.clamped(to: 0..<count) {
            let isFirst = index % Self.blockTexts == 0
            if isFirst { offset = start(ofBlock: index / Self.blockTexts) }
            let (shared, length) = isFirst ? (0, bytes.varint(at: &offset)) : bytes.frontCodedLengths(at: &offset)
            body(index, shared, offset, length)
            offset &+= length
        }
    }
}
