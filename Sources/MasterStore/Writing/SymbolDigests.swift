internal import InstrumentCatalog
internal import Scanning

/// What a source said when it was last loaded, as hashes: 16 bytes an instrument, so that what is equal, nearly all of a snapshot,
/// is known without asking the server.
///
/// The entries stand in the order of the source, which is mostly that in which it comes again: the entry after the last one found is looked
/// at first, which reads memory as it lies. Only where that is another symbol an open-addressing table of the entries' numbers is asked,
/// which is made by then. The digest's two low bits hold the state:
/// ```
/// symbol 51C0 … 07   digest 9A3F … E0 | 01     62 bits of digest, state "same"
/// ```
/// A record that changed is missed where its digest is that of the one before: once in 2⁶². A symbol that is gone stays where
/// another one has its hash: among 1.7 million that is one pair in 10⁷ stores. Whatever differs is compared by the server, exactly.
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
    /// The entry that is expected next.
    private var next = 0
    /// Numbers of entries from 1, 0 for a free place; empty until it is asked.
    private var table: [UInt32] = []
    private var shift: UInt64 = 0
    /// Some symbol came twice with another record, or two have one hash.
    private(set) var hasRepeated = false

    /// - Parameter capacity: for so many symbols; more make it grow.
    init(capacity: Int = 0) { entries.reserveCapacity(capacity) }

    /// A symbol's hash.
    static func symbol(_ bytes: Span<UInt8>) -> UInt64 { max(ByteHash.hash(bytes), 1) }

    /// The digest of a record's text in a format; never 0, which stands for a symbol that is gone.
    static func digest(_ text: Span<UInt8>, format: UInt64) -> UInt64 {
        let digest = (ByteHash.hash(text) ^ format) &* 0x9E37_79B9_7F4A_7C15 & ~State.mask
        return digest == 0 ? 4 : digest
    }

    // MARK: Finding

    /// The place of a symbol in the table, or the free one for it.
    private func place(of symbol: UInt64) -> Int {
        let mask = table.count - 1
        // The hash's high bits of a product: multiplicative hashing.
        var place = Int(truncatingIfNeeded: (symbol &* 0x9E37_79B9_7F4A_7C15) >> shift)
        while case let number = Int(table[place]), number != 0, entries[number - 1].symbol != symbol {
            place = (place + 1) & mask
        }
        return place
    }

    /// The table for twice as many entries as there are.
    private mutating func makeTable() {
        var bits: UInt64 = 10
        while 1 << bits < entries.count * 4 { bits += 1 }
        table = Array(repeating: 0, count: 1 << bits)
        shift = 64 - bits
        for index in entries.indices {
            let place = place(of: entries[index].symbol)
            // Of two entries with one hash the first one counts.
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

    /// - Parameter symbol: is not there.
    private mutating func append(_ symbol: UInt64, _ digest: UInt64) {
        entries.append(Entry(symbol: symbol, digest: digest))
        if entries.count * 2 > table.count { return makeTable() }
        let place = place(of: symbol)
        table[place] = UInt32(entries.count)
    }

    // MARK: Reading a snapshot

    /// Takes a symbol of which nothing was known before.
    mutating func learn(symbol: UInt64, digest: UInt64) {
        entries.append(Entry(symbol: symbol, digest: digest & ~State.mask))
    }

    /// Takes a later digest of a symbol, 0 for one that is gone.
    mutating func relearn(symbol: UInt64, digest: UInt64) {
        if let index = find(symbol) {
            entries[index].digest = digest & ~State.mask
        } else {
            append(symbol, digest & ~State.mask)
        }
        // A snapshot begins with the first entry.
        next = 0
    }

    /// What a record is, beside what is known of its symbol.
    enum Comparison {
        /// The symbol was never there.
        case new
        /// It says the same.
        case same
        /// The server has to compare it.
        case differs
    }

    /// Takes a record.
    ///
    /// - Parameter digest: 0 for a record that removes the symbol.
    mutating func see(symbol: UInt64, digest: UInt64) -> Comparison {
        guard let index = find(symbol) else {
            append(symbol, digest | State.changed)
            return .new
        }
        let known = entries[index].digest
        // What came before of it is compared, so what comes later has to be as well.
        let isCompared = known & State.mask == State.changed
        if isCompared { hasRepeated = true }
        if !isCompared, digest != 0, known & ~State.mask == digest {
            entries[index].digest = digest | State.same
            return .same
        }
        entries[index].digest = digest | State.changed
        return .differs
    }

    /// What was staged of a symbol is in the store: it is compared by its digest again.
    mutating func settle(_ symbol: UInt64) {
        guard let index = find(symbol) else { return }
        entries[index].digest = entries[index].digest & ~State.mask | State.same
    }

    /// A snapshot begins: nothing has come yet.
    mutating func beginSnapshot() {
        for index in entries.indices { entries[index].digest &= ~State.mask }
        (next, hasRepeated) = (0, false)
    }

    // MARK: After a snapshot

    /// The symbols that came and are there.
    var broughtCount: Int { count { $0 & State.mask != State.unseen && $0 > State.mask } }
    /// All symbols that are there, also those that did not come.
    var liveCount: Int { count { $0 > State.mask } }
    /// The symbols that were there and did not come.
    var unseenCount: Int { count { $0 & State.mask == State.unseen && $0 > State.mask } }

    private func count(_ isCounted: (UInt64) -> Bool) -> Int {
        var count = 0
        for entry in entries where isCounted(entry.digest) { count += 1 }
        return count
    }

    /// A symbol was there and did not come.
    mutating func isUnseen(_ symbol: UInt64) -> Bool {
        guard let index = find(symbol) else { return false }
        return entries[index].digest & State.mask == State.unseen && entries[index].digest > State.mask
    }

    /// The symbols that did not come are gone.
    mutating func dropUnseen() {
        for index in entries.indices
        where entries[index].digest & State.mask == State.unseen && entries[index].digest > State.mask {
            entries[index].digest = State.changed
        }
    }

    /// Calls `body` for each symbol and its digest, 0 for one that is gone: those that are there, or those that changed.
    func forEach(onlyChanged: Bool, _ body: (_ symbol: UInt64, _ digest: UInt64) throws -> Void) rethrows {
        for entry in entries {
            let isChanged = entry.digest & State.mask == State.changed
            if onlyChanged ? isChanged : entry.digest > State.mask {
                try body(entry.symbol, entry.digest & ~State.mask)
            }
        }
    }

    /// How many changed.
    var changedCount: Int { count { $0 & State.mask == State.changed } }
}
