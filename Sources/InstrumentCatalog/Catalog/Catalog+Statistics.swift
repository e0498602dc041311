/// What is in a view, in numbers.
extension CatalogView {
    /// What is in the catalog, in numbers. Sections and length are those of the file that the view stands on.
    ///
    /// - Complexity: O(`count`), a few milliseconds for a million instruments.
    public var statistics: CatalogStatistics {
        var statistics = base.statistics
        guard storage.index != nil else { return statistics }
        let all = select(CatalogFilter())
        statistics.instruments = count
        statistics.types = all.counts(named: ProfileField.type.name)
        statistics.venues = all.counts(named: ProfileField.opol.name)
        statistics.tradingHours = all.counts(named: ProfileField.tradingHours.name).count
        statistics.priceIncrements = all.counts(named: ProfileField.priceIncrements.name).count
        return statistics
    }

    /// How far ahead the schedules of the catalog know their holidays.
    ///
    /// - Parameter defaults: the lists and venues that TRADING_HOURS texts lean on.
    /// - Complexity: as `Catalog.scheduleCoverage(defaults:)`.
    public func scheduleCoverage(defaults: ScheduleDefaults) -> ScheduleCoverage {
        if storage.index == nil { return base.scheduleCoverage(defaults: defaults) }
        return ScheduleCoverage(
            select(CatalogFilter()).counts(named: ProfileField.tradingHours.name), defaults: defaults)
    }
}
