import Scanning

/// Writes an instrument in foreign notations.
public struct SymbolWriter: Sendable {
    /// The places whose codes are written.
    public let places: SymbolPlaces

    /// Creates a writer for the codes of a table.
    public init(places: SymbolPlaces = .bundled) { self.places = places }

    /// Returns a reference in a notation; `nil` if the notation can't express it, or the table has no code for its
    /// place.
    ///
    /// Reading the text yields an equal reference, except for parts that the notation omits: the scheme of a place, and
    /// in the OCC's notation also the place. An expiration month becomes its third Friday if the notation requires a
    /// day.
    ///
    /// - Complexity: O(length of the result).
    public func write(_ reference: InstrumentReference, as notation: Notation) -> String? {
        switch reference {
        case .symbol(let symbol): notation == .ipf ? symbol : nil
        case .identifier(let identifier): notation == .identifier ? identifier.text : nil
        case .option(let option): write(option, notation)
        case .future(let future): write(future, notation)
        case .product(let product): write(product, notation)
        // The venues of the futures, which a spread's symbol contains, depend on the catalog.
        case .spread: nil
        case .share(let share): write(share, notation)
        case .pair(let pair): write(pair, notation)
        case .index(let index): write(index, notation)
        }
    }

    // MARK: Parts

    /// Returns the place that a scheme writes for the market of another scheme; the place itself if it is of the
    /// scheme.
    func place(_ place: SymbolPlace?, _ scheme: SymbolPlace.Scheme) -> SymbolPlace? {
        guard let place else { return nil }
        if place.scheme == scheme { return place }
        guard let main = place.mics.first, let written = places.place(of: main, in: scheme) else { return nil }
        // In a country with several main exchanges, the country does not determine the exchange.
        if place.mics.count > 1, let country = place.countries.first,
            Self.countriesOfSeveralExchanges.contains(country),
            let other = places.place(of: place.mics[1], in: scheme), other != written
        {
            return nil
        }
        return written
    }

    /// Countries with several main exchanges.
    private static let countriesOfSeveralExchanges: Set<String> = ["US", "CN", "TW", "KR", "AE", "VN"]

    /// Returns the market of a future: the place, if that is a market, otherwise the market of its product.
    func market(_ place: SymbolPlace?, _ product: PlaceTable.Product?) -> SymbolPlace? {
        if let place, place.scheme == .mic { return place }
        return product?.market ?? self.place(place, .mic)
    }

    /// Returns the product of a root; `nil` if there is none.
    func product(_ root: String) -> PlaceTable.Product? { places.table.product(.root, root.utf8Span.span) }

    /// Returns `Z26`, `Z6` or `Z2026`.
    static func code(_ month: ContractMonth, digits: Int) -> String {
        let year: String =
            switch digits {
            case 1: String(month.year % 10)
            case 2: (month.year % 100).twoDigits
            default: String(month.year)
            }
        return month.month.description + year
    }
}
