import Foundation
import ProfileGenerator
import TestSupport
import Testing

@testable import InstrumentCatalog

struct ChainTests {
    @Test(arguments: [41, 42, 43, 44] as [UInt64])
    func chainsEqualANaiveGrouping(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let text = ChainRandom.text(records: Int.random(in: 0...2500, using: &generator), using: &generator)
        let profiles = try Building.naive(Array(text.utf8)).ranked
        let catalog = try Building.catalog(text, in: folder).catalog
        for name in ["A", "B", "Ü", "C", "", "/ES", "/NQ", "X"] {
            for roles in [OptionChain.Roles.underlying, .product, .any] where !name.isEmpty {
                try Self.expectSame(roles, name, profiles, catalog, seed: seed)
            }
            Self.expectSameFutures(name, profiles, catalog, seed: seed)
        }
    }

    /// Every chain of a generated universe.
    @Test(arguments: [51, 52] as [UInt64])
    func chainsOfAUniverseEqualANaiveGrouping(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var text: [UInt8] = []
        try UniverseGenerator(instruments: 2500, seed: seed).generate { text += Array(copying: $0) }
        let profiles = try Building.naive(text).ranked
        _ = try Building.builder(text).write(to: folder.path("catalog"))
        let catalog = try Catalog.open(folder.path("catalog"))
        var options = 0
        for (field, roles) in [(ProfileField.underlying, OptionChain.Roles.underlying), (.product, .product)] {
            for name in Set(profiles.map { $0[field] }) where !name.isEmpty {
                options += try Self.expectSame(roles, name, profiles, catalog, seed: seed)
            }
        }
        #expect(options > 2000)
        for name in Set(profiles.map(\.product)) where !name.isEmpty {
            Self.expectSameFutures(name, profiles, catalog, seed: seed)
        }
    }

    @discardableResult
    private static func expectSame(
        _ roles: OptionChain.Roles, _ name: String, _ profiles: [InstrumentProfile], _ catalog: Catalog, seed: UInt64
    ) throws -> Int {
        let ask = { (filter: OptionChainFilter) in catalog.optionChain(named: name, as: roles, filter) }
        let found = ask(OptionChainFilter())
        if roles == .underlying {
            #expect(catalog.hasOptions(underlying: name) == (found != nil), "\(name), seed \(seed)")
        }
        guard let expected = NaiveChain(roles, name, profiles) else {
            #expect(found == nil, "\(name), seed \(seed)")
            return 0
        }
        let chain = try #require(found, "\(name), seed \(seed)")
        #expect(NaiveChain(chain) == expected, "\(name), seed \(seed)")
        #expect(chain.name == name)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<6 {
            let filter = randomFilter(chain, &generator)
            let part = try #require(ask(filter))
            #expect(NaiveChain(part) == expected.filtered(filter), "\(name), \(filter), seed \(seed)")
        }
        return chain.optionCount
    }

    private static func randomFilter(
        _ chain: OptionChain, _ generator: inout SeededGenerator
    ) -> OptionChainFilter {
        var filter = OptionChainFilter()
        let series = chain.series.randomElement(using: &generator)!
        let strike = series.strikes.randomElement(using: &generator)!.strike
        if Bool.random(using: &generator) {
            filter.expirations = [.init(from: series.expiration), .init(through: CalendarDate(dayNumber: -1))]
        }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: filter.strike = .init(from: strike)
        case 1: filter.strike = .init(from: strike - 1, through: strike + 2)
        default: break
        }
        if Int.random(in: 0..<3, using: &generator) == 0 { filter.styles = ["Week*", "Quarterlys"] }
        if Bool.random(using: &generator) {
            filter.nearest = (Int.random(in: 0...7, using: &generator), strike + [0, 0.25, -0.5, 1e9].randomElement()!)
        }
        return filter
    }

    private static func expectSameFutures(
        _ product: String, _ profiles: [InstrumentProfile], _ catalog: Catalog, seed: UInt64
    ) {
        let day = { (date: CalendarDate?) in date?.dayNumber ?? .max }
        let expected = profiles.indices.filter {
            !product.isEmpty && profiles[$0].type == "FUTURE" && profiles[$0].product == product
        }
        .sorted {
            (day(profiles[$0].expiration), day(profiles[$0].lastTrade), profiles[$0].mmy, $0)
                < (day(profiles[$1].expiration), day(profiles[$1].lastTrade), profiles[$1].mmy, $1)
        }
        let futures = catalog.futures(ofProduct: product)
        #expect(futures.map(\.row.number) == expected, "\(product), seed \(seed)")
        #expect(futures.map(\.expiration) == expected.map { profiles[$0].expiration })
        for day in [-5, 1, 20833, 20834, 20900, 30000].map({ CalendarDate(dayNumber: $0) }) {
            let current = expected.first {
                (profiles[$0].expiration ?? day) >= day && (profiles[$0].lastTrade ?? day) >= day
            }
            #expect(
                catalog.currentFuture(ofProduct: product, on: day)?.row.number == current, "\(product), seed \(seed)")
        }
    }

    /// Options with monthly, weekly, adjusted and class roots.
    private static let roots = """
        #OPTION::=TYPE,SYMBOL,CFI,UNDERLYING,EXPIRATION,STRIKE,SETTLEMENT_STYLE
        OPTION,.SPX261218C6800,OCEICS,SPX,2026-12-18,6800,Open
        OPTION,.SPX261218P6800,OPEICS,SPX,2026-12-18,6800,Open
        OPTION,.SPXW261127C6800,OCEICS,SPX,2026-11-27,6800,Close
        OPTION,.SPXW261218C6800,OCEICS,SPX,2026-12-18,6800,Close
        OPTION,.SPXW261218P6850,OPEICS,SPX,2026-12-18,6850,Close
        OPTION,.BRKB260206C495,OCASPS,BRK/B,2026-02-06,495,Open
        OPTION,.BABA2270115C145,OCASPS,BABA,2027-01-15,145,Open
        OPTION,.BABA270115C145,OCASPS,BABA,2027-01-15,145,Open

        """

    /// A name, and the symbols of its chain.
    @Test(
        arguments: [
            ("SPXW", [".SPXW261127C6800", ".SPXW261218C6800", ".SPXW261218P6850"], "a weekly root"),
            (
                "SPX",
                [".SPXW261127C6800", ".SPXW261218C6800", ".SPXW261218P6850", ".SPX261218C6800", ".SPX261218P6800"],
                "an underlying, with all roots"
            ),
            ("BRKB", [".BRKB260206C495"], "a class of shares"), ("BABA2", [".BABA2270115C145"], "an adjusted root"),
            ("BABA", [".BABA2270115C145", ".BABA270115C145"], "an underlying"), ("SPXWX", [], "no root"),
            ("SP", [], "no root"),
        ] as [(String, [String], Comment)])
    func aRootOfOptionsHasAChain(name: String, symbols: [String], comment: Comment) throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.roots, in: folder).catalog
        let chain = catalog.optionChain(named: name)
        let found = chain?.series.flatMap { $0.strikes.flatMap { $0.calls + $0.puts } } ?? []
        #expect(Set(found.map(catalog.symbol(at:))) == Set(symbols), comment)
        #expect(found.count == symbols.count && (chain?.name ?? name) == name, comment)
        var nearest = OptionChainFilter()
        nearest.nearest = (1, 6800)
        let strikes = catalog.optionChain(named: name, nearest)?.series.map(\.strikes.count) ?? []
        #expect(strikes.allSatisfy { $0 == 1 }, comment)
    }

    /// One name has four options. It is the underlying of the first, the product of the second, and both of the third.
    /// The fourth has the strike of the first.
    @Test func aNameThatIsUnderlyingAndProductIsOneChain() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(
            """
            #OPTION::=TYPE,SYMBOL,UNDERLYING,PRODUCT,CFI,EXPIRATION,STRIKE
            OPTION,.1,X,,OCASPS,2027-01-15,150
            OPTION,.2,/F,X,OPASPS,2027-01-15,150
            OPTION,.3,X,X,OCASPS,2027-01-22,10
            OPTION,.4,X,/P,OCASPS,2027-01-15,150

            """, in: folder
        ).catalog
        let texts = { (chain: OptionChain?) in
            (chain?.series ?? []).flatMap { series in
                series.strikes.map { strike in
                    "\(series.expiration) \(strike.strike) \(strike.calls.map(catalog.symbol(at:))) "
                        + "\(strike.puts.map(catalog.symbol(at:)))"
                }
            }
        }
        let chain = try #require(catalog.optionChain(named: "X"))
        #expect(chain.roles == .any)
        #expect(texts(chain) == [#"2027-01-15 150.0 [".1", ".4"] [".2"]"#, #"2027-01-22 10.0 [".3"] []"#])
        #expect(chain.optionCount == 4)
        var filter = OptionChainFilter()
        filter.expirations = [.init(from: CalendarDate(year: 2027, month: 1, day: 20))]
        #expect(texts(catalog.optionChain(named: "X", filter)) == [#"2027-01-22 10.0 [".3"] []"#])
        #expect(catalog.optionChain(named: "X", filter)?.roles == .any)
        #expect(catalog.optionChain(named: "/F")?.roles == .underlying)
        #expect(catalog.optionChain(named: "/P")?.roles == .product)
        #expect(
            texts(catalog.optionChain(named: "X", as: .product)) == [
                #"2027-01-15 150.0 [] [".2"]"#, #"2027-01-22 10.0 [".3"] []"#,
            ])
    }

    /// A file whose chains contain a stock with an option's CFI code, as earlier versions wrote it
    /// (`Fixtures/README.md`).
    @Test func chainsOfEarlierFilesContainOnlyOptions() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/stock-in-a-chain.catalog").path
        let catalog = try Catalog.open(path)
        try catalog.verify()
        let strikes = try #require(catalog.optionChain(named: "A")).series.flatMap(\.strikes)
        #expect(strikes.flatMap(\.calls).map(catalog.symbol(at:)) == [".A270115C150", ".A270115C150X"])
        #expect(strikes.flatMap(\.puts).map(catalog.symbol(at:)) == [".A270115P150"])
        #expect(catalog.optionChain(named: "B") == nil)
        #expect(catalog.optionChain(named: "/Q", as: .product) == nil)
        #expect(!catalog.hasOptions(underlying: "B"))
    }

    // MARK: Damage

    /// With arbitrary bytes in a section, reading chains and rows ends without a crash.
    @Test func damagedSectionsDoNotCrash() throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 61)
        let catalog = try Building.catalog(ChainRandom.text(records: 300, using: &generator), in: folder).catalog
        for _ in 0..<300 {
            let damaged = try Damage.anySection(of: catalog, in: folder, using: &generator)
            for name in ["A", "X"] {
                for series in damaged.optionChain(named: name)?.series ?? [] {
                    for row in series.strikes.flatMap({ $0.calls + $0.puts }) { _ = damaged.symbol(at: row) }
                    _ = series.strikes(3, around: 2)
                }
            }
            for future in damaged.futures(ofProduct: "/ES") { _ = damaged.symbol(at: future.row) }
            var filter = CatalogFilter()
            filter.require(.symbol, anyOf: [".O1*", "*9*"])
            filter.require(.optionType, anyOf: ["?TAN"])
            filter.strike = .init(from: 0, through: 10)
            filter.activeOn = CalendarDate(dayNumber: 20000)
            let selection = damaged.select(filter)
            for order in CatalogOrder.allCases {
                for row in selection.rows(in: order) { _ = damaged.symbol(at: row) }
                _ = try damaged.page(of: filter, in: order, limit: 2)
            }
            _ = selection.facets
        }
    }
}
