import Scanning

extension ShareReference {
    /// The ticker and series of a spelling: `BRK/B`, `BT.A`, `NOVO-B`, `BP.`; `nil` where it has other characters than tickers have.
    ///
    /// - Parameters:
    ///   - spelling: in any case, without the mark of a place.
    ///   - place: where it is listed; `nil` where that isn't known.
    /// - Complexity: O(`spelling.utf8.count`).
    public init?(spelling: String, place: SymbolPlace? = nil) {
        var upper = InlineArray<64, UInt8>(repeating: 0)
        var written = InlineArray<64, UInt8>(repeating: 0)
        var upperBytes = upper.mutableSpan
        var writtenBytes = written.mutableSpan
        guard let shape = TextShape(spelling.utf8Span.span, upper: &upperBytes, written: &writtenBytes) else {
            return nil
        }
        let text = SymbolText(
            upper: upper.span.extracting(0..<shape.count), written: written.span.extracting(0..<shape.count),
            shape: shape,
            table: SymbolPlaces.bundled.table, clock: ReadingClock(CalendarDate(dayNumber: 0), country: "US"))
        guard let share = text.share(text.whole, place) else { return nil }
        self = share
    }
}
