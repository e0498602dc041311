internal import Scanning

extension NotationResolver {
    /// The relation between an instrument's listing and a place.
    enum Listing: Int {
        /// The instrument is listed at the place, or no place was given.
        case there
        /// The instrument is listed in the same country, on another or an unknown venue.
        case inCountry
        /// The instrument is listed in another country.
        case elsewhere
    }

    /// Returns the relation between the listing of `row` and `place`; `nil` means any place.
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

    /// Adds the shares, funds and other securities that a ticker denotes.
    mutating func addShares(_ share: ShareReference, _ reading: SymbolReading) {
        for row in shareRows(share) { add(row, reading) }
    }

    /// Returns the rows of a ticker, best first. If none of them is listed on a venue of the place, returns those in
    /// its country.
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

    /// Returns the rows whose symbol is the ticker in this format: `AAPL`, `THYAO:TR`.
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

    /// Returns those of `rows` that are listed at a place; or else those that are listed in the place's
    /// country.
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

    /// Returns whether the instrument can have a ticker, which options, futures, products, spreads and pairs cannot.
    private func isPaper(_ row: Row) -> Bool {
        catalog.withField(.type, at: row) { type in !Self.otherTypes.contains { type.equals($0.rawValue.utf8Span.span) }
        }
    }

    private static let otherTypes: [InstrumentType] = [
        .option, .future, .product, .spread, .forex, .crypto, .currency,
    ]
}
