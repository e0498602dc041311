internal import CScan

/// Where a stretch of text has separators, quotes and line ends: the index that the tokenizer walks.
///
/// The text is read 64 bytes at a time into bit masks (`CScan`), whose bits are written out as offsets:
/// ```
/// text      S T O C K , A , " x " \n
/// offset    0         5 6 7 8   10 11
/// offsets   [5, 7, 8, 10, 11]        every separator, quote and line end
/// hard      [2, 3, 4]                those of `offsets` that are quotes or line ends
/// ```
/// A record without quotes therefore is: the offsets from its first to the next hard one, as they stand.
///
/// SAFETY: the three buffers are allocated with the value, each with the room that `blocks` asks for, and freed with it.
@safe
package struct SpecialBytes: ~Copyable {
    /// How many special bytes there are.
    package private(set) var count = 0
    /// How many quotes and line ends there are.
    package private(set) var hardCount = 0
    /// The text is ASCII throughout.
    package private(set) var isAllASCII = true

    private var offsetBuffer: UnsafeMutablePointer<UInt32>
    private var hardBuffer: UnsafeMutablePointer<UInt32>
    private var nonASCII: UnsafeMutablePointer<UInt64>
    /// Blocks of 64 bytes that the buffers have room for.
    private var blocks = 1
    /// Width of the vectors that find the bytes, 0 (what every processor of its kind has) … `widest`.
    let width: Int32

    /// Finds the bytes by the widest vectors that this processor has.
    package init() { self.init(width: Self.widest) }

    init(width: Int32) {
        self.width = width
        unsafe offsetBuffer = .allocate(capacity: Self.entries(blocks))
        unsafe hardBuffer = .allocate(capacity: Self.entries(blocks))
        unsafe nonASCII = .allocate(capacity: blocks)
    }

    deinit {
        unsafe offsetBuffer.deallocate()
        unsafe hardBuffer.deallocate()
        unsafe nonASCII.deallocate()
    }

    /// Offsets that may be written for a text of some blocks, and what is written after them at once.
    private static func entries(_ blocks: Int) -> Int { 64 * blocks + 128 }

    /// The widest vectors of this processor: 2 for AVX-512, 1 for AVX2, 0 for SSE2, NEON or none.
    static let widest = cscan_widest()

    /// Offsets of all special bytes, ascending.
    package var offsets: Span<UInt32> {
        @_lifetime(borrow self)
        get {
            // SAFETY: `index` filled that many, and nothing changes them while `self` is borrowed.
            let span = unsafe Span(_unsafeStart: UnsafePointer(offsetBuffer), count: count)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// Indices into `offsets` of the quotes and line ends, ascending.
    package var hard: Span<UInt32> {
        @_lifetime(borrow self)
        get {
            // SAFETY: as for `offsets`.
            let span = unsafe Span(_unsafeStart: UnsafePointer(hardBuffer), count: hardCount)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// Indexes `text`, whose length is below 2³².
    ///
    /// - Complexity: O(`text.count`). The buffers grow to the worst case, every byte special, once per longest text.
    package mutating func index(_ text: Span<UInt8>) {
        makeRoom(blocks: (text.count + 63) / 64)
        var counts = cscan_counts()
        // SAFETY: all three buffers have the room that `cscan_index` asks for, which reads `text` and nothing after it.
        unsafe text.withUnsafeBufferPointer { source in
            guard let bytes = source.baseAddress else { return }
            unsafe counts = cscan_index(width, bytes, source.count, offsetBuffer, hardBuffer, nonASCII)
        }
        isAllASCII = counts.non_ascii == 0
        count = counts.count
        hardCount = counts.hard_count
    }

    /// The part of a range, which is not empty, outside of which all its bytes are ASCII; judged by blocks of 64, so that it
    /// may be longer than it must. It starts and ends where a character does, if the range does. Empty where all is ASCII.
    package func nonASCIIPart(of range: Range<Int>) -> Range<Int> {
        if isAllASCII { return range.lowerBound..<range.lowerBound }
        var first = range.lowerBound >> 6
        var last = (range.upperBound - 1) >> 6
        precondition(range.lowerBound >= 0 && last < blocks)
        // SAFETY: both lie among the blocks.
        while first <= last, unsafe nonASCII[first] == 0 { first += 1 }
        if first > last { return range.lowerBound..<range.lowerBound }
        while unsafe nonASCII[last] == 0 { last -= 1 }
        return max(range.lowerBound, first << 6)..<min(range.upperBound, (last + 1) << 6)
    }

    /// The offsets in a range of the index, for the time of `body`.
    func withEnds<Result>(_ range: Range<Int>, _ body: (UnsafePointer<UInt32>) -> Result) -> Result {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe body(UnsafePointer(offsetBuffer) + range.lowerBound)
    }

    /// The text and its index, for the time of `body`; 0 where there is nothing from a place on.
    ///
    /// - Precondition: the places aren't negative, and the index's last offset lies in the text.
    func withIndex(
        of text: Span<UInt8>, from start: Int, first: Int, hard: Int,
        _ body: (_ bytes: UnsafePointer<UInt8>, _ offsets: UnsafePointer<UInt32>, _ hard: UnsafePointer<UInt32>) -> Int
    ) -> Int {
        precondition(start >= 0 && first >= 0 && hard >= 0)
        guard first < count, hard < hardCount else { return 0 }
        // SAFETY: `count` is above 0.
        precondition(unsafe Int(offsetBuffer[count - 1]) < text.count)
        return unsafe text.withUnsafeBufferPointer { unsafe body($0.baseAddress!, offsetBuffer, hardBuffer) }
    }

    private mutating func makeRoom(blocks wanted: Int) {
        if wanted <= blocks { return }
        // SAFETY: nothing of the old contents is needed; of the new no more is read than `index` wrote.
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
    /// The masks of the 1…64 bytes of `text` by the vector form, or by the portable one that must agree with it.
    static func masks(_ text: Span<UInt8>, separator: UInt8, portably: Bool) -> (
        special: UInt64, hard: UInt64, nonASCII: UInt64
    ) {
        var block = [UInt8](repeating: 0, count: 64)
        for index in 0..<text.count { block[index] = text[index] }
        // SAFETY: the block has the 64 bytes that both read.
        let masks = portably ? unsafe cscan_block_portable(block, separator) : unsafe cscan_block(block, separator)
        return (masks.special, masks.hard, masks.non_ascii)
    }
}
