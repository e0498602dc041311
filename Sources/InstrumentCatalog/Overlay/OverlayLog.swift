internal import Scanning

/// An immutable entry of the log: a symbol's new profile, or its removal.
final class OverlayEntry: Sendable {
    /// The encoded profile (`EncodedProfile`); for a removal, TYPE `REMOVED` and the symbol.
    let bytes: [UInt8]
    let isRemoval: Bool
    /// The AUTOCOMPLETE_WEIGHT of the instrument. Together with the standing and the symbol, it determines the rank.
    let weight: Int
    let standing: RankStanding
    /// The base's row of the symbol; -1 if the base lacks the symbol.
    let baseRow: Int
    /// The number of the symbol's previous log entry; `none` if this is the first.
    let previous: UInt32
    private let symbolRange: Range<Int>

    static let none = UInt32.max

    /// Creates an entry for a symbol whose row in the base is `baseRow`.
    init(_ bytes: [UInt8], isRemoval: Bool, baseRow: Int, previous: UInt32, base: CatalogFile) {
        self.bytes = bytes
        self.isRemoval = isRemoval
        self.baseRow = baseRow
        self.previous = previous
        let type = EncodedProfile.range(of: .type, in: bytes)
        symbolRange = EncodedProfile.range(of: .symbol, in: bytes)
        standing = RankReader.standing(
            of: bytes, kind: InstrumentType.rank(of: bytes.span.extracting(type)),
            symbol: bytes.span.extracting(symbolRange), over: base, row: baseRow)
        weight = EncodedProfile.withField(named: BuilderStorage.weightName, in: bytes) { RankKey.weight($0) }
    }

    /// The base's row that this entry replaces; `nil` if the base lacks the symbol, or if an earlier entry replaced the
    /// row.
    var hiddenBaseRow: Int? { previous == Self.none && baseRow >= 0 ? baseRow : nil }

    /// Calls `body` with the symbol.
    @inline(__always)
    func withSymbol<Result, Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Result) throws(Failure) -> Result {
        let bytes = bytes
        return try body(bytes.span.extracting(symbolRange))
    }

    /// Returns a negative number, 0 or a positive number if the entry ranks before, equal to or after `other`.
    func compareRank(_ other: OverlayEntry) -> Int {
        let order = RankKey.compare((weight, standing), (other.weight, other.standing))
        return order != 0 ? order : withSymbol { symbol in other.withSymbol { RankKey.compareSymbols(symbol, $0) } }
    }
}

/// The changes since the base was written, numbered from 0. The log is append-only, and its copies are snapshots.
struct OverlayLog: Sendable {
    private var chunks: [Chunk] = []
    /// The number of changes.
    private(set) var count = 0

    subscript(number: Int) -> OverlayEntry {
        precondition(number >= 0 && number < count)
        return chunks[number / Chunk.capacity][number % Chunk.capacity]
    }

    /// Appends a change. Only the writer may append, and only to its own copy of a log.
    mutating func append(_ entry: OverlayEntry) {
        if count % Chunk.capacity == 0, count / Chunk.capacity == chunks.count { chunks.append(Chunk()) }
        chunks[count / Chunk.capacity].set(count % Chunk.capacity, entry)
        count += 1
    }

    /// A fixed-size block of consecutive entries. The writer sets slots that no published log includes yet. Readers
    /// read only slots that their log includes.
    @safe private final class Chunk: @unchecked Sendable {
        static let capacity = 1024
        private let entries = UnsafeMutablePointer<OverlayEntry>.allocate(capacity: Chunk.capacity)
        private var initialized = 0

        // SAFETY: slots below `initialized` contain an entry, the others contain none.
        deinit {
            unsafe entries.deinitialize(count: initialized)
            unsafe entries.deallocate()
        }

        /// SAFETY: a log reads only below its count, and these slots were set before the log was published.
        subscript(index: Int) -> OverlayEntry { unsafe entries[index] }

        func set(_ index: Int, _ entry: OverlayEntry) {
            if index < initialized {
                // The slot contains a change that could not be written to the journal and was never published.
                unsafe entries[index] = entry
            } else {
                unsafe (entries + index).initialize(to: entry)
                initialized = index + 1
            }
        }
    }
}
