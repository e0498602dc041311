internal import InstrumentCatalog

/// What a source said when it was last loaded, as hashes: 16 bytes an instrument, so that what is equal, nearly all of a snapshot,
/// is known without asking the server.
///
/// An open-addressing table from a symbol's hash to a digest of its record. The digest's two low bits hold the state:
/// ```
/// symbol 51C0 … 07   digest 9A3F … E0 | 01     62 bits of digest, state "same"
/// ```
/// A record that changed is missed where its digest is that of the one before: once in 2⁶². A symbol that is gone stays where
/// another one has its hash: among 1.7 million that is one pair in 10⁷ stores. Whatever differs is compared by the server, exactly.
struct SymbolDigests: ~Copyable {
    /// A symbol of the table.
    struct Entry {
        /// 0 for a free place.
        var symbol: UInt64 = 0
        var digest: UInt64 = 0
    }

    private enum State {
        static let unseen: UInt64 = 0
        static let same: UInt64 = 1
        static let changed: UInt64 = 2
        static let mask: UInt64 = 3
    }

    private var entries: [Entry]
    private var shift: UInt64
    /// Places that are taken.
    private var used = 0
    /// Some symbol came twice with another record, or two have one hash.
    private(set) var hasRepeated = false

    /// - Parameter capacity: for so many symbols; more make it grow.
    init(capacity: Int = 1024) {
        var size = 1024
        var bits: UInt64 = 10
        while size < capacity * 2 {
            size *= 2
            bits += 1
        }
        entries = Array(repeating: Entry(), count: size)
        shift = 64 - bits
    }

    /// A symbol's hash.
    static func symbol(_ bytes: Span<UInt8>) -> UInt64 { max(ByteHash.hash(bytes), 1) }

    /// The digest of a record's text in a format; never 0, which stands for a symbol that is gone.
    static func digest(_ text: Span<UInt8>, format: UInt64) -> UInt64 {
        let digest = (ByteHash.hash(text) ^ format) &* 0x9E37_79B9_7F4A_7C15 & ~State.mask
        return digest == 0 ? 4 : digest
    }

    private func place(of symbol: UInt64) -> Int {
        let mask = entries.count - 1
        // The hash's high bits of a product, since its own low ones also choose the state's place.
        var place = Int(truncatingIfNeeded: (symbol &* 0x9E37_79B9_7F4A_7C15) >> shift)
        while entries[place].symbol != 0, entries[place].symbol != symbol { place = (place + 1) & mask }
        return place
    }

    private mutating func growIfFull() {
        if used * 2 < entries.count { return }
        let old = entries
        entries = Array(repeating: Entry(), count: old.count * 2)
        shift -= 1
        for entry in old where entry.symbol != 0 { entries[place(of: entry.symbol)] = entry }
    }

    /// Takes what was known before: a later digest of a symbol counts, 0 for one that is gone.
    mutating func learn(symbol: UInt64, digest: UInt64) {
        let place = place(of: symbol)
        if entries[place].symbol == 0 { used += 1 }
        entries[place] = Entry(symbol: symbol, digest: digest & ~State.mask)
        growIfFull()
    }

    /// What a record is, beside what is known of its symbol.
    enum Sight {
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
    mutating func see(symbol: UInt64, digest: UInt64) -> Sight {
        let place = place(of: symbol)
        let entry = entries[place]
        if entry.symbol == 0 {
            entries[place] = Entry(symbol: symbol, digest: digest | State.changed)
            used += 1
            growIfFull()
            return .new
        }
        // What came before of it is compared, so what comes later has to be as well.
        let isCompared = entry.digest & State.mask == State.changed
        if isCompared { hasRepeated = true }
        if !isCompared, digest != 0, entry.digest & ~State.mask == digest {
            entries[place].digest = digest | State.same
            return .same
        }
        entries[place].digest = digest | State.changed
        return .differs
    }

    /// What was staged of a symbol is in the store: it is compared by its digest again.
    mutating func settle(_ symbol: UInt64) {
        let place = place(of: symbol)
        entries[place].digest = entries[place].digest & ~State.mask | State.same
    }

    /// A snapshot begins: nothing has come yet.
    mutating func beginSnapshot() {
        for place in entries.indices { entries[place].digest &= ~State.mask }
        hasRepeated = false
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
        for entry in entries where entry.symbol != 0 && isCounted(entry.digest) { count += 1 }
        return count
    }

    /// A symbol was there and did not come.
    func isUnseen(_ symbol: UInt64) -> Bool {
        let entry = entries[place(of: symbol)]
        return entry.symbol != 0 && entry.digest & State.mask == State.unseen && entry.digest > State.mask
    }

    /// The symbols that did not come are gone.
    mutating func dropUnseen() {
        for place in entries.indices
        where entries[place].symbol != 0 && entries[place].digest & State.mask == State.unseen {
            if entries[place].digest > State.mask { entries[place].digest = State.changed }
        }
    }

    /// Calls `body` for each symbol and its digest, 0 for one that is gone: those that are there, or those that changed.
    func forEach(onlyChanged: Bool, _ body: (_ symbol: UInt64, _ digest: UInt64) throws -> Void) rethrows {
        for entry in entries where entry.symbol != 0 {
            let isChanged = entry.digest & State.mask == State.changed
            if onlyChanged ? isChanged : entry.digest > State.mask {
                try body(entry.symbol, entry.digest & ~State.mask)
            }
        }
    }

    /// How many changed.
    var changedCount: Int { count { $0 & State.mask == State.changed } }
}
