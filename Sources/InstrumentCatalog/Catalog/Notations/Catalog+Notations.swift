internal import Scanning
internal import SystemFiles

extension Catalog {
    /// The instruments that a text may mean, whoever wrote it: this format's symbols, options as the clearing house, brokers and people
    /// write them, futures by month or by place from the front, tickers with a place's code, pairs, indexes, identifiers as pasted.
    ///
    /// ```swift
    /// for candidate in catalog.instruments(written: "AAPL  270115C00260000") {
    ///     print(catalog.symbol(at: candidate.row), candidate.reading)   // .AAPL270115C260 option, 15 Jan 2027, 260, call
    /// }
    /// ```
    ///
    /// - **Options**: by this format's symbol; else among the options on the underlying, by expiration, strike and side. Of a
    ///   month alone the standard ones are meant: those that expire on its third Friday, the Thursday before or the Saturday after.
    /// - **Futures**: the front month is the first that has neither expired nor been traded for the last time before the day. A root
    ///   alone means the product, and after it its front month.
    /// - **Tickers**: as this catalog writes them. A place must be the instrument's: its OPOL, one of its EXCHANGES, or, where it is
    ///   listed on no venue of the place, its COUNTRY.
    ///
    /// Several instruments mean that the text is ambiguous: the best reading's are first, and nothing is guessed.
    ///
    /// - Parameters:
    ///   - text: At most 1,024 bytes of UTF-8; nothing is found for a longer one, for names and sentences.
    ///   - day: What the text leaves open, such as the decade of `ESZ6`, is told as of this day; `nil` for today, in UTC.
    ///   - places: The codes of places that are known.
    /// - Returns: each instrument once, the best first; empty where the text isn't understood or the catalog has nothing of it.
    /// - Complexity: some microseconds.
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

/// An instrument that a text may mean, and how the text was understood.
public struct SymbolCandidate: Hashable, Sendable {
    /// The instrument's row in the catalog.
    public let row: Row
    /// By which reading the text means it: its reference, its notation and a sentence.
    public let reading: SymbolReading
}
