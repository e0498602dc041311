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

    /// Puts all ways to understand a text into `readings`, best first, in place of what it had: an array that is kept from text to text
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
