internal import Scanning

extension NotationResolver {
    /// Adds the pair of two currencies, or of an asset and a currency. The pair at the reference's venue comes first.
    /// If the catalog has no such pair, adds the inverse pair.
    mutating func addPair(_ pair: PairReference, _ reading: SymbolReading) {
        if addPair(pair, as: reading) { return }
        _ = addPair(pair.inverse, as: SymbolReading(.pair(pair.inverse), reading.notation))
    }

    private mutating func addPair(_ pair: PairReference, as reading: SymbolReading) -> Bool {
        beginSymbol()
        append(pair.base)
        append(ASCII.slash)
        append(pair.quote)
        if let place = pair.place {
            let row = symbolRow(followedBy: (":" + place.code).utf8)
            add(row, reading)
            let anywhere = PairReference(base: pair.base, quote: pair.quote)
            return addPair(anywhere, as: SymbolReading(.pair(anywhere), reading.notation)) || row != nil
        }
        if let row = symbolRow {
            add(row, reading)
            return true
        }
        let rows = rowsNamedSymbol()
        for row in rows { add(row, reading) }
        return !rows.isEmpty
    }

    /// Adds the contracts of crypto exchanges that a reference denotes. They are found by the exchanges' own spellings,
    /// as symbols or local symbols. Options on funds and futures of products with the same root are not included.
    mutating func addCryptoDerivatives(_ contract: CryptoDerivativeReference, _ reading: SymbolReading) {
        for spelling in contract.spellings {
            beginSymbol()
            append(spelling)
            let rows = rowsNamedSymbol()
            for row in rows { add(row, reading) }
            if !rows.isEmpty { return }
        }
    }

    /// Adds the index that a reference denotes.
    mutating func addIndex(_ index: IndexReference, _ reading: SymbolReading) {
        for ticker in index.tickers {
            let rows = indexRows(ticker, index.country)
            for row in rows { add(row, reading) }
            if !rows.isEmpty { return }
        }
    }

    /// Returns the rows of the index with a ticker: `SPX`, `UKX:GB`, `$SPX`.
    private mutating func indexRows(_ ticker: String, _ country: String?) -> [Row] {
        beginSymbol()
        append(ticker)
        if let row = symbolRow, isIndex(row, of: country) { return [row] }
        if let country, let row = symbolRow(followedBy: (":" + country).utf8), catalog.hasType(.index, at: row) {
            return [row]
        }
        let rows = rowsNamedSymbol().filter { isIndex($0, of: country) }
        if !rows.isEmpty { return rows }
        symbol.insert(UInt8(ascii: "$"), at: 0)
        return symbolRow.map { isIndex($0, of: country) ? [$0] : [] } ?? []
    }

    /// Returns whether the instrument is an index of a country. Indexes of several countries, and indexes without a
    /// country in the data, match any country.
    private func isIndex(_ row: Row, of country: String?) -> Bool {
        guard catalog.hasType(.index, at: row) else { return false }
        guard let country, country != "EU" else { return true }
        return catalog.withField(.country, at: row) { $0.isEmpty || $0.equals(country.utf8Span.span) }
    }

    /// Adds the instruments whose identifier equals or starts with a text.
    mutating func addIdentifier(_ identifier: IdentifierReference, _ reading: SymbolReading) {
        let rows = rows(of: identifier)
        // Many identifiers may share a prefix.
        if found.isEmpty { add(all: rows, reading) } else { for row in rows { add(row, reading) } }
    }

    /// Returns the rows with an identifier, starting with those in the identifier's country. If no row has it, returns
    /// the rows with an ISIN that contains the identifier, or with the national number that the ISIN contains.
    func rows(of identifier: IdentifierReference) -> [Row] {
        var rows = exactRows(of: identifier)
        for isin in identifier.isins where rows.isEmpty { rows = catalog.rows(of: .isin(isin)) }
        if rows.isEmpty, let number = identifier.nationalNumber { rows = exactRows(of: number) }
        guard rows.count > 1, identifier.kind != .isinBeginning, let country = identifier.country else { return rows }
        func isHome(_ row: Row) -> Bool { catalog.withField(.country, at: row) { $0.equals(country.utf8Span.span) } }
        return rows.filter(isHome) + rows.filter { !isHome($0) }
    }

    private func exactRows(of identifier: IdentifierReference) -> [Row] {
        switch identifier.kind {
        case .isin: catalog.rows(of: .isin(identifier.text))
        case .cusip: catalog.rows(of: .cusip(identifier.text))
        case .sedol: catalog.rows(of: .sedol(identifier.text))
        case .figi, .wkn, .valor: catalog.rows(of: .field(identifier.kind.rawValue, identifier.text))
        case .isinBeginning:
            catalog.ranked { part, found in
                found = ISINOrder(part.rows)?.rows(beginningWith: identifier.text.utf8Span.span) ?? []
            }
        }
    }
}
