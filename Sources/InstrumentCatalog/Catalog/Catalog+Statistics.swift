/// What is in a catalog, in numbers.
extension Catalog {
    /// What is in the catalog, in numbers. Sections and length are those of its file.
    ///
    /// - Complexity: O(`count`), a few milliseconds for a million instruments.
    package var statistics: CatalogStatistics {
        CatalogStatistics(
            types: counts(of: .type), venues: counts(of: .opol),
            tradingHours: valueCount(of: .tradingHours), priceIncrements: valueCount(of: .priceIncrements),
            sections: file.rows.sections.table.entries.map { .init(name: file.sectionName($0), bytes: $0.length) },
            fileLength: file.header.fileLength)
    }

    /// How far ahead the schedules of the catalog know their holidays.
    ///
    /// - Parameter defaults: the lists and venues that TRADING_HOURS texts lean on.
    /// - Complexity: O(`count`) to count, and microseconds for each distinct text.
    package func scheduleCoverage(defaults: ScheduleDefaults) -> ScheduleCoverage {
        ScheduleCoverage(counts(of: .tradingHours), defaults: defaults)
    }

    /// How many instruments have each value of a field, the commonest first, equally common ones by name.
    func counts(of field: ProfileField) -> [CatalogFacets.Entry] {
        if index == nil { return file.rows.counts(of: field) }
        return select(CatalogFilter()).counts(named: field.name)
    }

    /// Distinct values of a field.
    private func valueCount(of field: ProfileField) -> Int {
        index == nil ? file.rows.column(field)?.valueCount ?? 0 : counts(of: field).count
    }
}
