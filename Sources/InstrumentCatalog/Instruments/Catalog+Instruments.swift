/// Instruments that read their properties from a catalog.
extension Catalog {
    /// Returns the instrument of `row`, which reads its properties on demand and retains the catalog.
    ///
    /// - Parameters:
    ///   - row: The row of the instrument.
    ///   - defaults: The venues that the instrument's trading hours refer to. If they do not complete the hours, the
    ///     instrument has a `scheduleFault`.
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
    /// - Parameter defaults: The venues that trading hours refer to. If they do not complete an instrument's hours, the
    ///   instrument has a `scheduleFault`.
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
    /// A copy of the instrument that contains the properties itself and does not retain a catalog.
    package var detached: Instrument { Instrument(properties) }
}

/// The catalog that instruments read from, shared by all of them.
final class InstrumentSource: Sendable {
    let catalog: Catalog
    private let rows: CatalogRows
    private let defaults: ScheduleDefaults

    init(_ catalog: Catalog, _ defaults: ScheduleDefaults) {
        self.catalog = catalog
        rows = catalog.file.rows
        self.defaults = defaults
    }

    /// Returns the symbol of a row. It is fast, because lists of instruments are searched and sorted by symbol.
    @inline(__always)
    func symbol(at row: Row) -> String {
        row.number < rows.count ? rows.symbol(at: row.number) : catalog.symbol(at: row)
    }

    /// Returns the decoded trading hours of a row.
    func hours(at row: Row) -> InstrumentHours {
        InstrumentHours(catalog.string(.tradingHours, at: row), defaults)
    }
}
