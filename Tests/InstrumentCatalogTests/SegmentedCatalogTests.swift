import InstrumentCatalog
import TestSupport
import Testing

@testable import CatalogBuilding
@testable import CatalogCore
@testable import CatalogHistory

/// Live and archived instruments, queried together.
struct SegmentedCatalogTests {
    private let folder = try! TemporaryFolder()
    private let all: SegmentedCatalog

    private static let live = """
        #STOCK::=TYPE,SYMBOL,DESCRIPTION,ISIN
        #OPTION::=TYPE,SYMBOL,UNDERLYING,EXPIRATION,STRIKE,CFI
        STOCK,AAPL,Apple Inc.,US0378331005
        STOCK,BACK,Back again,
        OPTION,AAPL27C,AAPL,2027-01-15,260,OCASPS
        ##COMPLETE

        """
    /// BACK was removed, and is live again. TWICE was removed in 2024, returned, and was removed again in 2025.
    private static let segments = [
        """
        #STOCK::=TYPE,SYMBOL,DESCRIPTION,ISIN,REMOVED_ON
        #OPTION::=TYPE,SYMBOL,UNDERLYING,EXPIRATION,STRIKE,CFI,REMOVED_ON
        OPTION,AAPL25C,AAPL,2025-06-20,150,OCASPS,2025-06-21
        OPTION,AAPL25P,AAPL,2025-06-20,150,OPASPS,2025-06-21
        STOCK,TWICE,The second time,,2025-03-01
        STOCK,OLDAAPL,Apple Computer,US0378331005,2025-02-01

        """,
        """
        #STOCK::=TYPE,SYMBOL,DESCRIPTION,ISIN,REMOVED_ON
        #FUTURE::=TYPE,SYMBOL,PRODUCT,EXPIRATION,REMOVED_ON
        STOCK,BACK,Before,,2024-03-01
        STOCK,TWICE,The first time,,2024-03-01
        FUTURE,/ESZ24,/ES,2024-12-20,2024-11-30
        STOCK,NAMED,apple of old,,2024-05-05

        """,
    ]

    init() throws {
        let folder = folder
        all = SegmentedCatalog(
            try Building.catalog(Self.live, in: folder, name: "live").catalog,
            expired: try Self.segments.enumerated().map {
                try Building.catalog($1, in: folder, name: "gone-\($0)").catalog
            })
    }

    private func symbols(_ slices: [SegmentedCatalog.Slice<Row>]) -> [String] {
        slices.flatMap { slice in slice.items.map(slice.catalog.symbol(at:)) }
    }

    /// Pages of any size are slices of the complete list, which has the live rows, then the years, each symbol once.
    @Test(arguments: [CatalogOrder.rank, .symbol, .type])
    func pagesContinueAcrossCatalogs(_ order: CatalogOrder) throws {
        let expected = symbols(try all.page(of: CatalogFilter(), in: order, limit: .max).slices)
        #expect(expected.count == 9 && Set(expected).count == 9)
        #expect(Set(expected.prefix(3)) == ["AAPL", "BACK", "AAPL27C"])
        #expect(Set(expected.suffix(2)) == ["/ESZ24", "NAMED"])
        for size in 1...10 {
            var found: [String] = []
            var cursor: CatalogCursor?
            var pages = 0
            repeat {
                let page = try all.page(of: CatalogFilter(), in: order, limit: size, after: cursor)
                found += symbols(page.slices)
                cursor = page.next
                pages += 1
            } while cursor != nil
            #expect(found == expected && pages == (expected.count + size - 1) / size, "pages of \(size)")
        }
        // The hidden rows rank before NAMED, so they precede the remaining ones.
        for offset in 0...7 {
            let page = try all.page(of: CatalogFilter(), in: order, offset: offset, limit: 1)
            #expect(symbols(page.slices) == [expected[offset]])
        }
        let first = try all.page(of: CatalogFilter(), in: order, limit: 2)
        let skipped = try all.page(of: CatalogFilter(), in: order, offset: 3, limit: 1, after: first.next)
        #expect(symbols(skipped.slices) == [expected[5]])
    }

    @Test func cursorsOfOtherCatalogsAndQueriesAreRefused() throws {
        let page = try all.page(of: CatalogFilter(), limit: 4)
        #expect(try all.page(of: CatalogFilter(), limit: 9, after: page.next).slices.count == 2)
        #expect(throws: CatalogError.self) {
            try SegmentedCatalog(all.live).page(of: CatalogFilter(), limit: 9, after: page.next)
        }
        #expect(throws: CatalogError.self) {
            try all.page(of: CatalogFilter(), in: .symbol, limit: 9, after: page.next)
        }
    }

    @Test func searchFindsExpiredInstrumentsAfterLiveOnes() throws {
        var found: [String] = []
        var cursor: CatalogCursor?
        repeat {
            let page = try all.search("apple", limit: 1, after: cursor)
            for slice in page.slices { found += slice.items.map { slice.catalog.symbol(at: $0.row) } }
            cursor = page.next
        } while cursor != nil
        #expect(found == ["AAPL", "OLDAAPL", "NAMED"])
        #expect(try SegmentedCatalog(all.live).search("apple").slices.count == 1)
        #expect(try all.search("before").slices.isEmpty)
    }

    @Test func lookupsFindExpiredInstruments() {
        let answers = all.lookup([.isin("US0378331005"), .symbol("TWICE"), .symbol("BACK"), .symbol("NONE")])
            .map { answer in (try? answer.get()).map(symbols) }
        #expect(answers == [["AAPL", "OLDAAPL"], ["TWICE"], ["BACK"], nil])
        #expect(
            all.place(ofSymbol: "TWICE")?.catalog.profile(at: all.place(ofSymbol: "TWICE")!.row).description
                == "The second time")
        for (symbol, text) in [
            ("AAPL25C", "expired, removed on 2025-06-21"), ("OLDAAPL", "removed on 2025-02-01"),
            // It was removed before it expired.
            ("/ESZ24", "removed on 2024-11-30"),
        ] {
            #expect(all.removal(ofSymbol: symbol)?.description == text)
        }
        #expect(all.removal(ofSymbol: "BACK") == nil && all.removal(ofSymbol: "NONE") == nil)
    }

    @Test func chainsOfExpiredInstrumentsAreSeparate() {
        let chains = all.optionChains(named: "AAPL")
        #expect(chains.map(\.chain.series.count) == [1, 1])
        #expect(chains.map { $0.chain.series[0].expiration.year } == [2027, 2025])
        #expect(all.futures(ofProduct: "/ES").map(\.items.count) == [1])
        #expect(all.optionChains(named: "NONE").isEmpty)
    }

    /// Rows of several catalogs are written as one text.
    @Test func rowsOfAllCatalogsAreOneText() throws {
        func text(_ form: RowForm, _ filter: CatalogFilter = CatalogFilter(), offset: Int = 0) -> String {
            var bytes: [UInt8] = []
            var writer = all.rowWriter(form, of: filter, offset: offset)
            while writer.write(atLeast: 7, { bytes += Array(copying: $0) }) {}
            return String(decoding: bytes, as: UTF8.self)
        }
        let expected = symbols(try all.page(of: CatalogFilter(), limit: .max).slices)
        let csv = text(.csv(columns: ["SYMBOL", "REMOVED_ON"])).split(separator: "\n")
        let first = csv.dropFirst().map { String($0.prefix { $0 != "," }) }
        #expect(csv.first == "SYMBOL,REMOVED_ON" && first == expected)
        let json = text(.json(fields: ["SYMBOL"], style: .compact, separator: .commas))
        #expect(json == expected.map { "{\"SYMBOL\":\"\($0)\"}" }.joined(separator: ","))
        let late = text(.csv(columns: ["SYMBOL"]), offset: 5).split(separator: "\n").dropFirst().map(String.init)
        #expect(late == Array(expected[5...]))
        let ipf = try Building.profiles(Array(text(.ipf(definitions: .asNeeded)).utf8))
        #expect(ipf.map(\.symbol) == expected && text(.ipf()).hasSuffix("\n##COMPLETE\n"))
        var stocks = CatalogFilter()
        stocks.require(.symbol, anyOf: [FieldPattern(exactly: "NAMED")])
        #expect(text(.csv(columns: ["SYMBOL"]), stocks) == "SYMBOL\nNAMED\n")
        let page = try all.page(of: CatalogFilter(), limit: 5)
        var writer = all.rowWriter(.csv(columns: ["SYMBOL"]), page.slices)
        var lines = ""
        while writer.write({ lines += String(decoding: $0) }) {}
        #expect(lines == "SYMBOL\n" + expected.prefix(5).map { $0 + "\n" }.joined())
    }

    @Test func absentValuesOfAllCatalogsAreReported() throws {
        var filter = CatalogFilter()
        filter.require(.type, anyOf: [FieldPattern("FUTURE"), FieldPattern("BOND")])
        #expect(
            all.misses(of: filter, fields: ["REMOVED_ON", "SEDOL"]) == [
                .unusedField("SEDOL"), .unusedValue("BOND", field: "TYPE", nearest: []),
            ])
        #expect(all.fieldNames.last == "REMOVED_ON" && all.fieldNames.contains("PRODUCT"))
        let (count, facets) = try all.facets { $0.select(CatalogFilter()) }
        // BACK and TWICE are counted even where they are hidden.
        #expect(count == 11 && facets.types.map(\.count) == [7, 3, 1])
    }

    @Test func theYearIsThatOfTheExpiration() {
        let day = CalendarDate(year: 2025, month: 1, day: 2)!
        for (expiration, status, year) in [
            (CalendarDate(year: 2024, month: 12, day: 31), RemovedInstrument.Status.expired, 2024),
            (day, .expired, 2025), (CalendarDate(year: 2027, month: 1, day: 15), .removed, 2025), (nil, .removed, 2025),
        ] {
            let removal = RemovedInstrument(expiration: expiration, on: day)
            #expect(removal.status == status && removal.year == year)
        }
        var profile = InstrumentProfile()
        profile.customFields = [.init(name: "REMOVED_ON", value: "soon"), .init(name: "X", value: "1")]
        #expect(
            RemovedInstrument.mark(profile, on: day).customFields == [
                .init(name: "X", value: "1"), .init(name: "REMOVED_ON", value: "2025-01-02"),
            ])
    }
}
