import BenchSupport
import InstrumentCatalog

/// Answers from the catalog that the import wrote.
enum LookupFigures {
    static func add(to table: inout FigureTable, _ inputs: Inputs) throws {
        let opening = try Timing.samples(50, .wall) { _ in keep(try Catalog.open(inputs.catalog).count) }
        table.add("open the catalog, median", opening.median / 1e6, "ms", atMost: 1)

        let catalog = try Catalog.open(inputs.catalog)
        var random = FixedGenerator(seed: 4)
        let symbols = (0..<200_000).map { _ in catalog.symbol(at: Int.random(in: 0..<catalog.count, using: &random)) }
        // The clock is read with each lookup, and its cost is in the figures.
        let rows = Timing.samples(symbols.count, .wall) { keep(catalog.row(forSymbol: symbols[$0])) }
        table.add("look a random symbol up, p50", rows.median, "ns", atMost: 400)
        table.add("look a random symbol up, p99", rows.percentile(99), "ns")
        let profiles = Timing.samples(symbols.count / 4, .wall) { keep(catalog[symbols[$0]]) }
        table.add("look up and make the profile, p50", profiles.median / 1000, "µs")
        table.add("look up and make the profile, p99", profiles.percentile(99) / 1000, "µs")
        let found = Timing.samples(symbols.count / 4, .wall) { keep(catalog.instrument(symbols[$0], defaults: .empty)) }
        table.add("instrument of a symbol, p50", found.median, "ns")
        addInstruments(to: &table, catalog, symbols)
    }

    /// All instruments at once, as the data provider of charts delivers them.
    private static func addInstruments(to table: inout FigureTable, _ catalog: Catalog, _ symbols: [String]) {
        let before = Memory.residentBytes
        var instruments: [Instrument] = []
        let seconds = Timing.seconds { instruments = catalog.instruments(defaults: .empty) }
        table.add("all instruments as an array", seconds * 1000, "ms")
        table.add("memory of that array", Double(Memory.residentBytes - before) / 1e6, "MB", atMost: 400)
        let walk = Timing.seconds { for instrument in instruments { keep(instrument.symbol) } }
        table.add("the symbol of each", walk / Double(max(instruments.count, 1)) * 1e9, "ns")
        let searches = Timing.samples(5, .wall) { number in
            keep(instruments.first { $0.symbol == symbols[number] })
        }
        table.add("a symbol found by walking over them, median", searches.median / 1e6, "ms")
    }
}
