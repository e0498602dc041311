internal import Scanning

/// Reads the references of a catalog's instruments. It caches the last place and reuses its memory, so use one reader
/// per thread.
package struct ReferenceReader {
    private let catalog: Catalog
    private let reader: SymbolReader
    private var readings: [SymbolReading] = []
    /// The last place, and the MIC and the country from which it follows.
    private var lastMarket: (mic: String, country: String, place: SymbolPlace?)?

    /// Creates a reader for the instruments of a catalog.
    package init(_ catalog: Catalog, places: SymbolPlaces) {
        self.catalog = catalog
        // The day is irrelevant, because years in these symbols are two digits of this century.
        reader = SymbolReader(places: places, on: .today)
    }

    /// Returns the reference of an instrument, as `Catalog.reference(at:places:)`.
    ///
    /// - Parameter symbol: The instrument's symbol.
    package mutating func reference(at row: Row, symbol: String) -> InstrumentReference {
        let market = market(of: row)
        switch InstrumentType(rawValue: catalog.string(.type, at: row)) {
        case .option:
            guard case .option(let option) = read(symbol, { if case .option = $0 { true } else { false } })
            else { break }
            let found = OptionReference(
                root: option.root, future: option.future,
                expiration: option.future == nil
                    ? expiration(at: row).map { .day($0) } ?? option.expiration
                    : option.expiration,
                strike: option.strike, side: option.side, place: option.place ?? market)
            // Terminals write the ticker of the class of shares instead of the option's root.
            let ticker = catalog.string(.underlying, at: row)
            let ofClass = OptionReference(found, root: ticker)
            return .option(ofClass.root == found.root ? ofClass : found)
        case .future:
            guard case .future(let future) = read(symbol, { if case .future = $0 { true } else { false } })
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
                    place: Self.venue(symbol).flatMap(reader.places.feed)))
        case .index:
            let code = Self.ticker(symbol)
            if case .index(let index) = read("^" + code, { if case .index = $0 { true } else { false } }) {
                return .index(index)
            }
            let country = catalog.string(.country, at: row)
            return .index(IndexReference(code: code, tickers: [code], country: country.isEmpty ? nil : country))
        case .stock, .etf, .mutualFund, .moneyMarketFund, .warrant, .certificate:
            if let share = ShareReference(spelling: Self.ticker(symbol), place: market) { return .share(share) }
        default: break
        }
        return .symbol(symbol)
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
    private mutating func read(_ text: String, _ isWanted: (InstrumentReference) -> Bool) -> InstrumentReference? {
        reader.read(text.utf8Span.span, into: &readings)
        return readings.first { isWanted($0.reference) }?.reference
    }

    private func expiration(at row: Row) -> CalendarDate? {
        catalog.withField(.expiration, at: row) { $0.isEmpty ? nil : CalendarDate(dashed: $0) }
    }

    /// Returns the place of listing: the market of the OPOL. If the table has no market for the OPOL, returns the MIC
    /// itself, or the country if the MIC is a main venue or in the US. Returns `nil` if neither is known.
    private mutating func market(of row: Row) -> SymbolPlace? {
        let (mic, country) = (catalog.string(.opol, at: row), catalog.string(.country, at: row))
        if let lastMarket, lastMarket.mic == mic, lastMarket.country == country { return lastMarket.place }
        let place = market(mic, country)
        lastMarket = (mic, country, place)
        return place
    }

    private func market(_ mic: String, _ country: String) -> SymbolPlace? {
        let places = reader.places
        if let market = places.market(mic) { return market }
        // A country's code denotes the listing at its main venue. In the US, a ticker is the same at all venues, so the
        // country's code is right there as well.
        if !mic.isEmpty, country != "US", places.venueClass(ofMIC: mic.utf8Span.span) != .main {
            return SymbolPlace(unknownMIC: mic, country: country)
        }
        return country.isEmpty ? nil : places.places(country, in: .country).first
    }
}
