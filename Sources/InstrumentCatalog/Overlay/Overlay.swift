internal import Scanning

/// A state of a live catalog: a catalog file and the changes since it was written. It is a value, so later changes do
/// not affect its copies.
struct Overlay: Sendable {
    let base: CatalogFile
    /// A number that distinguishes cursors of this live catalog from those of others.
    let identity: UInt64
    /// A number that identifies the state. It differs after every change, but not after a compaction.
    var version: UInt64
    private(set) var log = OverlayLog()
    /// The number of the last log entry of each changed symbol, by the symbol's hash.
    private var symbols = LastChanges()
    /// The log entries that represent current instruments, by the hashes of their identifiers. An identifier that the
    /// symbol's row in the base also has is not included.
    private var identifiers = HashTrie()
    /// The number of instruments.
    private(set) var count: Int
    /// Whether an import or snapshot that led to this state was complete.
    var isComplete: Bool
    var notes: [String: String]
    /// Whether the overlay contains reverse changes that reconstruct an earlier state of the file.
    var isPast = false
    /// The symbols that count as removed, without those that the log removes from entry `removalsFrom` on. If `nil`,
    /// the list of the base applies.
    private var listedRemovals: SymbolList?
    private var removalsFrom = 0
    /// The indexes over the log, built on demand.
    let segments: SegmentStore

    init(_ base: CatalogFile, identity: UInt64, version: UInt64) {
        self.base = base
        self.identity = identity
        self.version = version
        count = base.count
        isComplete = base.header.isComplete
        notes = base.notes.filter { !LiveNotes.isReserved($0.key) }
        segments = SegmentStore(base)
    }

    /// A sorted list of symbols.
    final class SymbolList: Sendable {
        let symbols: [[UInt8]]

        init(_ symbols: [[UInt8]]) { self.symbols = symbols }

        func contains(_ symbol: Span<UInt8>) -> Bool {
            let place = symbols.indices.partitioningIndex { index in
                let candidate = symbols[index]
                return FrontCodedText.compare(candidate.span, symbol) >= 0
            }
            if place == symbols.count { return false }
            let found = symbols[place]
            return found.span.equals(symbol)
        }
    }

    // MARK: Looking up

    /// Returns the number of a symbol's last log entry; `nil` if the symbol has not changed.
    @inline(__always)
    func number(of symbol: Span<UInt8>) -> Int? {
        number(of: symbol, hash: ByteHash.hash(symbol))
    }

    private func number(of symbol: Span<UInt8>, hash: UInt64) -> Int? {
        if log.count == 0 { return nil }
        return symbols.number(hash) { number in log[number].withSymbol { $0.equals(symbol) } }
    }

    /// Calls `body` with the number of each log entry that represents a current instrument with this identifier in
    /// `field`.
    ///
    /// - Parameter baseRows: The base's rows with the identifier.
    func forEachNumber(
        of field: String, _ query: borrowing IdentifierQuery, _ baseRows: [Int], _ body: (Int) -> Void
    ) {
        guard log.count > 0, base.rows.identifierFields.contains(field) else { return }
        let column = base.rows.column(named: field)
        for row in baseRows {
            guard let number = base.rows.symbols.withText(row, { self.number(of: $0) }) else { continue }
            let bytes = log[number].bytes
            if EncodedProfile.withField(named: field, in: bytes, { hasText($0, column, at: row) }) { body(number) }
        }
        var scratch = TrivialArray<UInt8>()
        let salt = ProfileField(name: field).map(Self.salt) ?? Self.salt(field.utf8Span.span)
        identifiers.forEach(query.hash ^ salt) { number in
            let bytes = log[Int(number)].bytes
            if EncodedProfile.withField(named: field, in: bytes, { query.matches($0, &scratch) }) { body(Int(number)) }
            return true
        }
    }

    /// Returns whether the symbol counts as removed.
    func wasRemoved(_ symbol: Span<UInt8>) -> Bool {
        if let number = number(of: symbol) {
            if !log[number].isRemoval { return false }
            if number >= removalsFrom { return true }
        }
        return listedRemovals?.contains(symbol) ?? base.wasRemoved(symbol)
    }

    /// The symbols that count as removed, sorted.
    var removedSymbols: [[UInt8]] {
        var symbols = listedRemovals?.symbols ?? base.removedSymbols.map { Array($0.utf8) }
        symbols.removeAll { symbol in number(of: symbol.span).map { !log[$0].isRemoval } ?? false }
        for number in removalsFrom..<max(removalsFrom, log.count) {
            let entry = log[number]
            if entry.isRemoval, entry.withSymbol({ self.number(of: $0) }) == number {
                symbols.append(entry.withSymbol { Array(copying: $0) })
            }
        }
        return symbols.sortedAndUnique { $0.lexicographicallyPrecedes($1) }
    }

    // MARK: Changing

    /// The state of a symbol before a new entry is appended for it.
    struct SymbolState {
        fileprivate var hash: UInt64
        /// The number of the symbol's last log entry; `nil` if the symbol has not changed.
        fileprivate var number: Int?
        /// The base's row of the symbol; -1 if the base lacks the symbol.
        fileprivate var baseRow: Int
    }

    /// Returns the state of a symbol.
    func state(of symbol: Span<UInt8>) -> SymbolState {
        let hash = ByteHash.hash(symbol)
        let number = number(of: symbol, hash: hash)
        let baseRow = number.map { log[$0].baseRow } ?? base.rows.row(ofSymbol: symbol) ?? -1
        return SymbolState(hash: hash, number: number, baseRow: baseRow)
    }

    /// The location of a symbol's current instrument.
    enum Known {
        /// A row of the base.
        case row(Int)
        /// The encoded profile of a log entry (`EncodedProfile`).
        case profile([UInt8])
    }

    /// Returns the location of a symbol's current instrument; `nil` if there is no such instrument.
    func known(_ state: SymbolState) -> Known? {
        guard let number = state.number else { return state.baseRow < 0 ? nil : .row(state.baseRow) }
        let entry = log[number]
        return entry.isRemoval ? nil : .profile(entry.bytes)
    }

    /// Returns the encoded profile (`EncodedProfile`) of a symbol; `nil` if there is no such instrument.
    func bytes(of symbol: Span<UInt8>) -> [UInt8]? {
        switch known(state(of: symbol)) {
        case .row(let row): EncodedProfile.bytes(of: row, in: base.rows)
        case .profile(let bytes): bytes
        case nil: nil
        }
    }

    /// Appends the new profile of a symbol, or the removal of a symbol that is present.
    mutating func append(_ bytes: [UInt8], isRemoval: Bool) {
        let range = EncodedProfile.range(of: .symbol, in: bytes)
        append(bytes, isRemoval: isRemoval, state(of: bytes.span.extracting(range)))
    }

    /// Appends a profile or a removal of a symbol whose current state was already determined.
    mutating func append(_ bytes: [UInt8], isRemoval: Bool, _ state: SymbolState) {
        let (hash, known, baseRow) = (state.hash, state.number, state.baseRow)
        let entry = OverlayEntry(
            bytes, isRemoval: isRemoval, baseRow: baseRow, previous: known.map(UInt32.init) ?? OverlayEntry.none,
            base: base)
        let number = UInt32(log.count)
        let wasThere = known.map { !log[$0].isRemoval } ?? (baseRow >= 0)
        count += (isRemoval ? 0 : 1) - (wasThere ? 1 : 0)
        log.append(entry)
        symbols.append(hash, previous: known)
        var old: [UInt64] = []
        if let known, !log[known].isRemoval { old = identifierHashes(log[known].bytes, beside: baseRow) }
        var new = isRemoval ? [] : identifierHashes(bytes, beside: baseRow)
        for hash in old {
            // An instrument usually retains its identifiers, so replace the existing entry of an equal hash.
            if let index = new.firstIndex(of: hash) {
                new.remove(at: index)
                identifiers.replace(hash, UInt32(known!), by: number)
            } else {
                identifiers.remove(hash, UInt32(known!))
            }
        }
        for hash in new { identifiers.insert(hash, number) }
    }

    /// Sets the removed symbols to `symbols`, which must be sorted. Later removals are added to them.
    mutating func listRemovals(_ symbols: [[UInt8]]) {
        listedRemovals = SymbolList(symbols)
        removalsFrom = log.count
    }

    /// Adopts the list of removed symbols of `state`. Entry 0 of this log is entry `start` of the log of `state`.
    mutating func listRemovals(of state: Overlay, from start: Int) {
        guard let list = state.listedRemovals else { return }
        listedRemovals = list
        removalsFrom = max(0, state.removalsFrom - start)
    }

    /// Returns whether the list of removals differs from that of `state`.
    func hasOtherRemovals(than state: Overlay) -> Bool { listedRemovals !== state.listedRemovals }

    /// Returns the hashes of a profile's identifiers. An identifier that the symbol's row in the base also has is
    /// omitted, because the base's index finds it.
    private func identifierHashes(_ bytes: [UInt8], beside baseRow: Int) -> [UInt64] {
        let fields = base.rows.identifierFields
        var hashes: [UInt64] = []
        var scratch = TrivialArray<UInt8>()
        EncodedProfile.forEachField(bytes) { number, name, text in
            if let field = ProfileField(rawValue: number) {
                if fields.contains(field), !hasText(text, base.rows.column(field), at: baseRow) {
                    hashes.append(TextFolding.hash(text, &scratch) ^ Self.salt(field))
                }
                return true
            }
            // Custom fields follow all standard fields.
            guard fields.hasCustom else { return false }
            if fields.containsCustom(name), !hasText(text, base.rows.column(named: String(decoding: name)), at: baseRow)
            {
                hashes.append(TextFolding.hash(text, &scratch) ^ Self.salt(name))
            }
            return true
        }
        return hashes
    }

    private func hasText(_ text: Span<UInt8>, _ column: CatalogColumn?, at row: Int) -> Bool {
        row >= 0 && !text.isEmpty && column?.hasText(text, at: row) == true
    }

    /// Returns a salt by which the hashes of equal texts differ between fields.
    private static func salt(_ field: ProfileField) -> UInt64 { UInt64(field.rawValue) &* 0x9E37_79B9_7F4A_7C15 }

    private static func salt(_ name: Span<UInt8>) -> UInt64 { ByteHash.hash(name) | 1 }
}

/// The internal notes in a live catalog's file, in addition to those of the user.
enum LiveNotes {
    /// The number of the last journal whose changes are in the file.
    static let journal = "live.journal"
    /// The fingerprint of the file that was compacted into this one, in hexadecimal.
    static let base = "live.base"

    static func isReserved(_ name: String) -> Bool { name == journal || name == base }
}
