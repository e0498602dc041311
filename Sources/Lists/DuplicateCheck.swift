import ProfileFormat
import Scanning

/// Finds rows that seem to be one instrument under several symbols. These have the same ISIN and OPOL, the same ISIN
/// and country but different tickers, or the same FIGI.
struct DuplicateCheck {
    /// The identity of a row, as hashes. A key is 0 if the row does not have its values.
    struct Row: Sendable {
        let symbol, ticker: UInt64
        /// The keys of ISIN and OPOL, of ISIN and country, and of the FIGI.
        let venue, country, figi: UInt64
        var line: Int

        init(
            symbol: Span<UInt8>, isin: Span<UInt8>, figi: Span<UInt8>, country: Span<UInt8>, opol: Span<UInt8>,
            line: Int
        ) {
            self.symbol = ByteHash.hash(symbol)
            // Listings at several venues have the same ticker, and another place after it.
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

    /// Notes a row.
    ///
    /// - Returns: The values that it shares with an earlier row of another name, and the line of that row.
    mutating func note(_ row: Row) -> (match: Match, line: Int)? {
        if row.venue != 0, let line = names.other(row.venue, row.symbol, row.line) { return (.venue, line) }
        if row.country != 0, let line = names.other(row.country, row.ticker, row.line) { return (.country, line) }
        if row.figi != 0, let line = names.other(row.figi, row.symbol, row.line) { return (.figi, line) }
        return nil
    }

    /// Notes rows that were read ahead.
    ///
    /// - Returns: False if one of them is the first duplicate. It is reported with its texts, so these rows must be
    ///   noted again in order, which has no further effect on those before it.
    mutating func append(_ rows: [Row], afterLines lines: Int) -> Bool {
        for var row in rows {
            row.line += lines
            guard note(row) != nil else { continue }
            if warnings.isEmpty { return false }
            warnings[0].count += 1
        }
        return true
    }

    /// Counts a duplicate. `reason` is called for the first one.
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

/// The names and lines of instruments by keys that are hashes: an open-addressing table with linear probing.
private struct NameTable {
    private struct Slot {
        /// 0 if the slot is empty.
        var key: UInt64
        var name: UInt64
        var line: Int
    }

    private var slots = [Slot](repeating: Slot(key: 0, name: 0, line: 0), count: 1024)
    private var count = 0

    /// Returns the line of the entry with a key, if that has another name. Adds a missing entry.
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
