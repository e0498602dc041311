/// What the lines of the table say, found by code.
final class PlaceTable: Sendable {
    /// An index, and what everybody calls it.
    struct Index: Sendable {
        let country: String
        /// Without the prefixes of chart services and the marks of sites, each once: the field's own first.
        let tickers: [String]
        /// The first code of each scheme, as it is written there; `nil` if the scheme has none.
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

    let codes: CodeTable
    let places: [SymbolPlace]
    let indexes: [Index]
    let products: [Product]
    /// Codes of currencies and of crypto assets, the most usual of each.
    let assets: [String]
    /// Currencies that are priced in dollars: places in `assets`.
    let bases: Set<Int>
    /// Sources by name, for files that extend the table.
    let sources: [String: String]
    /// All codes in their order, for the same.
    let entries: [PlaceTableBuilder.Entry]

    init(_ parts: PlaceTableBuilder) {
        codes = parts.codes
        places = parts.places
        indexes = parts.indexes
        products = parts.products
        assets = parts.assets
        bases = parts.bases
        sources = parts.sources
        entries = parts.entries
    }

    /// The first place with a code; `nil` if there is none.
    func place(_ kind: CodeKind, _ code: Span<UInt8>) -> SymbolPlace? {
        guard let key = CodeKey(kind, code), let index = codes.first(key) else { return nil }
        return places[index]
    }

    /// Whether a code of a kind stands in the table.
    func has(_ kind: CodeKind, _ code: Span<UInt8>) -> Bool {
        guard let key = CodeKey(kind, code) else { return false }
        return codes.first(key) != nil
    }

    /// The product with a root of a kind; `nil` if the table has none.
    func product(_ kind: CodeKind, _ root: Span<UInt8>) -> Product? {
        guard let key = CodeKey(kind, root), let index = codes.first(key) else { return nil }
        return products[index]
    }

    /// A currency's or crypto asset's most usual code, as a place in `assets`; `nil` if the text is neither.
    func asset(_ code: Span<UInt8>) -> Int? {
        guard code.count >= 3, code.count <= 6 else { return nil }
        if let key = CodeKey(.currency, code), let index = codes.first(key) { return index }
        if let key = CodeKey(.crypto, code), let index = codes.first(key) { return index }
        return nil
    }
}
