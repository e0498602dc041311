/// The contents of the table of places, indexed by code.
final class PlaceTable: Sendable {
    /// An index and its tickers.
    struct Index: Sendable {
        let country: String
        /// The tickers, most common first, without the prefixes of chart services and marks such as `^`.
        let tickers: [String]
        /// The first code of the index in each scheme, as the scheme writes it; `nil` if the scheme has no code for the
        /// index.
        let terminal, ric, yahooLike, chart: String?
    }

    /// A product of futures.
    struct Product: Sendable {
        let root: String
        let market: SymbolPlace
        let terminal: String?
        let sector: Sector?
        let ric, yahooLike, chart: String?
    }

    /// The country and the class of stock venues.
    struct Venues: Sendable {
        /// The ISO 3166-1 alpha-2 code of the country.
        let country: String
        let venueClass: VenueClass
        /// The MIC of the first venue.
        let mic: String
    }

    let codes: CodeTable
    let places: [SymbolPlace]
    let venues: [Venues]
    let names: [PlaceName]
    /// The largest number of words in a name.
    let maxWords: Int
    let indexes: [Index]
    let products: [Product]
    /// The most common code of each currency and crypto asset.
    let assets: [String]
    /// The indexes in `assets` of the currencies that are quoted in dollars, such as EUR.
    let bases: Set<Int>
    /// The country of each MIC, from the lines of markets and venues. Files that extend the table need it.
    let countryOfMIC: [String: String]
    /// The meanings of names.
    let meanings: [NameMeaning]
    /// The sources by name. Files that extend the table need them.
    let sources: [String: String]
    /// All codes in order. Files that extend the table need them.
    let entries: [PlaceTableBuilder.Entry]

    init(_ parts: PlaceTableBuilder) {
        codes = parts.codes
        places = parts.places
        venues = parts.venues
        names = parts.names
        maxWords = parts.maxWords
        indexes = parts.indexes
        products = parts.products
        assets = parts.assets
        bases = parts.bases
        countryOfMIC = parts.countryOfMIC
        meanings = parts.meanings
        sources = parts.sources
        entries = parts.entries
    }

    /// Returns the first place with a code; `nil` for an unknown code.
    func place(_ kind: CodeKind, _ code: Span<UInt8>) -> SymbolPlace? {
        guard let key = CodeKey(kind, code), let index = codes.first(key) else { return nil }
        return places[index]
    }

    /// Returns the country and the class of a stock venue; `nil` if the table does not have the MIC.
    func venue(_ mic: Span<UInt8>) -> Venues? {
        guard let key = CodeKey(.venue, mic), let index = codes.first(key) else { return nil }
        return venues[index]
    }

    /// Returns whether the table contains a code of a kind.
    func has(_ kind: CodeKind, _ code: Span<UInt8>) -> Bool {
        guard let key = CodeKey(kind, code) else { return false }
        return codes.first(key) != nil
    }

    /// Returns the product with a root of a kind; `nil` for an unknown root.
    func product(_ kind: CodeKind, _ root: Span<UInt8>) -> Product? {
        guard let key = CodeKey(kind, root), let index = codes.first(key) else { return nil }
        return products[index]
    }

    /// Returns the index in `assets` of a currency or crypto asset; `nil` if the text is neither.
    func asset(_ code: Span<UInt8>) -> Int? {
        guard code.count >= 3, code.count <= 6 else { return nil }
        if let key = CodeKey(.currency, code), let index = codes.first(key) { return index }
        if let key = CodeKey(.crypto, code), let index = codes.first(key) { return index }
        return nil
    }
}
