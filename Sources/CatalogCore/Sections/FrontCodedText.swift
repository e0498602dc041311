/// A list of texts in which each shares its beginning with the one before: how the file holds symbols, descriptions and the
/// distinct values of text fields.
///
/// Neighbours in such lists are alike (`.AAPL270115C150`, `.AAPL270115C155`), so a text is stored as the number of bytes that
/// it shares with the one before and the bytes that follow. Every sixteenth starts a block and is stored whole, so reading
/// any one costs at most a block.
///
/// ```
/// u32  count                      texts
/// u32  length                     of all blocks together, in bytes
/// block:  varint length, bytes    its first text, whole
///         varint shared, varint length, bytes      each of up to 15 more
/// u32  × blocks                   where each block starts, counted from the first
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
    /// Texts in a block.
    @usableFromInline package static let blockTexts = 16

    /// Most bytes that a text may share, so that a place in a block and that number fit one word.
    static let sharedLimit = 1 << 24 - 1

    @usableFromInline package let bytes: MappedSection
    @usableFromInline let shape: FrontCodedShape

    /// Texts in the list.
    @usableFromInline package var count: Int { shape.count }

    /// The list in `section`, its first `limit` texts. An empty section is an empty list.
    package init(_ section: MappedSection, limit: Int = Int(UInt32.max) - 1) {
        bytes = section
        // Every text takes a byte at least, so a count beyond that is damage.
        shape = FrontCodedShape(
            count: min(Int(section.u32(at: 0)), section.count, limit), startsOffset: 8 + Int(section.u32(at: 4)))
    }

    /// Where block `block` starts in `bytes`.
    @inline(__always)
    @inlinable package func start(ofBlock block: Int) -> Int { shape.start(ofBlock: block, in: bytes) }

    /// Text `index` for the time of `body`: in place where it opens a block, else put together on the stack. Empty where
    /// there is no such text.
    ///
    /// - Complexity: O(length) and at most a block's lengths.
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

    /// Text `index` as a string.
    @inline(__always)
    @inlinable package func string(_ index: Int) -> String {
        shape.shortStringInOrder(index, in: bytes) ?? withText(index) { String(decoding: $0) }
    }

    /// Text `index` is `candidate`, byte for byte. Nothing is put together for it (`FrontCodedShape.equalsShort`).
    ///
    /// - Complexity: a block's lengths and O(`candidate.count`).
    @inline(__always)
    @usableFromInline func equals(_ index: Int, _ candidate: Span<UInt8>) -> Bool {
        guard index >= 0, index < count else { return false }
        return shape.equalsShort(index, candidate, in: bytes) ?? equalsLong(index, candidate)
    }

    /// The same for any text: the block is walked with how many bytes each text has in common with the candidate, and own bytes are
    /// looked at only where a text may have more than the one before.
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
                // Nearly always both numbers are of one byte.
                length = Int(pair &>> 8)
                offset &+= 2
            } else {
                shared = bytes.varint(at: &offset)
                length = bytes.varint(at: &offset)
            }
            total = shared &+ length
            // What shares more than that goes on as the one before does: differently.
            if shared <= matched {
                matched = shared &+ bytes.commonPrefix(at: offset, length, with: candidate, from: shared)
            }
        }
        return matched == total && total == candidate.count
    }

    /// Fetches what says where the block of text `index` starts (`MappedSection.fetch`).
    @inline(__always)
    func fetchStart(of index: Int) { shape.fetchStart(of: index, in: bytes) }

    /// Fetches the block of text `index` up to that text, as far as four lines of the processor's cache go.
    @inline(__always)
    func fetchBlock(of index: Int) { shape.fetchBlock(of: index, in: bytes) }

    /// Less than, equal to or greater than 0, as text `index` sorts before, with or after `other` by bytes.
    @inlinable package func compare(_ index: Int, _ other: Span<UInt8>) -> Int {
        withText(index) { text in Self.compare(text, other) }
    }

    /// Byte order; a prefix sorts before what goes on.
    @usableFromInline package static func compare(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
        let limit = min(a.count, b.count)
        for index in 0..<limit where a[index] != b[index] { return Int(a[index]) - Int(b[index]) }
        return a.count - b.count
    }

    /// In a sorted list: the first index whose text isn't before `text`; `count` where all are.
    ///
    /// - Complexity: O(log `count`) texts.
    func firstIndex(notBefore text: Span<UInt8>) -> Int {
        // The first text of a block stands there whole, so the block is found without putting any together.
        let blocks = (count + Self.blockTexts - 1) / Self.blockTexts
        let block = (0..<blocks).partitioningIndex { compare($0 * Self.blockTexts, text) >= 0 }
        if block == 0 { return 0 }
        let first = (block - 1) * Self.blockTexts + 1
        return (first..<min(block * Self.blockTexts, count)).partitioningIndex { compare($0, text) >= 0 }
    }

    /// In a sorted list: the indices of the texts that begin with `prefix`.
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

    /// All texts of `range` in order: the quick way to read many, since each is made from the one before.
    ///
    /// - Complexity: O(bytes), some nanoseconds a text.
    @inlinable package func forEach<Failure: Error>(
        in range: Range<Int>? = nil, _ body: (Int, Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        try forEachChange(in: range) { index, _, text throws(Failure) in try body(index, text) }
    }

    /// All texts of `range` in order, each with the number of bytes that it surely shares with the one before; 0 for the first.
    ///
    /// - Complexity: O(bytes), some nanoseconds a text.
    @inline(__always)
    @inlinable func forEachChange<Failure: Error>(
        in range: Range<Int>? = nil, _ body: (_ index: Int, _ shared: Int, Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        let range = (range ?? 0..<count).clamped(to: 0..<count)
        guard !range.isEmpty else { return }
        var text = TrivialArray<UInt8>()
        var offset = 0
        let first = range.lowerBound / Self.blockTexts * Self.blockTexts
        // What the texts before the range leave is shared by all of them.
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

    /// All texts of `range` in order, none put together: the number of bytes that each shares with the one before, and where its
    /// own are in `bytes`. A damaged file may tell of more than there is.
    ///
    /// - Parameter range: from the first text of a block on.
    /// - Complexity: O(texts), a nanosecond each.
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
