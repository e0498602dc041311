import TestSupport
import Testing

@testable import InstrumentCatalog

/// Spreads are found by their legs.
struct SearchSpreadTests {
    private static let listing = """
        #FUTURE::=TYPE,SYMBOL,DESCRIPTION
        FUTURE,/ESZ26:XCME,E-mini S&P 500 Dec 2026
        FUTURE,/ESH27:XCME,E-mini S&P 500 Mar 2027
        FUTURE,/MESZ26:XCME,Micro E-mini S&P 500 Dec 2026
        #STOCK::=TYPE,SYMBOL,DESCRIPTION
        STOCK,AAPL,Apple Inc.
        STOCK,MSFT,Microsoft
        #OPTION::=TYPE,SYMBOL,DESCRIPTION
        OPTION,./ESZ26C5000:XCME,Dec Call 5000
        OPTION,.AAPL270115C260,Jan Call 260
        OPTION,./CLZ26P-5:XNYM,Dec Put -5
        #SPREAD::=TYPE,SYMBOL,DESCRIPTION
        SPREAD,=/ESZ26:XCME-/ESH27:XCME,Dec Mar
        SPREAD,=/MESZ26:XCME-/MESH27:XCME,Micro Dec Mar
        SPREAD,=2*AAPL-MSFT,Pair
        SPREAD,=MSFT-0.5*AAPL@185.5,Other pair
        SPREAD,=3/ESZ26:XCME-AAPLX,Odd
        SPREAD,=./ESZ26C5000:XCME-/ESZ26:XCME,Covered
        SPREAD,=A-(ESZ26),Unreadable
        #SPREAD::=TYPE,SYMBOL,DESCRIPTION,LOCAL_SYMBOL
        SPREAD,XYZ1,By local symbol,=AAPL-QQQ

        """

    /// A query, and its results with their reasons or tiers, in order: the instrument itself, spreads with it as a leg,
    /// others.
    private static let examples: [(String, [String])] = [
        (
            "/ESZ26",
            [
                "/ESZ26:XCME future ES, Dec 2026", "=3/ESZ26:XCME-AAPLX leg bought: 3 /ESZ26:XCME",
                "=/ESZ26:XCME-/ESH27:XCME leg bought: /ESZ26:XCME",
                "=./ESZ26C5000:XCME-/ESZ26:XCME leg sold: /ESZ26:XCME", "./ESZ26C5000:XCME symbolSubstring",
            ]
        ),
        (
            "esz26",
            [
                "/ESZ26:XCME future ES, Dec 2026", "=3/ESZ26:XCME-AAPLX leg bought: 3 /ESZ26:XCME",
                "=/ESZ26:XCME-/ESH27:XCME leg bought: /ESZ26:XCME",
                "=./ESZ26C5000:XCME-/ESZ26:XCME leg sold: /ESZ26:XCME", "/MESZ26:XCME symbolSubstring",
                // A spread whose symbol can't be parsed.
                "=A-(ESZ26) symbolSubstring", "=/MESZ26:XCME-/MESH27:XCME symbolSubstring",
                "./ESZ26C5000:XCME symbolSubstring",
            ]
        ),
        ("/ESH27", ["/ESH27:XCME future ES, Mar 2027", "=/ESZ26:XCME-/ESH27:XCME leg sold: /ESH27:XCME"]),
        (
            "AAPL",
            [
                "AAPL exactSymbol", "=2*AAPL-MSFT leg bought: 2 AAPL", "=MSFT-0.5*AAPL@185.5 leg sold: 0.5 AAPL",
                "XYZ1 symbolSubstring", "=3/ESZ26:XCME-AAPLX symbolSubstring", ".AAPL270115C260 symbolSubstring",
            ]
        ),
        ("AAPLX", ["=3/ESZ26:XCME-AAPLX leg sold: AAPLX", "AAPL typo"]),
        (
            "./ESZ26C5000:XCME",
            [
                "./ESZ26C5000:XCME exactSymbol",
                "=./ESZ26C5000:XCME-/ESZ26:XCME leg bought: ./ESZ26C5000:XCME",
            ]
        ),
        // An exchange's proprietary symbol isn't parsed.
        ("QQQ", ["XYZ1 symbolSubstring"]),
    ]

    private static func results(_ text: String, _ catalog: Catalog) throws -> [String] {
        try catalog.search(text, on: NaiveSearch.day, limit: 100).hits.map {
            "\(catalog.symbol(at: $0.row)) \($0.reason ?? $0.tier.name)"
        }
    }

    /// Spreads are found by their legs in a file, and if all instruments were added as changes.
    @Test func spreadsAreFoundByTheirLegs() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.listing, in: folder).catalog
        let live = try LiveCatalog.open(path: folder.path("live"))
        try live.apply(catalog.fileRows.map { catalog.profile(at: $0) })
        for (text, expected) in Self.examples {
            #expect(try Self.results(text, catalog) == expected)
            #expect(try Self.results(text, live.view) == expected)
        }
    }

    /// Compares with the naive search, also page by page.
    @Test func searchesEqualANaiveSearch() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.listing, in: folder).catalog
        let naive = NaiveSearch(catalog)
        for text in [
            "/ESZ26", "esz26", "/ESZ26:XCME", "AAPL", "aap", "MSFT", "A", "E", "ES", "=", "-", "0.5", "/", "26",
        ] {
            let expected = naive.search(text)
            let all = try catalog.search(text, on: NaiveSearch.day, limit: 100).hits
            #expect(all.map(\.row) == expected.map(\.row), "\(text)")
            #expect(all.map(\.tier) == expected.map(\.tier), "\(text)")
            for limit in 1...4 {
                var paged: [SearchHit] = []
                var cursor: CatalogCursor?
                repeat {
                    let page = try catalog.search(text, on: NaiveSearch.day, limit: limit, after: cursor)
                    paged += page.hits
                    cursor = page.next
                } while cursor != nil
                #expect(paged == all, "\(text), by \(limit)")
            }
        }
    }
}
