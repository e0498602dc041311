internal import Scanning

extension NotationResolver {
    /// How an instrument stands to a place.
    enum Listing: Int {
        /// It is listed there, or no place was named.
        case there
        /// In the same country, on another venue, or on none that the catalog knows.
        case inCountry
        /// In another country.
        case elsewhere
    }

    /// What `row` has to do with `place`; `nil` is anywhere.
    func isListed(_ row: Row, at place: SymbolPlace?) -> Listing {
        guard let place else { return .there }
        if catalog.withField(.opol, at: row, { Self.isOne($0, of: place.mics) }) { return .there }
        let isThere = catalog.withField(.exchanges, at: row) { exchanges in
            var start = 0
            for position in 0...exchanges.count where position == exchanges.count || exchanges[position] == 0x3B {
                if Self.isOne(exchanges.extracting(start..<position), of: place.mics) { return true }
                start = position + 1
            }
            return false
        }
        if isThere { return .there }
        let suffix = catalog.withField(.symbol, at: row) { symbol in
            (0..<symbol.count).last { symbol[$0] == ASCII.colon }
                .map { Self.isOne(symbol.extracting($0 + 1..<symbol.count), of: place.mics + place.countries) } ?? false
        }
        let country = catalog.withField(.country, at: row) { country in
            country.isEmpty ? nil : Self.isOne(country, of: place.countries)
        }
        if suffix || country == true { return place.mics.isEmpty ? .there : .inCountry }
        return country == nil && place.countries.isEmpty ? .inCountry : .elsewhere
    }

    private static func isOne(_ text: Span<UInt8>, of texts: [String]) -> Bool {
        texts.contains { text.equals($0.utf8Span.span) }
    }

    /// Adds the shares, funds and other papers that a ticker means.
    mutating func addShares(_ share: ShareReference, _ reading: SymbolReading) {
        for row in shareRows(share) { add(row, reading) }
    }

    /// The rows of a ticker, best first: those on a venue of the place, else those of its country.
    ///
    /// - Parameter asksNames: symbols with places and local symbols are looked for, too, where no symbol is the ticker.
    mutating func shareRows(_ share: ShareReference, asksNames: Bool = true) -> [Row] {
        let spellings = share.spellings
        for spelling in spellings {
            let rows = listed(shareSymbols(spelling, at: share.place), at: share.place)
            if !rows.isEmpty { return rows }
        }
        if !asksNames { return [] }
        for spelling in spellings {
            beginSymbol()
            append(spelling)
            let rows = listed(rowsNamedSymbol().filter(isPaper), at: share.place)
            if !rows.isEmpty { return rows }
        }
        return []
    }

    /// The rows whose symbol is the ticker as this format writes it: `AAPL`, `THYAO:TR`.
    private mutating func shareSymbols(_ ticker: String, at place: SymbolPlace?) -> [Row] {
        beginSymbol()
        append(ticker)
        var rows: [Row] = []
        if let row = symbolRow, isPaper(row) { rows.append(row) }
        guard let place else { return rows }
        append(ASCII.colon)
        for code in place.countries + place.mics.prefix(1) {
            if let row = symbolRow(followedBy: code.utf8), isPaper(row) { rows.append(row) }
        }
        return rows
    }

    /// Those of rows that are listed at a place, else those of its country.
    private func listed(_ rows: [Row], at place: SymbolPlace?) -> [Row] {
        if place == nil || rows.isEmpty { return rows }
        var there: [Row] = []
        var inCountry: [Row] = []
        for row in rows {
            switch isListed(row, at: place) {
            case .there: there.append(row)
            case .inCountry: inCountry.append(row)
            case .elsewhere: break
            }
        }
        return there.isEmpty ? inCountry : there
    }

    /// Something that has a ticker: no option, future, product, spread or pair.
    private func isPaper(_ row: Row) -> Bool {
        catalog.withField(.type, at: row) { type in !Self.otherTypes.contains { type.equals($0.rawValue.utf8Span.span) }
        }
    }

    private static let otherTypes: [InstrumentType] = [
        .option, .future, .product, .spread, .forex, .crypto, .currency,
    ]
}
