public import Scanning

/// Writes an instrument in foreign notations.
///
/// If a written text is read on the writer's day, it gives the same instrument. If a notation has no such text, the
/// writer reports the reason.
public struct SymbolWriter: Sendable {
    /// The places whose codes are written.
    public let places: SymbolPlaces
    /// The day on which the texts will be read; `nil` if it is unknown. Years are then written with two digits.
    public let day: CalendarDate?
    let reader: SymbolReader

    /// Creates a writer for the codes of a table.
    ///
    /// - Parameters:
    ///   - places: The table of places.
    ///   - day: The day on which the texts will be read. `ESZ6 Index` is written only if the 6 denotes the right year
    ///     on this day. RICs of contracts that expired before this day end with `^` and the decade or month.
    public init(places: SymbolPlaces = .bundled, on day: CalendarDate? = nil) {
        self.places = places
        self.day = day
        reader = SymbolReader(places: places, on: day ?? Self.anyDay)
    }

    /// A day on which years of two digits are read as 1974…2073.
    private static let anyDay = CalendarDate(dayNumber: 20_000)

    /// Returns a reference in a notation; `nil` if the notation cannot express it. ``text(of:as:)`` reports the reason.
    ///
    /// - Complexity: O(length of the result).
    public func write(_ reference: InstrumentReference, as notation: Notation) -> String? {
        try? text(of: reference, as: notation)
    }

    /// Returns a reference in a notation.
    ///
    /// Reading the text gives an equal reference, except for parts that the notation omits: the scheme of a place and,
    /// in the OCC's notation, the place itself. An expiration month becomes its third Friday if the notation requires a
    /// day.
    ///
    /// - Throws: The reason why the notation has no text for the reference.
    /// - Complexity: O(length of the result).
    public func text(
        of reference: InstrumentReference, as notation: Notation
    ) throws(UnwrittenNotation) -> String {
        let text = try uncheckedText(of: reference, as: notation)
        if notation == .identifier { return text }
        let readings = reader.read(text)
        let omitsPlace = notation == .occ || notation == .ipf
        // A symbol of this format is the key of one instrument in a catalog, but its kind may be ambiguous: SPX. So
        // accept any reading.
        let best = notation == .ipf ? readings[...] : readings.prefix(1)
        guard best.contains(where: { $0.reference.means(reference, omitsPlace: omitsPlace) }) else {
            throw .readDifferently(text: text, reading: readings.first?.description)
        }
        return text
    }

    /// Returns a reference in a notation, without verifying that it is read back. Use this if the text is looked up in
    /// a catalog, which then decides between its readings.
    package func uncheckedText(
        of reference: InstrumentReference, as notation: Notation
    ) throws(UnwrittenNotation) -> String {
        let (text, place): (String?, SymbolPlace?) =
            switch reference {
            case .symbol(let symbol): (notation == .ipf ? symbol : nil, nil)
            case .identifier(let identifier): (notation == .identifier ? identifier.text : nil, nil)
            case .option(let option): (write(option, notation), option.place)
            case .future(let future): (write(future, notation), nil)
            case .product(let product): (write(product, notation), nil)
            // The symbol of a spread contains the venues of its futures, which only a catalog knows.
            case .spread: (nil, nil)
            case .cryptoDerivative: (nil, nil)
            case .share(let share): (write(share, notation), share.place)
            case .pair(let pair): (write(pair, notation), nil)
            case .index(let index): (write(index, notation), nil)
            }
        if let text { return text }
        if let place, let scheme = notation.scheme, self.place(place, scheme) == nil {
            throw .noCode(notation, place)
        }
        throw .noForm(notation)
    }

    // MARK: Parts

    /// Returns the place that denotes the same market in a scheme; the place itself if it already has that scheme.
    func place(_ place: SymbolPlace?, _ scheme: SymbolPlace.Scheme) -> SymbolPlace? {
        guard let place else { return nil }
        if place.scheme == scheme { return place }
        guard let main = place.mics.first, let written = places.place(of: main, in: scheme) else { return nil }
        // If a country has several main exchanges, the country does not determine the exchange.
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

    /// Returns the market of a future: `place` if that is a market, otherwise the market of its product.
    func market(_ place: SymbolPlace?, _ product: PlaceTable.Product?) -> SymbolPlace? {
        if let place, place.scheme == .mic { return place }
        return product?.market ?? self.place(place, .mic)
    }

    /// Returns the product of a root; `nil` if the table does not contain it.
    func product(_ root: String) -> PlaceTable.Product? { places.table.product(.root, root.utf8Span.span) }

    /// Returns `Z6`, `Z26` or `Z2026`, depending on the number of digits.
    static func code(_ month: ContractMonth, digits: Int) -> String {
        let year =
            switch digits {
            case 1: String(month.year % 10)
            case 2: (month.year % 100).twoDigits
            default: String(month.year)
            }
        return month.month.description + year
    }

    /// Returns `Z6` if the digit is read as the right year on the writer's day, otherwise `Z26`.
    func shortCode(_ month: ContractMonth) -> String {
        let isThisYear = day != nil && reader.clock.year(ofLastDigit: month.year % 10, month.month) == month.year
        return Self.code(month, digits: isThisYear ? 1 : 2)
    }
}

/// The reason why a notation has no text for an instrument.
public enum UnwrittenNotation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The notation has no form for this kind of instrument, or for its strike, root or series.
    case noForm(Notation)
    /// The table of places has no code for the instrument's place.
    case noCode(Notation, SymbolPlace)
    /// The text would be read as another instrument, which `reading` describes; `reading` is `nil` if the text has no
    /// reading.
    case readDifferently(text: String, reading: String?)

    /// `the text 'CLZ6 Comdty' would be read as future CL, Dec 2026`
    public var description: String {
        switch self {
        case .noForm(let notation): "\(notation.rawValue) has no form for it"
        case .noCode(let notation, let place): "\(notation.rawValue) has no known code for \(place)"
        case .readDifferently(let text, let reading?): "the text '\(text)' would be read as \(reading)"
        case .readDifferently(let text, nil): "the text '\(text)' would not be read"
        }
    }
}

extension Notation {
    /// The scheme of the places that the notation writes; `nil` if the notation writes none.
    fileprivate var scheme: SymbolPlace.Scheme? {
        switch self {
        case .terminal: .terminal
        case .ric: .ric
        case .chart: .chart
        case .yahooLike: .yahooLike
        default: nil
        }
    }
}
