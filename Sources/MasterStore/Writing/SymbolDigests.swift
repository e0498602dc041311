internal import InstrumentCatalog
internal import Scanning

/// Hashes of the records of a source's last load: 16 bytes per instrument. With them, unchanged records, which are
/// nearly all of a snapshot, are recognized without asking the server.
///
/// The entries are in the order of the source, which is usually the same in each load. A look-up therefore first tries
/// the entry that follows the last one found, so that memory is read sequentially. If that entry is of another symbol,
/// it uses an open-addressing hash table from symbols to entries. The table is built on first use.
///
/// The state is in the two low bits of the digest:
/// ```
/// symbol 51C0 … 07   digest 9A3F … E0 | 01     62 bits of digest, state "same"
/// ```
/// A changed record is missed if its digest equals the old one: a chance of 1 in 2⁶². If two symbols have equal hashes,
/// the removal of one is not noticed. With 1.7 million symbols, one in 10⁷ stores has such a pair. If digests differ,
/// the server compares the whole records.
struct SymbolDigests: ~Copyable {
    private struct Entry {
        let symbol: UInt64
        var digest: UInt64
    }

    private enum State {
        static let unseen: UInt64 = 0
        static let same: UInt64 = 1
        static let changed: UInt64 = 2
        static let mask: UInt64 = 3
    }

    private var entries: [Entry] = []
    /// The entry to try first in the next look-up.
    private var next = 0
    /// The hash table: numbers of entries from 1, or 0 for a free slot. Empty before the first look-up that needs it.
    private var table: [UInt32] = []
    private var shift: UInt64 = 0
    /// Whether a symbol appeared again after its changed record, or two symbols with changed records share a hash.
    private(set) var hasRepeated = false

    /// - Parameter capacity: The number of symbols to reserve memory for.
    init(capacity: Int = 0) { entries.reserveCapacity(capacity) }

    /// Returns the hash of a symbol.
    static func symbol(_ bytes: Span<UInt8>) -> UInt64 { max(ByteHash.hash(bytes), 1) }

    /// Returns the digest of a record's text in a format. It is never 0, which marks a removed symbol.
    static func digest(_ text: Span<UInt8>, format: UInt64) -> UInt64 {
        let digest = (ByteHash.hash(text) ^ format) &* 0x9E37_79B9_7F4A_7C15 & ~State.mask
        return digest == 0 ? 4 : digest
    }

    // MARK: Looking up

    /// The slot of a symbol in the table, or the free slot for it.
    private func place(of symbol: UInt64) -> Int {
        let mask = table.count - 1
        // Multiplicative hashing: the high bits of the product.
        var place = Int(truncatingIfNeeded: (symbol &* 0x9E37_79B9_7F4A_7C15) >> shift)
        while case let number = Int(table[place]), number != 0, entries[number - 1].symbol != symbol {
            place = (place + 1) & mask
        }
        return place
    }

    /// Builds the table with at least four slots per entry.
    private mutating func makeTable() {
        var bits: UInt64 = 10
        while 1 << bits < entries.count * 4 { bits += 1 }
        table = Array(repeating: 0, count: 1 << bits)
        shift = 64 - bits
        for index in entries.indices {
            let place = place(of: entries[index].symbol)
            // If two entries share a hash, the table refers to the first one.
            if table[place] == 0 { table[place] = UInt32(index + 1) }
        }
    }

    private mutating func find(_ symbol: UInt64) -> Int? {
        if next < entries.count, entries[next].symbol == symbol {
            next += 1
            return next - 1
        }
        if table.isEmpty { makeTable() }
        let number = Int(table[place(of: symbol)])
        if number == 0 { return nil }
        next = number
        return number - 1
    }

    /// - Parameter symbol: A symbol without an entry.
    private mutating func append(_ symbol: UInt64, _ digest: UInt64) {
        entries.append(Entry(symbol: symbol, digest: digest))
        if entries.count * 2 > table.count { return makeTable() }
        let place = place(of: symbol)
        table[place] = UInt32(entries.count)
    }

    // MARK: Reading a snapshot

    /// Adds a stored digest of a symbol that has none yet.
    mutating func learn(symbol: UInt64, digest: UInt64) {
        entries.append(Entry(symbol: symbol, digest: digest & ~State.mask))
    }

    /// Stores a later digest of a symbol, which may be new; 0 if the symbol was removed.
    mutating func relearn(symbol: UInt64, digest: UInt64) {
        if let index = find(symbol) {
            entries[index].digest = digest & ~State.mask
        } else {
            append(symbol, digest & ~State.mask)
        }
        // The next snapshot starts with the first entry.
        next = 0
    }

    /// How a record compares with the known digest of its symbol.
    enum Comparison {
        /// The symbol is new.
        case new
        /// The record is unchanged.
        case same
        /// The server must compare the record.
        case differs
    }

    /// Compares a record with the known digest, and replaces the digest.
    ///
    /// - Parameter digest: The record's digest; 0 for a record that removes the symbol.
    mutating func see(symbol: UInt64, digest: UInt64) -> Comparison {
        guard let index = find(symbol) else {
            append(symbol, digest | State.changed)
            return .new
        }
        let known = entries[index].digest
        // If an earlier record of the symbol was staged, stage all later ones too, because the last one counts.
        let isCompared = known & State.mask == State.changed
        if isCompared { hasRepeated = true }
        if !isCompared, digest != 0, known & ~State.mask == digest {
            entries[index].digest = digest | State.same
            return .same
        }
        entries[index].digest = digest | State.changed
        return .differs
    }

    /// Marks the staged record of a symbol as stored, so that the next record is compared with its digest.
    mutating func settle(_ symbol: UInt64) {
        guard let index = find(symbol) else { return }
        entries[index].digest = entries[index].digest & ~State.mask | State.same
    }

    /// Begins a snapshot: marks all symbols as unseen.
    mutating func beginSnapshot() {
        for index in entries.indices { entries[index].digest &= ~State.mask }
        (next, hasRepeated) = (0, false)
    }

    // MARK: After a snapshot

    /// The number of symbols that the snapshot contained and did not remove.
    var broughtCount: Int { count { $0 & State.mask != State.unseen && $0 > State.mask } }
    /// The number of symbols that are not removed, whether or not the snapshot contained them.
    var liveCount: Int { count { $0 > State.mask } }
    /// The number of symbols that are not removed, and that the snapshot did not contain.
    var unseenCount: Int { count { $0 & State.mask == State.unseen && $0 > State.mask } }

    private func count(_ isCounted: (UInt64) -> Bool) -> Int {
        var count = 0
        for entry in entries where isCounted(entry.digest) { count += 1 }
        return count
    }

    /// Returns whether a symbol is not removed, and the snapshot did not contain it.
    mutating func isUnseen(_ symbol: UInt64) -> Bool {
        guard let index = find(symbol) else { return false }
        return entries[index].digest & State.mask == State.unseen && entries[index].digest > State.mask
    }

    /// Marks the unseen symbols as removed.
    mutating func dropUnseen() {
        for index in entries.indices
        where entries[index].digest & State.mask == State.unseen && entries[index].digest > State.mask {
            entries[index].digest = State.changed
        }
    }

    /// Calls `body` for each changed symbol if `onlyChanged` is `true`, otherwise for each symbol that is not removed.
    /// A digest of 0 means that the symbol was removed.
    func forEach(onlyChanged: Bool, _ body: (_ symbol: UInt64, _ digest: UInt64) throws -> Void) rethrows {
        for entry in entries {
            let isChanged = entry.digest & State.mask == State.changed
            if onlyChanged ? isChanged : entry.digest > State.mask {
                try body(entry.symbol, entry.digest & ~State.mask)
            }
        }
    }

    /// The number of changed symbols.
    var changedCount: Int { count { $0 & State.mask == State.changed } }
}
