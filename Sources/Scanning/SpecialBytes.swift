internal import CScan

/// The positions of separators, quotes and line ends in a stretch of text. The tokenizer uses this index.
///
/// The text is read in blocks of 64 bytes into bit masks (`CScan`), whose set bits are written as offsets:
/// ```
/// text      S T O C K , A , " x " \n
/// offset    0         5 6 7 8   10 11
/// offsets   [5, 7, 8, 10, 11]        every separator, quote and line end
/// hard      [2, 3, 4]                those of `offsets` that are quotes or line ends
/// ```
/// So a record without quotes extends from its first offset to the next hard offset.
///
/// SAFETY: The three buffers are allocated with capacity for `blocks`, and freed with the value.
@safe
package struct SpecialBytes: ~Copyable {
    /// The number of special bytes.
    package private(set) var count = 0
    /// The number of quotes and line ends.
    package private(set) var hardCount = 0
    /// Whether the text is ASCII only.
    package private(set) var isAllASCII = true

    private var offsetBuffer: UnsafeMutablePointer<UInt32>
    private var hardBuffer: UnsafeMutablePointer<UInt32>
    private var nonASCII: UnsafeMutablePointer<UInt64>
    /// The capacity of the buffers, in blocks of 64 bytes.
    private var blocks = 1
    /// The width of the vectors to use: 0 (available on all processors of the architecture) … `widest`.
    let width: Int32

    private let separator: UInt8

    /// Creates an index that uses the processor's widest vectors.
    ///
    /// - Parameter separator: A comma, semicolon, tab or vertical bar.
    package init(separator: UInt8 = ASCII.comma) { self.init(width: Self.widest, separator: separator) }

    init(width: Int32, separator: UInt8 = ASCII.comma) {
        self.width = width
        self.separator = separator
        unsafe offsetBuffer = .allocate(capacity: Self.entries(blocks))
        unsafe hardBuffer = .allocate(capacity: Self.entries(blocks))
        unsafe nonASCII = .allocate(capacity: blocks)
    }

    deinit {
        unsafe offsetBuffer.deallocate()
        unsafe hardBuffer.deallocate()
        unsafe nonASCII.deallocate()
    }

    /// Returns the capacity for the offsets of `blocks` blocks, including entries that a vector store writes beyond the
    /// last.
    private static func entries(_ blocks: Int) -> Int { 64 * blocks + 128 }

    /// The widest vectors of this processor: 2 for AVX-512, 1 for AVX2, 0 for SSE2, NEON or no vectors.
    static let widest = cscan_widest()

    /// The offsets of all special bytes, ascending.
    package var offsets: Span<UInt32> {
        @_lifetime(borrow self)
        get {
            // SAFETY: `index` initialized `count` offsets, which do not change while `self` is borrowed.
            let span = unsafe Span(_unsafeStart: UnsafePointer(offsetBuffer), count: count)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// The indexes in `offsets` of the quotes and line ends, ascending.
    package var hard: Span<UInt32> {
        @_lifetime(borrow self)
        get {
            // SAFETY: As for `offsets`.
            let span = unsafe Span(_unsafeStart: UnsafePointer(hardBuffer), count: hardCount)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// Indexes `text`, whose length must be below 2³².
    ///
    /// - Complexity: O(`text.count`). The buffers grow so that they suffice even if every byte is special.
    package mutating func index(_ text: Span<UInt8>) {
        makeRoom(blocks: (text.count + 63) / 64)
        var counts = cscan_counts()
        // SAFETY: The buffers have the capacity that `cscan_index` requires. It reads only `text`.
        unsafe text.withUnsafeBufferPointer { source in
            guard let bytes = source.baseAddress else { return }
            unsafe counts = cscan_index(width, bytes, source.count, separator, offsetBuffer, hardBuffer, nonASCII)
        }
        isAllASCII = counts.non_ascii == 0
        count = counts.count
        hardCount = counts.hard_count
    }

    /// Returns a part of a nonempty range that contains all its bytes that are not ASCII; empty if all bytes are ASCII.
    ///
    /// The part consists of whole blocks of 64 bytes within the range, so it may be longer than necessary. If the range
    /// starts and ends at character boundaries, so does the part.
    package func nonASCIIPart(of range: Range<Int>) -> Range<Int> {
        if isAllASCII { return range.lowerBound..<range.lowerBound }
        var first = range.lowerBound >> 6
        var last = (range.upperBound - 1) >> 6
        precondition(range.lowerBound >= 0 && last < blocks)
        // SAFETY: `first` and `last` are valid indexes of blocks.
        while first <= last, unsafe nonASCII[first] == 0 { first += 1 }
        if first > last { return range.lowerBound..<range.lowerBound }
        while unsafe nonASCII[last] == 0 { last -= 1 }
        return max(range.lowerBound, first << 6)..<min(range.upperBound, (last + 1) << 6)
    }

    /// Calls `body` with the offsets in a range of indexes.
    func withEnds<Result>(_ range: Range<Int>, _ body: (UnsafePointer<UInt32>) -> Result) -> Result {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe body(UnsafePointer(offsetBuffer) + range.lowerBound)
    }

    /// Calls `body` with the text and its index. Returns 0 if one of the positions is at the end.
    ///
    /// - Precondition: No position is negative, and the index's last offset is within the text.
    func withIndex(
        of text: Span<UInt8>, from start: Int, first: Int, hard: Int,
        _ body: (_ bytes: UnsafePointer<UInt8>, _ offsets: UnsafePointer<UInt32>, _ hard: UnsafePointer<UInt32>) -> Int
    ) -> Int {
        precondition(start >= 0 && first >= 0 && hard >= 0)
        guard first < count, hard < hardCount else { return 0 }
        // SAFETY: `count` is greater than 0.
        precondition(unsafe Int(offsetBuffer[count - 1]) < text.count)
        return unsafe text.withUnsafeBufferPointer { unsafe body($0.baseAddress!, offsetBuffer, hardBuffer) }
    }

    private mutating func makeRoom(blocks wanted: Int) {
        if wanted <= blocks { return }
        // SAFETY: The old contents are not needed, because later only entries that `index` has written are read.
        unsafe offsetBuffer.deallocate()
        unsafe hardBuffer.deallocate()
        unsafe nonASCII.deallocate()
        unsafe offsetBuffer = .allocate(capacity: Self.entries(wanted))
        unsafe hardBuffer = .allocate(capacity: Self.entries(wanted))
        unsafe nonASCII = .allocate(capacity: wanted)
        blocks = wanted
    }
}

extension SpecialBytes {
    /// Returns the masks of the 1…64 bytes of `text`, computed with vectors or, if `portably`, byte by byte.
    static func masks(_ text: Span<UInt8>, separator: UInt8, portably: Bool) -> (
        special: UInt64, hard: UInt64, nonASCII: UInt64
    ) {
        var block = [UInt8](repeating: 0, count: 64)
        for index in 0..<text.count { block[index] = text[index] }
        // SAFETY: The block has the 64 bytes that both functions read.
        let masks = portably ? unsafe cscan_block_portable(block, separator) : unsafe cscan_block(block, separator)
        return (masks.special, masks.hard, masks.non_ascii)
    }
}
