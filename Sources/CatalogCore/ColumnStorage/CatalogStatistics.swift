/// The statistics of a catalog.
package struct CatalogStatistics: Sendable {
    /// A section of the file.
    package struct Section: Sendable {
        /// The name of the section: `value ids of OPOL`.
        package var name: String
        /// The size in bytes.
        package var bytes: Int

        package init(name: String, bytes: Int) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// The number of instruments by type, the most frequent first, then by name.
    package var types: [CatalogFacets.Entry]
    /// The number of instruments by official place of listing, the most frequent first, then by name. Instruments
    /// without one are not counted.
    package var venues: [CatalogFacets.Entry]
    /// The number of distinct trading hours.
    package var tradingHours: Int
    /// The number of distinct price increments.
    package var priceIncrements: Int
    /// The sections, in file order.
    package var sections: [Section]
    /// The size of the file in bytes.
    package var fileLength: Int

    package init(
        types: [CatalogFacets.Entry], venues: [CatalogFacets.Entry], tradingHours: Int, priceIncrements: Int,
        sections: [Section], fileLength: Int
    ) {
        self.types = types
        self.venues = venues
        self.tradingHours = tradingHours
        self.priceIncrements = priceIncrements
        self.sections = sections
        self.fileLength = fileLength
    }
}

extension CatalogRows {
    /// Returns the number of rows for each value of a field, the most frequent value first, then by name. Rows without
    /// a value are not counted. Empty for a field that stores each row's own text.
    ///
    /// - Complexity: O(`count`).
    package func counts(of field: ProfileField) -> [CatalogFacets.Entry] {
        guard let column = column(field) else { return [] }
        return column.rowCounts(rows: count).enumerated().dropFirst().filter { $1 > 0 }
            .map { CatalogFacets.Entry(name: column.string(ofValue: UInt32($0)), count: $1) }
            .sorted(by: CatalogFacets.precedes)
    }
}
