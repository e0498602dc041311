public import Scanning

/// Reads foreign notations of an instrument.
///
/// The day and the country resolve ambiguities: one-digit years, and dates with the day or the month first.
public struct SymbolReader: Sendable {
    /// The table of places.
    public let places: SymbolPlaces
    /// The day of reading: `ESZ6` is the contract of the nearest December that has not passed.
    public let day: CalendarDate
    /// The country whose order of day and month is tried first, ISO 3166-1 alpha-2.
    public let country: String
    private let clock: ReadingClock

    /// Creates a reader for texts of a given day.
    ///
    /// - Parameters:
    ///   - places: The table of places.
    ///   - day: The day of reading.
    ///   - country: The country whose order of day and month is tried first if a text names no place. In the US, the
    ///     month comes first.
    public init(places: SymbolPlaces = .bundled, on day: CalendarDate, country: String = "US") {
        self.places = places
        self.day = day
        self.country = country
        clock = ReadingClock(day, country: country)
    }

    /// Returns all readings of a text, best first; none for a name or a sentence.
    ///
    /// - Complexity: O(`text.utf8.count`).
    public func read(_ text: String) -> [SymbolReading] {
        var readings: [SymbolReading] = []
        read(text.utf8Span.span, into: &readings)
        return readings
    }

    /// Replaces the contents of `readings` by all readings of a text, best first. Reusing the array avoids allocations.
    package func read(_ text: Span<UInt8>, into readings: inout [SymbolReading]) {
        readings.removeAll(keepingCapacity: true)
        var upper = InlineArray<64, UInt8>(repeating: 0)
        var written = InlineArray<64, UInt8>(repeating: 0)
        var upperBytes = upper.mutableSpan
        var writtenBytes = written.mutableSpan
        guard let shape = TextShape(text, upper: &upperBytes, written: &writtenBytes) else {
            readLong(text, &readings)
            return
        }
        let symbol = SymbolText(
            upper: upper.span.extracting(0..<shape.count), written: written.span.extracting(0..<shape.count),
            shape: shape,
            table: places.table, clock: clock)
        symbol.read(&readings)
    }

    /// Reads a text that is longer than all notations, which can only be a spread.
    private func readLong(_ text: Span<UInt8>, _ readings: inout [SymbolReading]) {
        guard text.count > TextShape.capacity, text[0] == ASCII.equals else { return }
        readings.append(.init(.symbol(String(decoding: text)), .ipf))
    }
}

/// One meaning of a text.
public struct SymbolReading: Hashable, Sendable, CustomStringConvertible {
    /// The instrument that the text refers to.
    public let reference: InstrumentReference
    /// The notation of the text.
    public let notation: Notation

    /// Creates a reading.
    package init(_ reference: InstrumentReference, _ notation: Notation) {
        self.reference = reference
        self.notation = notation
    }

    /// The meaning in words, in a stable form: `option, 15 Jan 2027, 260, call`.
    public var description: String { reference.description }
}

/// The notation of a text.
public enum Notation: String, Hashable, Sendable, CaseIterable {
    /// Symbols of this format: `.AAPL270115C260`, `/ESZ26:XCME`, `THYAO:TR`, `EUR/USD`.
    case ipf
    /// The Options Clearing Corporation's 21 characters, with or without padding: `AAPL  270115C00260000`.
    case occ
    /// Terminals, with a place code and a sector after the ticker: `AAPL US Equity`, `ESZ6 Index`.
    case terminal
    /// Reuters instrument codes: `AAPL.O`, `.SPX`, `ESc1`, `EUR=`.
    case ric
    /// Chart services and sites, with the exchange before a colon: `NASDAQ:AAPL`, `CME_MINI:ES1!`.
    case chart
    /// Finance sites, with a place after a point: `THYAO.IS`, `^GSPC`, `ES=F`, `EURUSD=X`.
    case yahooLike = "yahoo-like"
    /// Option notations of brokers: `AAPL_011527C260`, `AAPL 15JAN27 260 C`.
    case broker
    /// Futures codes of exchanges: `ESZ6`, `ESZ26`.
    case exchange
    /// ISIN, CUSIP, SEDOL, FIGI.
    case identifier
    /// Text as people type it.
    case typed

    /// The notations that ``SymbolWriter`` writes.
    public static let writable: [Notation] = [.ipf, .occ, .terminal, .ric, .chart, .yahooLike]
}
