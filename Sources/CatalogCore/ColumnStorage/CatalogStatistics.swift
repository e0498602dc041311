/// What is in a catalog, in numbers.
package struct CatalogStatistics: Sendable {
    /// A section of the file.
    package struct Section: Sendable {
        /// What it holds: `value ids of OPOL`.
        package var name: String
        /// Bytes that it takes.
        package var bytes: Int

        package init(name: String, bytes: Int) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// Instruments by type, most first, then by name.
    package var types: [CatalogFacets.Entry]
    /// Instruments by official place of listing, most first, then by name; those without one are left out.
    package var venues: [CatalogFacets.Entry]
    /// Distinct texts of trading hours.
    package var tradingHours: Int
    /// Distinct texts of price increments.
    package var priceIncrements: Int
    /// The sections, in the order of the file.
    package var sections: [Section]
    /// Bytes of the file.
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
    /// How many rows have each value of a field, the commonest first, equally common ones by name; those without one are left out.
    /// Empty for a field whose values hardly repeat, of which the file has no list.
    ///
    /// - Complexity: O(`count`), below a nanosecond a row.
    package func counts(of field: ProfileField) -> [CatalogFacets.Entry] {
        guard let column = column(field) else { return [] }
        return column.rowCounts(rows: count).enumerated().dropFirst().filter { $1 > 0 }
            .map { CatalogFacets.Entry(name: column.string(ofValue: UInt32($0)), count: $1) }
            .sorted(by: CatalogFacets.precedes)
    }
}
