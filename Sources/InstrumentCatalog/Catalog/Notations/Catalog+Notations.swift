internal import Scanning
internal import SystemFiles

extension Catalog {
    /// Returns the instruments that a text may mean in any supported notation.
    ///
    /// Supported notations are this format's symbols, options as written by the clearing house, brokers and people,
    /// futures by month or by position from the front, tickers with a place code, pairs, indexes, and identifiers.
    ///
    /// ```swift
    /// for candidate in catalog.instruments(written: "AAPL  270115C00260000") {
    ///     // .AAPL270115C260 option, 15 Jan 2027, 260, call
    ///     print(catalog.symbol(at: candidate.row), candidate.reading)
    /// }
    /// ```
    ///
    /// - **Options**: by this format's symbol; otherwise among the options on the underlying, by expiration, strike and
    ///   side. A month alone means the standard options, which expire on its third Friday, the Thursday before or the
    ///   Saturday after.
    /// - **Futures**: the front month is the first that has neither expired nor reached its last trade before the day.
    ///   If the bundled rules list months in which few contracts trade, such as January for gold, these months count
    ///   only if no others are left. A root alone means the product, followed by its front month.
    /// - **Tickers**: by this format's symbol. A place must match the instrument's OPOL or one of its EXCHANGES. If no
    ///   listing matches the place, it must match the instrument's COUNTRY.
    ///
    /// If the text is ambiguous, the result has several instruments. Instruments of the best reading come first.
    ///
    /// - Parameters:
    ///   - text: The text, at most 1,024 bytes of UTF-8. Longer texts and names of companies find nothing.
    ///   - day: The day relative to which incomplete texts are resolved, such as the decade of `ESZ6`; `nil` for today
    ///     in UTC.
    ///   - places: The known place codes.
    /// - Returns: Each instrument once, best first; empty if the text is not understood or the catalog has no such
    ///   instrument.
    /// - Complexity: Sublinear in `count`, apart from the instruments found.
    public func instruments(
        written text: String, on day: CalendarDate? = nil, places: SymbolPlaces = .bundled
    ) -> [SymbolCandidate] {
        var resolver = NotationResolver(self, SymbolReader(places: places, on: day ?? .today))
        return resolver.candidates(of: text.utf8Span.span)
    }
}

extension CalendarDate {
    /// Today's date in UTC.
    package static var today: CalendarDate {
        let seconds = Int(WallClock.seconds)
        return CalendarDate(dayNumber: seconds / 86_400)
    }
}

/// An instrument that a text may mean, and the reading of the text that led to it.
public struct SymbolCandidate: Hashable, Sendable {
    /// The instrument's row in the catalog.
    public let row: Row
    /// The reading by which the text denotes the instrument: a reference, a notation and a sentence.
    public let reading: SymbolReading
}
