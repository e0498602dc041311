internal import Scanning

extension Catalog {
    /// Returns the reference of an instrument, which `SymbolWriter` can write in other notations.
    ///
    /// ```swift
    /// let row = catalog.row(forSymbol: "THYAO:TR")!
    /// print(SymbolWriter().write(catalog.reference(at: row), as: .ric) ?? "")   // THYAO.IS
    /// ```
    ///
    /// The reference's place is the instrument's OPOL, or its COUNTRY if OPOL is not set. The reference of an
    /// instrument without a ticker, such as a spread or a bond, is a `.symbol`.
    ///
    /// - Precondition: `row` came from this catalog.
    /// - Complexity: O(length of the symbol).
    public func reference(at row: Row, places: SymbolPlaces = .bundled) -> InstrumentReference {
        var reader = ReferenceReader(self, places: places)
        return reader.reference(at: row, symbol: symbol(at: row))
    }

    /// Returns an instrument's text in a notation.
    ///
    /// ```swift
    /// let row = catalog.row(forSymbol: "THYAO:TR")!
    /// print(try catalog.text(of: row, as: .ric))   // THYAO.IS
    /// ```
    ///
    /// The text denotes this instrument: if it is read on the same day, the instrument is the first candidate of
    /// ``instruments(written:on:places:)``.
    ///
    /// - Parameters:
    ///   - row: The instrument's row.
    ///   - notation: The notation.
    ///   - day: The day on which the text is read; `nil` for today in UTC.
    ///   - places: The known place codes.
    /// - Throws: The reason why the notation has no text for the instrument.
    /// - Precondition: `row` came from this catalog.
    public func text(
        of row: Row, as notation: Notation, on day: CalendarDate? = nil, places: SymbolPlaces = .bundled
    ) throws(UnwrittenNotation) -> String {
        var resolver = NotationResolver(self, SymbolReader(places: places, on: day ?? .today))
        return try resolver.text(of: row, reference(at: row, places: places), as: notation)
    }
}
