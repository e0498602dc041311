import InstrumentCatalog
import TestSupport
import Testing

/// The programs of the article, verbatim.
struct FilterArticleTests {
    private func filterExample(_ catalog: Catalog) throws {
        var filter = CatalogFilter()
        filter.require(.type, anyOf: ["FUTURE", "OPTION"])
        filter.require(.product, anyOf: ["/ES"])
        filter.activeOn = CalendarDate(year: 2027, month: 1, day: 15)

        let found = catalog.select(filter)
        print(found.count, found.facets.types)

        var page = try catalog.page(of: filter, in: .symbol, limit: 100)
        while let next = page.next { page = try catalog.page(of: filter, in: .symbol, limit: 100, after: next) }
    }

    private func explain(_ filter: CatalogFilter, _ catalog: Catalog) {
        for miss in catalog.misses(of: filter) { print(miss) }  // no instrument of type stock; did you mean STOCK?
    }

    private func chainExample(_ catalog: Catalog) {
        var filter = OptionChainFilter()
        filter.expirations = [.init(through: CalendarDate(year: 2027, month: 6, day: 30))]
        filter.nearest = (10, 227.5)
        for series in catalog.optionChain(named: "AAPL", filter)?.series ?? [] {
            for strike in series.strikes { print(series.expiration, strike.strike, strike.calls, strike.puts) }
        }
        let front = catalog.currentFuture(ofProduct: "/ES", on: CalendarDate(year: 2027, month: 1, day: 15)!)
        print(front.map { catalog.symbol(at: $0.row) } ?? "none")
    }

    private func update(_ old: Catalog, to new: Catalog, at path: String) throws {
        var builder = CatalogBuilder()
        try builder.append(contentsOf: old)
        var reader = RecordReader()
        try CatalogDifference(from: old, to: new).writeProfiles { try reader.read($0, into: &builder) }
        try reader.finish(into: &builder)
        _ = try builder.write(to: path)
    }

    @Test func theDocumentedProgramsRun() throws {
        let folder = try TemporaryFolder()
        let text = """
            #FUTURE::=TYPE,SYMBOL,PRODUCT,EXPIRATION
            FUTURE,/ESH27:XCME,/ES,2027-03-19
            #OPTION::=TYPE,SYMBOL,UNDERLYING,CFI,EXPIRATION,STRIKE
            OPTION,.AAPL270115C150,AAPL,OCASPS,2027-01-15,150

            """
        let old = try Building.catalog("", in: folder, name: "old").catalog
        let new = try Building.catalog(text, in: folder, name: "new").catalog
        try filterExample(new)
        explain(CatalogFilter(), new)
        chainExample(new)
        try update(old, to: new, at: folder.path("merged"))
        #expect(try Catalog.open(folder.path("merged")).count == 2)
    }
}
