import BenchSupport
import InstrumentCatalog

/// Look-ups in the catalog, and reading profiles.
enum LookupFigures {
    static func add(to table: inout FigureTable, _ inputs: Inputs) throws {
        let opening = try Timing.samples(50, .wall) { _ in keep(try Catalog.open(inputs.catalog).count) }
        table.add("open the catalog", opening / 1e6, "ms", atMost: 1)

        let catalog = try Catalog.open(inputs.catalog)
        let memory = RandomReads.nanoseconds(overBytes: 64 << 20)
        table.add("read memory at random, 64 MiB, each after the last", memory, "ns")
        let read = FigureTable.Limit("a random read", memory, "ns")
        addSymbols(to: &table, catalog, read)
        addIdentifiers(to: &table, catalog, read)
        addInstruments(to: &table, catalog)
    }

    private static func addSymbols(
        to table: inout FigureTable, _ catalog: Catalog, _ limit: FigureTable.Limit
    ) {
        let symbols = randomSymbols(catalog, count: 200_000)
        // The clock is read for each look-up, and the figures include its cost.
        let rows = Timing.rounds(of: symbols.count) { keep(catalog.row(forSymbol: symbols[$0])) }
        table.add("look a random symbol up, p50", rows.median, "ns", atMost: 250, beside: limit)
        table.add("look a random symbol up, p99", rows.percentile(99), "ns")
        let batches = stride(from: 0, to: symbols.count, by: 1000).map { Array(symbols[$0..<($0 + 1000)]) }
        let each = Timing.nanoseconds(perEachOf: symbols.count, .wall) {
            for batch in batches { keep(catalog.rows(forSymbols: batch)) }
        }
        table.add("look random symbols up, 1,000 at once, each", each, "ns", atMost: 100, beside: limit)
        let some = symbols.count / 4
        let profiles = Timing.rounds(of: some) { keep(catalog[symbols[$0]]) }
        table.add("look up and make the profile, p50", profiles.median / 1000, "µs", atMost: 1)
        table.add("look up and make the profile, p99", profiles.percentile(99) / 1000, "µs")
        let found = Timing.rounds(of: some) { keep(catalog.instrument(symbols[$0], defaults: .empty)) }
        table.add("instrument of a symbol, p50", found.median, "ns")
    }

    private static func addIdentifiers(
        to table: inout FigureTable, _ catalog: Catalog, _ limit: FigureTable.Limit
    ) {
        let identifiers = randomIdentifiers(catalog, count: 100_000)
        for identifier in identifiers { keep(catalog.rows(of: identifier)) }
        let found = Timing.rounds(of: identifiers.count) { keep(catalog.rows(of: identifiers[$0])) }
        table.add("look a random identifier up, p50", found.median, "ns", atMost: 280, beside: limit)
        table.add("look a random identifier up, p99", found.percentile(99), "ns")
        let batches = stride(from: 0, to: identifiers.count, by: 1000).map { Array(identifiers[$0..<($0 + 1000)]) }
        let each = Timing.nanoseconds(perEachOf: identifiers.count, .wall) {
            for batch in batches { keep(catalog.lookup(batch)) }
        }
        table.add("look random identifiers up, 1,000 at once, each", each, "ns")
    }

    /// Reads all instruments at once, like the data provider of charts.
    private static func addInstruments(to table: inout FigureTable, _ catalog: Catalog) {
        let before = Memory.residentBytes
        var instruments: [Instrument] = []
        let seconds = Timing.seconds { instruments = catalog.instruments(defaults: .empty) }
        table.add("all instruments as an array", seconds * 1000, "ms")
        table.add("memory of that array", Double(Memory.residentBytes - before) / 1e6, "MB", atMost: 400)
        let walk = Timing.nanoseconds(perEachOf: max(instruments.count, 1)) {
            for instrument in instruments { keep(instrument.symbol) }
        }
        table.add("the symbol of each, in order", walk, "ns", atMost: 40)
        let symbols = randomSymbols(catalog, count: 7)
        let searches = Timing.samples(symbols.count, .wall) { number in
            keep(instruments.first { $0.symbol == symbols[number] })
        }
        table.add("a symbol found by walking over them", searches / 1e6, "ms")
    }

    // MARK: Inputs

    static func randomSymbols(_ catalog: Catalog, count: Int) -> [String] {
        var random = FixedGenerator(seed: 4)
        return (0..<count).map { _ in catalog.symbol(at: Row(Int.random(in: 0..<catalog.count, using: &random))) }
    }

    /// Returns ISINs, CUSIPs, SEDOLs and local symbols of random instruments.
    static func randomIdentifiers(_ catalog: Catalog, count: Int) -> [Identifier] {
        var random = FixedGenerator(seed: 5)
        var identifiers: [Identifier] = []
        while identifiers.count < count {
            let row = Row(Int.random(in: 0..<catalog.count, using: &random))
            let all: [Identifier] = [
                .isin(catalog.string(.isin, at: row)), .cusip(catalog.string(.cusip, at: row)),
                .sedol(catalog.string(.sedol, at: row)), .localSymbol(catalog.string(.localSymbol, at: row)),
            ]
            if let one = all.filter({ !$0.text.isEmpty }).randomElement(using: &random) { identifiers.append(one) }
        }
        return identifiers
    }
}

/// Measures a dependent read of memory that is in no cache, like each step in an index.
private enum RandomReads {
    static func nanoseconds(overBytes bytes: Int) -> Samples {
        let count = bytes / MemoryLayout<Int>.stride
        // Sattolo's algorithm makes a random cycle through all elements.
        var next = Array(0..<count)
        var random = FixedGenerator(seed: 9)
        for index in stride(from: count - 1, to: 0, by: -1) {
            next.swapAt(index, Int.random(in: 0..<index, using: &random))
        }
        let steps = 1_000_000
        var place = 0
        let times = Timing.nanoseconds(perEachOf: steps, .wall) { for _ in 0..<steps { place = next[place] } }
        keep(place)
        return times
    }
}
