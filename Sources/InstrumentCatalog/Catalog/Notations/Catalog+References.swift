internal import Scanning

extension Catalog {
    /// Returns the reference of an instrument, which `SymbolWriter` can write in other notations.
    ///
    /// ```swift
    /// let row = catalog.row(forSymbol: "THYAO:TR")!
    /// print(SymbolWriter().write(catalog.reference(at: row), as: .ric) ?? "")   // THYAO.IS
    /// ```
    ///
    /// The reference's place is the instrument's OPOL, or its COUNTRY if OPOL is not set. The reference of an
    /// instrument without a ticker, such as a spread or a bond, is a `.symbol`.
    ///
    /// - Precondition: `row` came from this catalog.
    /// - Complexity: O(length of the symbol).
    public func reference(at row: Row, places: SymbolPlaces = .bundled) -> InstrumentReference {
        let symbol = symbol(at: row)
        let market = market(of: row, places)
        switch InstrumentType(rawValue: string(.type, at: row)) {
        case .option:
            guard case .option(let option) = read(symbol, places, { if case .option = $0 { true } else { false } })
            else { break }
            let found = OptionReference(
                root: option.root, future: option.future,
                expiration: option.future == nil
                    ? date(.expiration, row).map { .day($0) } ?? option.expiration
                    : option.expiration,
                strike: option.strike, side: option.side, place: option.place ?? market)
            // Terminals write the ticker of the class of shares instead of the option's root.
            let ticker = string(.underlying, at: row)
            let ofClass = OptionReference(found, root: ticker)
            return .option(ofClass.root == found.root ? ofClass : found)
        case .future:
            guard case .future(let future) = read(symbol, places, { if case .future = $0 { true } else { false } })
            else { break }
            return .future(
                FutureReference(root: future.root, contract: future.contract, place: future.place ?? market))
        case .product:
            guard symbol.utf8.first == ASCII.slash else { break }
            return .product(ProductReference(root: String(Self.ticker(symbol).dropFirst()), place: market))
        case .forex, .crypto:
            guard let slash = symbol.firstIndex(of: "/") else { break }
            return .pair(
                PairReference(
                    base: String(symbol[..<slash]), quote: Self.ticker(symbol[symbol.index(after: slash)...]),
                    place: Self.venue(symbol).flatMap(places.feed)))
        case .index:
            let code = Self.ticker(symbol)
            if case .index(let index) = read("^" + code, places, { if case .index = $0 { true } else { false } }) {
                return .index(index)
            }
            let country = string(.country, at: row)
            return .index(IndexReference(code: code, tickers: [code], country: country.isEmpty ? nil : country))
        case .stock, .etf, .mutualFund, .moneyMarketFund, .warrant, .certificate:
            if let share = ShareReference(spelling: Self.ticker(symbol), place: market) { return .share(share) }
        default: break
        }
        return .symbol(symbol)
    }

    /// Returns an instrument's text in a notation.
    ///
    /// ```swift
    /// let row = catalog.row(forSymbol: "THYAO:TR")!
    /// print(try catalog.text(of: row, as: .ric))   // THYAO.IS
    /// ```
    ///
    /// The text denotes this instrument: if it is read on the same day, the instrument is the first candidate of
    /// ``instruments(written:on:places:)``.
    ///
    /// - Parameters:
    ///   - row: The instrument's row.
    ///   - notation: The notation.
    ///   - day: The day on which the text is read; `nil` for today in UTC.
    ///   - places: The known place codes.
    /// - Throws: The reason why the notation has no text for the instrument.
    /// - Precondition: `row` came from this catalog.
    public func text(
        of row: Row, as notation: Notation, on day: CalendarDate? = nil, places: SymbolPlaces = .bundled
    ) throws(UnwrittenNotation) -> String {
        var resolver = NotationResolver(self, SymbolReader(places: places, on: day ?? .today))
        return try resolver.text(of: row, reference(at: row, places: places), as: notation)
    }

    /// Returns a symbol without the place after its colon.
    private static func ticker(_ symbol: some StringProtocol) -> String {
        guard let colon = symbol.lastIndex(of: ":"), colon != symbol.startIndex else { return String(symbol) }
        return String(symbol[..<colon])
    }

    /// Returns the part after a symbol's colon; `nil` if the symbol has no colon.
    private static func venue(_ symbol: String) -> String? {
        symbol.lastIndex(of: ":").map { String(symbol[symbol.index(after: $0)...]) }
    }

    /// Returns the first reading's reference that satisfies a predicate; `nil` if no reference does.
    private func read(
        _ text: String, _ places: SymbolPlaces, _ isWanted: (InstrumentReference) -> Bool
    ) -> InstrumentReference? {
        // The day is irrelevant, because years in these symbols are two digits of this century.
        SymbolReader(places: places, on: .today).read(text).lazy.map(\.reference).first(where: isWanted)
    }

    private func date(_ field: ProfileField, _ row: Row) -> CalendarDate? {
        withField(field, at: row) { $0.isEmpty ? nil : CalendarDate(dashed: $0) }
    }

    /// Returns the place of listing: the market of the OPOL. If the table has no market for the OPOL, returns the MIC
    /// itself, or the country if the MIC is a main venue or in the US. Returns `nil` if neither is known.
    private func market(of row: Row, _ places: SymbolPlaces) -> SymbolPlace? {
        let mic = string(.opol, at: row)
        if let market = places.market(mic) { return market }
        let country = string(.country, at: row)
        // A country's code denotes the listing at its main venue. In the US, a ticker is the same at all venues, so the
        // country's code is right there as well.
        if !mic.isEmpty, country != "US", places.venueClass(ofMIC: mic.utf8Span.span) != .main {
            return SymbolPlace(unknownMIC: mic, country: country)
        }
        return country.isEmpty ? nil : places.places(country, in: .country).first
    }
}
