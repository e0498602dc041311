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
public struct SpecialBytes: ~Copyable {
    /// Offsets of all special bytes, ascending; the first `count` are meant.
    public private(set) var offsets: [UInt32] = []
    /// How many special bytes there are.
    public private(set) var count = 0
    /// Indices into `offsets` of the quotes and line ends, ascending; the first `hardCount` are meant.
    public private(set) var hard: [UInt32] = []
    /// How many quotes and line ends there are.
    public private(set) var hardCount = 0
    /// For each 64 bytes, which of them are not ASCII.
    public private(set) var nonASCII: [UInt64] = []

    /// The text is ASCII throughout.
    public private(set) var isAllASCII = true
    /// Width of the vectors that find the bytes, 0 (what every processor of its kind has) … `widest`.
    private let width: Int32

    /// Finds the bytes by the widest vectors that this processor has.
    public init() { self.init(width: Self.widest) }

    init(width: Int32) { self.width = width }

    /// The widest vectors of this processor: 2 for AVX-512, 1 for AVX2, 0 for SSE2, NEON or none.
    static let widest = cscan_widest()

    /// Indexes `text`, whose length is below 2³².
    ///
    /// - Complexity: O(`text.count`). The buffers grow to the worst case, every byte special, once per longest text.
    public mutating func index(_ text: Span<UInt8>, separator: UInt8 = ASCII.comma) {
        let blocks = (text.count + 63) / 64
        if nonASCII.count < blocks {
            nonASCII = Array(repeating: 0, count: blocks)
            offsets = Array(repeating: 0, count: 64 * blocks + 128)
            hard = Array(repeating: 0, count: 64 * blocks + 128)
        }
        var counts = cscan_counts()
        // SAFETY: all three buffers have the room that `cscan_index` asks for, which reads `text` and nothing behind it.
        unsafe text.withUnsafeBufferPointer { source in
            guard let bytes = source.baseAddress else { return }
            unsafe counts = cscan_index(width, bytes, source.count, separator, &offsets, &hard, &nonASCII)
        }
        isAllASCII = counts.non_ascii == 0
        count = counts.count
        hardCount = counts.hard_count
    }

    /// Whether the bytes of a range, which is not empty, are all ASCII; judged by blocks of 64, so that `false` may be
    /// a neighbour's fault.
    public func isASCII(_ range: Range<Int>) -> Bool {
        if isAllASCII { return true }
        for block in (range.lowerBound >> 6)...((range.upperBound - 1) >> 6) where nonASCII[block] != 0 {
            return false
        }
        return true
    }
}

extension SpecialBytes {
    /// The masks of the 1…64 bytes of `text` by the vector form, or by the portable one that must agree with it.
    static func masks(_ text: Span<UInt8>, separator: UInt8, portably: Bool) -> (
        special: UInt64, hard: UInt64, nonASCII: UInt64
    ) {
        var block = [UInt8](repeating: 0, count: 64)
        for index in 0..<text.count { block[index] = text[index] }
        let masks = portably ? unsafe cscan_block_portable(block, separator) : unsafe cscan_block(block, separator)
        return (masks.special, masks.hard, masks.non_ascii)
    }
}
