internal import Synchronization

/// A state of the catalog, and its instruments once somebody asked for all of them.
final class LoadedCatalog: Sendable {
    let catalog: Catalog
    private let defaults: ScheduleDefaults
    private let list = Mutex<[Instrument]?>(nil)

    init(_ catalog: Catalog, _ defaults: ScheduleDefaults) {
        self.catalog = catalog
        self.defaults = defaults
    }

    /// All of them, best first; one array for all who ask.
    var instruments: [Instrument] {
        list.withLock { list in
            if let list { return list }
            let all = catalog.instruments(defaults: defaults)
            list = all
            return all
        }
    }

    func instrument(_ symbol: String) -> Instrument? { catalog.instrument(symbol, defaults: defaults) }

    func instruments(at rows: some Sequence<Int>) -> [Instrument] {
        rows.map { catalog.instrument(at: $0, defaults: defaults) }
    }
}
