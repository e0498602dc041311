/// Instruments that read their properties from a catalog.
extension Catalog {
    /// The instrument of `row`. It reads its properties when they are asked for, and keeps the catalog.
    ///
    /// - Parameter defaults: what its trading hours lean on; hours that they don't complete give a `scheduleFault`.
    /// - Precondition: `row` came from this catalog.
    public func instrument(at row: Row, defaults: ScheduleDefaults = .bundled) -> Instrument {
        Instrument(InstrumentSource(self, defaults), row: row)
    }

    /// The instrument of exactly this symbol; `nil` where there is none. It reads its properties when they are asked for, and keeps
    /// the catalog.
    ///
    /// ```swift
    /// print(catalog.instrument("AAPL")?.description ?? "unknown")      // Apple Inc. - Common Stock
    /// ```
    ///
    /// - Parameter defaults: what its trading hours lean on.
    /// - Complexity: O(1) expected; a few hundred nanoseconds.
    public func instrument(_ symbol: String, defaults: ScheduleDefaults = .bundled) -> Instrument? {
        row(forSymbol: symbol).map { instrument(at: $0, defaults: defaults) }
    }

    /// All instruments, best first. They read their properties when they are asked for, and keep the catalog: nothing is read
    /// until then.
    ///
    /// - Parameter defaults: what trading hours lean on; hours that they don't complete give a `scheduleFault`.
    /// - Complexity: O(`count`): 16 bytes and some nanoseconds each.
    public func instruments(defaults: ScheduleDefaults = .bundled) -> [Instrument] {
        let source = InstrumentSource(self, defaults)
        var all: [Instrument] = []
        all.reserveCapacity(count)
        forEachRow(in: .rank) { _, row in
            all.append(Instrument(source, row: row))
            return true
        }
        return all
    }
}

extension Instrument {
    /// The same with properties of its own, which keep no catalog.
    package var detached: Instrument { Instrument(properties) }
}

/// Where instruments of a catalog read from: one for all of them.
final class InstrumentSource: Sendable {
    let catalog: Catalog
    private let rows: CatalogRows
    private let defaults: ScheduleDefaults

    init(_ catalog: Catalog, _ defaults: ScheduleDefaults) {
        self.catalog = catalog
        rows = catalog.file.rows
        self.defaults = defaults
    }

    /// The symbol of a row: what lists of instruments are searched and sorted by.
    @inline(__always)
    func symbol(at row: Row) -> String {
        row.number < rows.count ? rows.symbol(at: row.number) : catalog.symbol(at: row)
    }

    /// What the trading hours of a row say.
    func hours(at row: Row) -> InstrumentHours {
        InstrumentHours(catalog.string(.tradingHours, at: row), defaults)
    }
}
