public import Scanning

/// Reads how others write an instrument.
///
/// The day and the country decide what a text leaves open: one-digit years, days whose month may stand first or second.
public struct SymbolReader: Sendable {
    /// The places that it knows.
    public let places: SymbolPlaces
    /// The day of reading: `ESZ6` is the contract of the nearest December that is not before it.
    public let day: CalendarDate
    /// Whose order of day and month is tried first, ISO 3166-1 alpha-2.
    public let country: String
    private let clock: ReadingClock

    /// A reader of what is written on a day.
    ///
    /// - Parameters:
    ///   - places: the table of places.
    ///   - day: the day of reading.
    ///   - country: whose order of day and month is tried first where a text names no place; the month comes first in the US.
    public init(places: SymbolPlaces = .bundled, on day: CalendarDate, country: String = "US") {
        self.places = places
        self.day = day
        self.country = country
        clock = ReadingClock(day, country: country)
    }

    /// All ways to understand a text, best first; none where it is a name or a sentence.
    ///
    /// - Complexity: O(`text.utf8.count`): some tenths of a microsecond.
    public func read(_ text: String) -> [SymbolReading] {
        var readings: [SymbolReading] = []
        read(text.utf8Span.span, into: &readings)
        return readings
    }

    /// Puts all ways to understand a text into `readings`, best first, instead of what it had: an array that is kept from text to text
    /// keeps its room.
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

    /// A text beyond what notations have is nothing but a spread of this format.
    private func readLong(_ text: Span<UInt8>, _ readings: inout [SymbolReading]) {
        guard text.count > TextShape.capacity, text[0] == ASCII.equals else { return }
        readings.append(.init(.symbol(String(decoding: text)), .ipf))
    }
}

/// One way to understand a text.
public struct SymbolReading: Hashable, Sendable, CustomStringConvertible {
    /// The instrument that the text refers to by this reading.
    public let reference: InstrumentReference
    /// Whose way to write it is.
    public let notation: Notation

    /// A reading.
    package init(_ reference: InstrumentReference, _ notation: Notation) {
        self.reference = reference
        self.notation = notation
    }

    /// How the text was understood, in words that stay: `option, 15 Jan 2027, 260, call`.
    public var description: String { reference.description }
}

/// Whose way to write an instrument a text follows.
public enum Notation: String, Hashable, Sendable, CaseIterable {
    /// This format's symbols: `.AAPL270115C260`, `/ESZ26:XCME`, `THYAO:TR`, `EUR/USD`.
    case ipf
    /// The Options Clearing Corporation's 21 characters, padded or not: `AAPL  270115C00260000`.
    case occ
    /// Terminals that write a place's code and a sector after the ticker: `AAPL US Equity`, `ESZ6 Index`.
    case terminal
    /// Reuters instrument codes: `AAPL.O`, `.SPX`, `ESc1`, `EUR=`.
    case ric
    /// Chart services and sites that write the exchange before a colon: `NASDAQ:AAPL`, `CME_MINI:ES1!`.
    case chart
    /// Finance sites that write a place after a point: `THYAO.IS`, `^GSPC`, `ES=F`, `EURUSD=X`.
    case yahooLike = "yahoo-like"
    /// The broker's notation of options: `AAPL_011527C260`, `AAPL 15JAN27 260 C`.
    case broker
    /// Exchanges' codes of futures: `ESZ6`, `ESZ26`.
    case exchange
    /// ISIN, CUSIP, SEDOL, FIGI.
    case identifier
    /// Text as people type it.
    case typed

    /// The notations that ``SymbolWriter`` writes.
    public static let writable: [Notation] = [.ipf, .occ, .terminal, .ric, .chart, .yahooLike]
}
