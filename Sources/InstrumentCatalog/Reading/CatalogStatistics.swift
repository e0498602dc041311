/// What is in a catalog, in numbers.
public struct CatalogStatistics: Hashable, Sendable {
    /// A name and a number.
    public struct Entry: Hashable, Sendable {
        /// The value, or the section.
        public var name: String
        /// How many instruments have it, or bytes it takes.
        public var count: Int
    }

    /// Instruments.
    public var instruments = 0
    /// Instruments by type, most first, then by name.
    public var types: [Entry] = []
    /// Instruments by official place of listing, most first, then by name; those without one are left out.
    public var venues: [Entry] = []
    /// Distinct texts of trading hours.
    public var tradingHours = 0
    /// Distinct texts of price increments.
    public var priceIncrements = 0
    /// Bytes of each section, in the order of the file.
    public var sections: [Entry] = []
    /// Bytes of the file.
    public var fileLength = 0
}

extension CatalogRows {
    /// How many rows have each value of a field, the commonest first, equally common ones by name; those without one are left out.
    /// Empty for a field whose values hardly repeat, of which the file has no list.
    ///
    /// - Complexity: O(`count`), below a nanosecond a row.
    func counts(of field: ProfileField) -> [CatalogStatistics.Entry] {
        guard let column = column(field) else { return [] }
        return column.rowCounts(rows: count).enumerated().dropFirst().filter { $1 > 0 }
            .map { CatalogStatistics.Entry(name: column.string(ofValue: UInt32($0)), count: $1) }
            .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
}
