import BenchSupport
import Foundation
import InstrumentCatalog

/// Queries of the catalog: searches, chains, filters.
enum CatalogFigures {
    static func add(to table: inout FigureTable, _ inputs: Inputs) throws {
        let catalog = try Catalog.open(inputs.catalog)
        try addSearch(to: &table, catalog, SearchQueries.recorded())
        addChains(to: &table, catalog)
        addFilters(to: &table, catalog)
    }

    // MARK: Search

    private static func addSearch(to table: inout FigureTable, _ catalog: Catalog, _ queries: SearchQueries) throws {
        for query in queries.all { keep(try catalog.search(query.text, limit: 10)) }
        func measure(_ queries: [SearchQueries.Query]) throws -> Rounds {
            try Timing.rounds(3, of: queries.count, repeats: 3) {
                keep(try catalog.search(queries[$0].text, limit: 10))
            }
        }
        let all = try measure(queries.all)
        table.add("search \(queries.all.count) recorded queries, p50", all.median / 1e3, "µs", atMost: 15)
        table.add("search, p99", all.percentile(99) / 1e3, "µs", atMost: 300)
        table.add("search, slowest", all.largest / 1e3, "µs", atMost: 800)
        for kind in queries.kinds {
            let times = try measure(queries.all.filter { $0.kind == kind })
            table.add("  \(kind), p50", times.median / 1e3, "µs")
            table.add("  \(kind), slowest", times.largest / 1e3, "µs", atMost: 10_000)
        }
        for text in ["A", "US", "CALL 100"] {
            let times = try Timing.samples(5, .wall) { _ in keep(try catalog.search(text, limit: 10)) }
            table.add("  \"\(text)\"", times / 1e3, "µs", atMost: 10_000)
        }
    }

    // MARK: Chains and filters

    private static func addChains(to table: inout FigureTable, _ catalog: Catalog) {
        let counts = catalog.select(CatalogFilter()).counts(named: "UNDERLYING")
        guard let largest = counts.first(where: { $0.count >= 5000 }) else {
            return table.skip("chain of 5,000 options", because: "no underlying has so many")
        }
        // The bound is for a chain of 5,000 options, so the smallest chain with at least 5,000 is measured.
        let chosen = counts.last { $0.count >= 5000 } ?? largest
        let times = Timing.samples(20, .wall) { _ in keep(catalog.optionChain(named: chosen.name, as: .underlying)) }
        table.add("chain of \(chosen.count) options", times / 1e6, "ms", atMost: 1)
    }

    private static func addFilters(to table: inout FigureTable, _ catalog: Catalog) {
        func add(_ what: String, _ filter: CatalogFilter) {
            let times = Timing.samples(5, .wall) { _ in
                let selection = catalog.select(filter)
                keep(selection.facets)
            }
            table.add("filter with facets: \(what)", times / 1e6, "ms", atMost: 20)
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
        // No index helps here, so all texts are examined.
        for (field, pattern) in [(ProfileField.symbol, "*1*"), (.description, "*a*")] {
            var filter = CatalogFilter()
            filter.require(field, anyOf: [FieldPattern(pattern)])
            let times = Timing.samples(5, .wall) { _ in keep(catalog.select(filter).count) }
            table.add("filter that nothing narrows: \(field.name)=\(pattern)", times / 1e6, "ms", atMost: 12)
        }
    }
}
