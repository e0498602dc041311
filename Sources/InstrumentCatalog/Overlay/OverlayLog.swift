internal import Scanning

/// One change in the overlay: a symbol's new profile, or its removal. Never changed once made.
final class OverlayEntry: Sendable {
    /// The profile (`EncodedProfile`); of a removal TYPE `REMOVED` and the symbol.
    let bytes: [UInt8]
    let isRemoval: Bool
    /// What ranks the instrument, beside its symbol.
    let weight: Int
    let standing: UInt8
    /// The row of the base catalog that has the symbol; -1 where none has.
    let baseRow: Int
    /// The number of the overlay's entry before with the symbol; `none` where this is the first.
    let previous: UInt32
    private let symbolRange: Range<Int>

    static let none = UInt32.max

    /// - Parameter ranksQuotes: of the base catalog (`CatalogFile.ranksQuotes`).
    init(_ bytes: [UInt8], isRemoval: Bool, baseRow: Int, previous: UInt32, ranksQuotes: Bool) {
        self.bytes = bytes
        self.isRemoval = isRemoval
        self.baseRow = baseRow
        self.previous = previous
        let type = EncodedProfile.range(of: .type, in: bytes)
        symbolRange = EncodedProfile.range(of: .symbol, in: bytes)
        let standing = RankStanding.of(
            kind: InstrumentType.rank(of: bytes.span.extracting(type)), symbol: bytes.span.extracting(symbolRange))
        self.standing = ranksQuotes ? standing : RankStanding.withoutQuote(standing)
        weight = EncodedProfile.withField(named: BuilderStorage.weightName, in: bytes) { RankKey.weight($0) }
    }

    /// The row of the base catalog that this entry, as the first of its symbol, stands before; `nil` where there is none.
    var hiddenBaseRow: Int? { previous == Self.none && baseRow >= 0 ? baseRow : nil }

    /// The symbol, for the time of `body`.
    @inline(__always)
    func withSymbol<Result, Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Result) throws(Failure) -> Result {
        let bytes = bytes
        return try body(bytes.span.extracting(symbolRange))
    }

    /// Less than, equal to or greater than 0, as the entry ranks before, with or after `other`.
    func compareRank(_ other: OverlayEntry) -> Int {
        let order = RankKey.compare((weight, standing), (other.weight, other.standing))
        return order != 0 ? order : withSymbol { symbol in other.withSymbol { RankKey.compareSymbols(symbol, $0) } }
    }

    /// The same change over another base catalog, just written.
    func over(baseRow: Int, previous: UInt32) -> OverlayEntry {
        OverlayEntry(bytes, isRemoval: isRemoval, baseRow: baseRow, previous: previous, ranksQuotes: true)
    }
}

/// The overlay's changes since the base catalog was written, by number from 0. Grows only; a copy goes on showing what it
/// showed.
struct OverlayLog: Sendable {
    private var chunks: [Chunk] = []
    /// Changes.
    private(set) var count = 0

    subscript(number: Int) -> OverlayEntry {
        precondition(number >= 0 && number < count)
        return chunks[number / Chunk.capacity][number % Chunk.capacity]
    }

    /// Appends a change. Of all copies of a log only one may be appended to: the writer's.
    mutating func append(_ entry: OverlayEntry) {
        if count % Chunk.capacity == 0, count / Chunk.capacity == chunks.count { chunks.append(Chunk()) }
        chunks[count / Chunk.capacity].set(count % Chunk.capacity, entry)
        count += 1
    }

    /// Some changes in a row. The writer sets places that no published log shows yet; readers read those that theirs shows.
    @safe private final class Chunk: @unchecked Sendable {
        static let capacity = 1024
        private let entries = UnsafeMutablePointer<OverlayEntry>.allocate(capacity: Chunk.capacity)
        private var initialized = 0

        // SAFETY: places below `initialized` hold an entry each, the others none.
        deinit {
            unsafe entries.deinitialize(count: initialized)
            unsafe entries.deallocate()
        }

        /// SAFETY: logs ask below their count, and what lies there was set before they were published.
        subscript(index: Int) -> OverlayEntry { unsafe entries[index] }

        func set(_ index: Int, _ entry: OverlayEntry) {
            if index < initialized {
                // Left by changes that couldn't be kept, and never published.
                unsafe entries[index] = entry
            } else {
                unsafe (entries + index).initialize(to: entry)
                initialized = index + 1
            }
        }
    }
}
