/// Option chains and futures, and what is in the catalog in numbers.
extension CatalogView {
    /// The chain of the options on an underlying, or the part of it that `filter` means; `nil` where no option is on it.
    public func optionChain(underlying symbol: String, _ filter: OptionChainFilter = .init()) -> OptionChain? {
        base.optionChain(underlying: symbol, filter)
    }

    /// The chain of the options of a product, or the part of it that `filter` means; `nil` where there are none.
    public func optionChain(product: String, _ filter: OptionChainFilter = .init()) -> OptionChain? {
        base.optionChain(product: product, filter)
    }

    /// The futures of a product by expiration, then last trade, maturity and rank; those without a date behind those with one.
    public func futures(ofProduct product: String) -> [FutureContract] { base.futures(ofProduct: product) }

    /// The current future of a product on a day: the first, by expiration, that is active then; `nil` where none is.
    public func currentFuture(ofProduct product: String, on day: CalendarDate) -> FutureContract? {
        futures(ofProduct: product).first { $0.isActive(on: day) }
    }

    /// What is in the catalog, in numbers. Sections and length are those of the file that the view stands on.
    ///
    /// - Complexity: O(`count`), a few milliseconds for a million instruments.
    public var statistics: CatalogStatistics { base.statistics }

    /// How far ahead the schedules of the catalog know their holidays.
    ///
    /// - Parameter defaults: the lists and venues that TRADING_HOURS texts lean on.
    public func scheduleCoverage(defaults: ScheduleDefaults) -> ScheduleCoverage {
        base.scheduleCoverage(defaults: defaults)
    }
}
