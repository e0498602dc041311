/// Instruments that read their properties from a catalog.
extension Catalog {
    /// Returns the instrument of `row`, which reads its properties on demand and retains the catalog.
    ///
    /// - Parameters:
    ///   - row: The row of the instrument.
    ///   - defaults: The venues that its trading hours refer to; hours that they do not complete cause a
    ///     `scheduleFault`.
    /// - Precondition: `row` came from this catalog.
    public func instrument(at row: Row, defaults: ScheduleDefaults = .bundled) -> Instrument {
        Instrument(InstrumentSource(self, defaults), row: row)
    }

    /// Returns the instrument with a symbol. The instrument reads its properties on demand and retains the catalog.
    ///
    /// ```swift
    /// print(catalog.instrument("AAPL")?.description ?? "unknown")      // Apple Inc. - Common Stock
    /// ```
    ///
    /// - Parameters:
    ///   - symbol: The symbol of the instrument.
    ///   - defaults: The venues that its trading hours refer to.
    /// - Returns: The instrument; `nil` if no instrument has the symbol.
    /// - Complexity: O(1) expected.
    public func instrument(_ symbol: String, defaults: ScheduleDefaults = .bundled) -> Instrument? {
        row(forSymbol: symbol).map { instrument(at: $0, defaults: defaults) }
    }

    /// Returns all instruments, best first. They read their properties on demand and retain the catalog.
    ///
    /// - Parameter defaults: The venues that trading hours refer to; hours that they do not complete cause a
    ///   `scheduleFault`.
    /// - Complexity: O(`count`) time, and 16 bytes per instrument.
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
    /// The instrument with its own copy of the properties, which does not retain a catalog.
    package var detached: Instrument { Instrument(properties) }
}

/// The catalog from which instruments read, shared by all of them.
final class InstrumentSource: Sendable {
    let catalog: Catalog
    private let rows: CatalogRows
    private let defaults: ScheduleDefaults

    init(_ catalog: Catalog, _ defaults: ScheduleDefaults) {
        self.catalog = catalog
        rows = catalog.file.rows
        self.defaults = defaults
    }

    /// Returns the symbol of a row, by which lists of instruments are searched and sorted.
    @inline(__always)
    func symbol(at row: Row) -> String {
        row.number < rows.count ? rows.symbol(at: row.number) : catalog.symbol(at: row)
    }

    /// Returns the meaning of a row's trading hours.
    func hours(at row: Row) -> InstrumentHours {
        InstrumentHours(catalog.string(.tradingHours, at: row), defaults)
    }
}
