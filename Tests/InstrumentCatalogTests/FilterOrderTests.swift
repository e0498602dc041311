import TestSupport
import Testing

@testable import InstrumentCatalog

/// Listing all instruments in each order, and a page at any offset.
struct FilterOrderTests {
    private static let standardTypes = [
        "CURRENCY", "FOREX", "BOND", "INDEX", "STOCK", "ETF", "MUTUAL_FUND", "MONEY_MARKET_FUND", "PRODUCT", "FUTURE",
        "OPTION", "WARRANT", "CERTIFICATE", "CFD", "SPREAD", "OTHER", "REMOVED",
    ]

    @Test(arguments: [71, 72] as [UInt64])
    func ordersEqualANaiveSort(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let text = RandomUniverse.text(records: 1500, using: &generator)
        let profiles = try Building.naive(text).ranked
        _ = try Building.builder(text).write(to: folder.path("catalog"))
        let catalog = try Catalog.open(folder.path("catalog"))
        for order in CatalogOrder.allCases {
            let expected = profiles.indices.sorted { Self.precedes(profiles, order, $0, $1) }
            #expect(catalog.rows(in: order, limit: .max).map(\.number) == expected, "\(order), seed \(seed)")
            for _ in 0..<20 {
                let offset = Int.random(in: -2...profiles.count + 2, using: &generator)
                let limit = Int.random(in: 0...300, using: &generator)
                let page = expected.dropFirst(max(0, offset)).prefix(limit).map { Row($0) }
                #expect(catalog.rows(in: order, offset: offset, limit: limit) == page, "\(order), seed \(seed)")
                let all = catalog.select(CatalogFilter())
                #expect(all.rows(in: order, offset: offset, limit: limit) == page, "\(order), seed \(seed)")
            }
        }
    }

    private static func precedes(_ profiles: [InstrumentProfile], _ order: CatalogOrder, _ a: Int, _ b: Int) -> Bool {
        switch order {
        case .rank: return a < b
        case .symbol: return Array(profiles[a].symbol.utf8).lexicographicallyPrecedes(Array(profiles[b].symbol.utf8))
        case .type:
            let key = { (row: Int) in standardTypes.firstIndex(of: profiles[row].type) ?? standardTypes.count }
            return (key(a), key(a) == standardTypes.count ? profiles[a].type : "", a)
                < (key(b), key(b) == standardTypes.count ? profiles[b].type : "", b)
        }
    }

    @Test func anEmptyCatalogHasNoRows() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog("", in: folder).catalog
        for order in CatalogOrder.allCases { #expect(catalog.rows(in: order, limit: 5) == []) }
        #expect(catalog.select(CatalogFilter()).count == 0)
        #expect(catalog.select(CatalogFilter()).facets.types.isEmpty)
        #expect(try catalog.page(of: CatalogFilter(), limit: 5) == CatalogPage(rows: []))
        #expect(catalog.optionChain(named: "A", as: .underlying) == nil)
        #expect(catalog.futures(ofProduct: "A") == [])
    }
}
