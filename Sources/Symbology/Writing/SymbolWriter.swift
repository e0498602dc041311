import Scanning

/// Writes an instrument as others do.
public struct SymbolWriter: Sendable {
    /// The places whose codes it writes.
    public let places: SymbolPlaces

    /// A writer with the codes of a table.
    public init(places: SymbolPlaces = .bundled) { self.places = places }

    /// A reference in a notation; `nil` if the notation can't say it, or where the table has no code for its place.
    ///
    /// What is written is read again as the same reference, but for what a notation leaves out: of a place its scheme, in the OCC's notation
    /// also the place itself. A month of expiration is written by its third Friday where only a day can be.
    ///
    /// - Complexity: O(length of what is written).
    public func write(_ reference: InstrumentReference, as notation: Notation) -> String? {
        switch reference {
        case .symbol(let symbol): notation == .ipf ? symbol : nil
        case .identifier(let identifier): notation == .identifier ? identifier.text : nil
        case .option(let option): write(option, notation)
        case .future(let future): write(future, notation)
        case .product(let product): write(product, notation)
        case .share(let share): write(share, notation)
        case .pair(let pair): write(pair, notation)
        case .index(let index): write(index, notation)
        }
    }

    // MARK: Parts

    /// The place that a scheme writes for the market of another; the place itself where it is of the scheme.
    func place(_ place: SymbolPlace?, _ scheme: SymbolPlace.Scheme) -> SymbolPlace? {
        guard let place else { return nil }
        if place.scheme == scheme { return place }
        guard let main = place.mics.first, let written = places.place(of: main, in: scheme) else { return nil }
        // Of a whole country with more than one main exchange nobody knows which is meant.
        if place.mics.count > 1, let country = place.countries.first,
            Self.countriesOfSeveralExchanges.contains(country),
            let other = places.place(of: place.mics[1], in: scheme), other != written
        {
            return nil
        }
        return written
    }

    /// Countries whose companies are listed on one of several exchanges of like weight.
    private static let countriesOfSeveralExchanges: Set<String> = ["US", "CN", "TW", "KR", "AE", "VN"]

    /// The market of a future: the place where it names a market itself, else that of its product.
    func market(_ place: SymbolPlace?, _ product: PlaceTable.Product?) -> SymbolPlace? {
        if let place, place.scheme == .mic { return place }
        return product?.market ?? self.place(place, .mic)
    }

    /// The product of a root, `nil` if the table has none.
    func product(_ root: String) -> PlaceTable.Product? { places.table.product(.root, root.utf8Span.span) }

    /// `Z26`, `Z6` or `Z2026`
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
