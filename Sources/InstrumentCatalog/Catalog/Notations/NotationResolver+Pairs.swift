internal import Scanning

extension NotationResolver {
    /// Adds the pair of two currencies, or of an asset and a currency. If the catalog has no such pair, adds the
    /// inverse pair.
    mutating func addPair(_ pair: PairReference, _ reading: SymbolReading) {
        if addPair(pair, as: reading) { return }
        _ = addPair(pair.inverse, as: SymbolReading(.pair(pair.inverse), reading.notation))
    }

    private mutating func addPair(_ pair: PairReference, as reading: SymbolReading) -> Bool {
        beginSymbol()
        append(pair.base)
        append(ASCII.slash)
        append(pair.quote)
        if let row = symbolRow {
            add(row, reading)
            return true
        }
        let rows = rowsNamedSymbol()
        for row in rows { add(row, reading) }
        return !rows.isEmpty
    }

    /// Adds the index with a code.
    mutating func addIndex(_ index: IndexReference, _ reading: SymbolReading) {
        for ticker in index.tickers {
            let rows = indexRows(ticker, index.country)
            for row in rows { add(row, reading) }
            if !rows.isEmpty { return }
        }
    }

    /// Returns the rows of an index's ticker: `SPX`, `UKX:GB`.
    private mutating func indexRows(_ ticker: String, _ country: String?) -> [Row] {
        beginSymbol()
        append(ticker)
        if let row = symbolRow, catalog.hasType(.index, at: row) { return [row] }
        if let country, let row = symbolRow(followedBy: (":" + country).utf8), catalog.hasType(.index, at: row) {
            return [row]
        }
        return rowsNamedSymbol().filter { catalog.hasType(.index, at: $0) }
    }

    /// Adds the instruments with an identifier, or with one that starts with it.
    mutating func addIdentifier(_ identifier: IdentifierReference, _ reading: SymbolReading) {
        let rows =
            switch identifier.kind {
            case .isin: catalog.rows(of: .isin(identifier.text))
            case .cusip: catalog.rows(of: .cusip(identifier.text))
            case .sedol: catalog.rows(of: .sedol(identifier.text))
            case .figi: catalog.rows(of: .field(identifier.kind.rawValue, identifier.text))
            case .isinBeginning:
                catalog.ranked { part, found in
                    found = ISINOrder(part.rows)?.rows(beginningWith: identifier.text.utf8Span.span) ?? []
                }
            }
        // Many identifiers may share a prefix.
        if found.isEmpty { add(all: rows, reading) } else { for row in rows { add(row, reading) } }
    }
}
