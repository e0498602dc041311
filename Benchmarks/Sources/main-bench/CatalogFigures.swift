import BenchSupport
import Foundation
import InstrumentCatalog

/// Questions to the catalog that the import wrote, beside SQLite for the same instruments.
enum CatalogFigures {
    static func add(to table: inout FigureTable, _ inputs: Inputs) throws {
        let catalog = try Catalog.open(inputs.catalog)
        let identifiers = addIdentifiers(to: &table, catalog)
        let queries = try SearchQueries.recorded()
        let search = try addSearch(to: &table, catalog, queries)
        addChains(to: &table, catalog)
        addFilters(to: &table, catalog)
        if ProcessInfo.processInfo.environment["IPF_BENCH_PEERS"] == "no" {
            table.skip("SQLite", because: "IPF_BENCH_PEERS=no")
        } else {
            try PeerFigures.add(
                to: &table, inputs, catalog, queries, ours: .init(identifier: identifiers, searchP99: search))
        }
    }

    // MARK: Identifiers

    /// The median in nanoseconds.
    private static func addIdentifiers(to table: inout FigureTable, _ catalog: Catalog) -> Double {
        let identifiers = randomIdentifiers(catalog, count: 100_000)
        for identifier in identifiers { keep(catalog.rows(of: identifier)) }
        let samples = Timing.samples(identifiers.count, .wall) { keep(catalog.rows(of: identifiers[$0])) }
        table.add("look a random identifier up, p50", samples.median, "ns", atMost: 600)
        table.add("look a random identifier up, p99", samples.percentile(99), "ns")
        return samples.median
    }

    /// ISINs, CUSIPs, SEDOLs and local symbols of random instruments that have one.
    static func randomIdentifiers(_ catalog: Catalog, count: Int) -> [Identifier] {
        var random = FixedGenerator(seed: 5)
        var identifiers: [Identifier] = []
        while identifiers.count < count {
            let row = Int.random(in: 0..<catalog.count, using: &random)
            let all: [Identifier] = [
                .isin(catalog.string(.isin, at: row)), .cusip(catalog.string(.cusip, at: row)),
                .sedol(catalog.string(.sedol, at: row)), .localSymbol(catalog.string(.localSymbol, at: row)),
            ]
            if let one = all.filter({ !$0.text.isEmpty }).randomElement(using: &random) { identifiers.append(one) }
        }
        return identifiers
    }

    // MARK: Search

    /// The 99th percentile in nanoseconds.
    private static func addSearch(
        to table: inout FigureTable, _ catalog: Catalog, _ queries: SearchQueries
    ) throws -> Double {
        for query in queries.all { keep(try catalog.search(query.text, limit: 10)) }
        let samples = try Timing.fastest(of: 3, queries.all.count) {
            keep(try catalog.search(queries.all[$0].text, limit: 10))
        }
        let all = Samples(samples)
        table.add("search \(samples.count) recorded queries, p50", all.median / 1e3, "µs", atMost: 25)
        table.add("search, p99", all.percentile(99) / 1e3, "µs", atMost: 700)
        table.add("search, slowest", all.largest / 1e3, "µs", atMost: 3000)
        for kind in queries.kinds {
            let of = Samples(zip(queries.all, samples).filter { $0.0.kind == kind }.map(\.1))
            table.add("  \(kind), p50", of.median / 1e3, "µs")
            table.add("  \(kind), slowest", of.largest / 1e3, "µs", atMost: 10_000)
        }
        for text in ["A", "US", "CALL 100"] {
            let time = try Timing.fastest(of: 5, 1) { _ in keep(try catalog.search(text, limit: 10)) }[0]
            table.add("  \"\(text)\"", time / 1e3, "µs", atMost: 10_000)
        }
        return all.percentile(99)
    }

    // MARK: Chains and filters

    private static func addChains(to table: inout FigureTable, _ catalog: Catalog) {
        let counts = catalog.select(CatalogFilter()).counts(named: "UNDERLYING")
        guard let largest = counts.first(where: { $0.count >= 5000 }) else {
            return table.skip("chain of 5,000 options", because: "no underlying has so many")
        }
        // The one whose chain is nearest to the size that the bound is about.
        let chosen = counts.last { $0.count >= 5000 } ?? largest
        let time = Timing.fastest(of: 20, 1) { _ in keep(catalog.optionChain(named: chosen.name, as: .underlying)) }[0]
        table.add("chain of \(chosen.count) options", time / 1e6, "ms", atMost: 1)
    }

    private static func addFilters(to table: inout FigureTable, _ catalog: Catalog) {
        func add(_ what: String, _ filter: CatalogFilter) {
            let time = Timing.fastest(of: 5, 1) { _ in
                let selection = catalog.select(filter)
                keep(selection.facets)
            }[0]
            table.add("filter with facets: \(what)", time / 1e6, "ms", atMost: 20)
        }
        add("everything", CatalogFilter())
        var options = CatalogFilter()
        options.require(.type, anyOf: ["OPTION"])
        options.strike = .init(from: 100, through: 200)
        options.activeOn = CalendarDate(year: 2027, month: 1, day: 15)
        add("options, strike 100…200, active on a day", options)
        for (field, pattern) in [
            (ProfileField.symbol, "*C150"), (.symbol, "*C150*"), (.symbol, "/???27:*"), (.description, "*Corp*"),
            (.description, "*Inc."), (.description, "*Jan*150*"),
        ] {
            var filter = CatalogFilter()
            filter.require(field, anyOf: [FieldPattern(pattern)])
            add("\(field.name)=\(pattern)", filter)
        }
        // No index helps here: all texts are gone through.
        for (field, pattern) in [(ProfileField.symbol, "*1*"), (.description, "*a*")] {
            var filter = CatalogFilter()
            filter.require(field, anyOf: [FieldPattern(pattern)])
            let time = Timing.fastest(of: 3, 1) { _ in keep(catalog.select(filter).count) }[0]
            table.add("filter that nothing narrows down: \(field.name)=\(pattern)", time / 1e6, "ms")
        }
    }
}

/// The recorded queries, made by `Benchmarks/make-queries`.
struct SearchQueries {
    struct Query {
        var kind: String
        var text: String
    }

    let all: [Query]
    /// In the order of their first query's name.
    let kinds: [String]

    static func recorded() throws -> SearchQueries {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Queries/search.txt")
        let text = try String(contentsOf: path, encoding: .utf8)
        let all = text.split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", maxSplits: 1)
            return Query(kind: String(parts[0]), text: String(parts[1]))
        }
        return SearchQueries(all: all, kinds: Set(all.map(\.kind)).sorted())
    }
}

extension Timing {
    /// For each of `count` operations the fastest of some rounds over all of them, in nanoseconds: what is left of the time
    /// where others use the same processors.
    static func fastest(of rounds: Int, _ count: Int, _ body: (Int) throws -> Void) rethrows -> [Double] {
        var best = [Double](repeating: .infinity, count: count)
        for _ in 0..<rounds {
            for index in 0..<count { best[index] = min(best[index], try seconds(.wall) { try body(index) } * 1e9) }
        }
        return best
    }
}
