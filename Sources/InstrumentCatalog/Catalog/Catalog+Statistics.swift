/// Statistics of a catalog.
extension Catalog {
    /// The statistics of the catalog. Its sections and length are those of the catalog's file.
    ///
    /// - Complexity: O(`count`).
    package var statistics: CatalogStatistics {
        CatalogStatistics(
            types: counts(of: .type), venues: counts(of: .opol),
            tradingHours: valueCount(of: .tradingHours), priceIncrements: valueCount(of: .priceIncrements),
            sections: file.rows.sections.table.entries.map { .init(name: file.sectionName($0), bytes: $0.length) },
            fileLength: file.header.fileLength)
    }

    /// Returns the periods for which the schedules of the catalog have holiday lists.
    ///
    /// - Parameter defaults: The holiday lists and venues that TRADING_HOURS texts refer to.
    /// - Complexity: O(`count` + distinct texts).
    package func scheduleCoverage(defaults: ScheduleDefaults) -> ScheduleCoverage {
        ScheduleCoverage(counts(of: .tradingHours), defaults: defaults)
    }

    /// Returns the number of instruments for each value of a field, most frequent first, then by name.
    func counts(of field: ProfileField) -> [CatalogFacets.Entry] {
        if index == nil { return file.rows.counts(of: field) }
        return select(CatalogFilter()).counts(named: field.name)
    }

    /// Returns the number of distinct values of a field.
    private func valueCount(of field: ProfileField) -> Int {
        index == nil ? file.rows.column(field)?.valueCount ?? 0 : counts(of: field).count
    }
}
