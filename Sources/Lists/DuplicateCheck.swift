import ProfileFormat
import Scanning

/// Finds rows that seem to be the same instrument under different symbols. Such rows have the same ISIN and OPOL, the
/// same ISIN and country but different tickers, or the same FIGI.
struct DuplicateCheck {
    /// The identity of a row, as hashes. A key is 0 if the row lacks one of the key's values.
    struct Row: Sendable {
        let symbol, ticker: UInt64
        /// The keys of three kinds: ISIN with OPOL, ISIN with country, and FIGI.
        let venue, country, figi: UInt64
        var line: Int

        init(
            symbol: Span<UInt8>, isin: Span<UInt8>, figi: Span<UInt8>, country: Span<UInt8>, opol: Span<UInt8>,
            line: Int
        ) {
            self.symbol = ByteHash.hash(symbol)
            // Listings of an instrument at several venues have the same ticker before the colon.
            let end = symbol.indices.first { symbol[$0] == ASCII.colon } ?? symbol.count
            ticker = end == symbol.count ? self.symbol : ByteHash.hash(symbol.extracting(0..<end))
            let hash = isin.isEmpty ? 0 : ByteHash.hash(isin)
            venue = isin.isEmpty || opol.isEmpty ? 0 : ByteHash.hash(hash, ByteHash.hash(opol))
            self.country = isin.isEmpty || country.isEmpty ? 0 : ByteHash.hash(hash, ByteHash.hash(country))
            self.figi = figi.isEmpty ? 0 : ByteHash.hash(ByteHash.hash(figi), 0)
            self.line = line
        }
    }

    /// The values that a row shares with an earlier one.
    enum Match { case venue, country, figi }

    private var names = NameTable()
    private(set) var warnings: [ProfileWarning] = []

    /// Adds a row.
    ///
    /// - Returns: The values that the row shares with an earlier row under another name, and the line of that row.
    mutating func note(_ row: Row) -> (match: Match, line: Int)? {
        if row.venue != 0, let line = names.other(row.venue, row.symbol, row.line) { return (.venue, line) }
        if row.country != 0, let line = names.other(row.country, row.ticker, row.line) { return (.country, line) }
        if row.figi != 0, let line = names.other(row.figi, row.symbol, row.line) { return (.figi, line) }
        return nil
    }

    /// Adds rows that were read ahead.
    ///
    /// - Returns: False if one of the rows is the first duplicate. Its report contains texts of the row, so the caller
    ///   must add these rows again in order. Adding a row twice has no further effect.
    mutating func append(_ rows: [Row], afterLines lines: Int) -> Bool {
        for var row in rows {
            row.line += lines
            guard note(row) != nil else { continue }
            if warnings.isEmpty { return false }
            warnings[0].count += 1
        }
        return true
    }

    /// Counts a duplicate. `reason` is called only for the first one.
    mutating func warn(line: Int, _ reason: () -> String) {
        if warnings.isEmpty {
            warnings = [
                ProfileWarning(
                    kind: .sameInstrument, reason: reason(),
                    position: SourcePosition(byteOffset: 0, line: line, column: 1), count: 0)
            ]
        }
        warnings[0].count += 1
    }
}

/// An open-addressing table with linear probing. It maps keys, which are hashes, to the names and lines of instruments.
private struct NameTable {
    private struct Slot {
        /// The key; 0 if the slot is empty.
        var key: UInt64
        var name: UInt64
        var line: Int
    }

    private var slots = [Slot](repeating: Slot(key: 0, name: 0, line: 0), count: 1024)
    private var count = 0

    /// Returns the line of the entry with a key if that entry has another name. If there is no entry, adds one.
    mutating func other(_ key: UInt64, _ name: UInt64, _ line: Int) -> Int? {
        let index = index(of: key)
        if slots[index].key == key { return slots[index].name == name ? nil : slots[index].line }
        slots[index] = Slot(key: key, name: name, line: line)
        count += 1
        if count > slots.count / 2 { grow() }
        return nil
    }

    private func index(of key: UInt64) -> Int {
        let mask = slots.count - 1
        var index = Int(truncatingIfNeeded: key) & mask
        while slots[index].key != 0, slots[index].key != key { index = (index + 1) & mask }
        return index
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(key: 0, name: 0, line: 0), count: 2 * old.count)
        for slot in old where slot.key != 0 { slots[index(of: slot.key)] = slot }
    }
}
