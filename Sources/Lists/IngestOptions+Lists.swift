public import Scanning

extension IngestOptions {
    /// Reads sources as lists in CSV, JSON or XML. Each row becomes a profile.
    ///
    /// - Parameters:
    ///   - mapping: The mapping of the columns: `SYMBOL=yahoo:ticker,DESCRIPTION=name`.
    ///   - day: The day of reading, which resolves one-digit years in symbols.
    ///   - derivesValues: Whether missing values are derived, such as the country and the trading hours. The custom
    ///     field DERIVED then lists the fields whose values were derived.
    /// - Throws: `GrammarError` with the position of the first mistake in the mapping.
    public mutating func readLists(
        mapping: String, on day: CalendarDate, derivesValues: Bool = true
    ) throws(GrammarError) {
        list = MappedList(try ListMap(parsing: mapping), derives: derivesValues, today: day)
    }
}
