import TestSupport
import Testing

@testable import CatalogCore
@testable import InstrumentCatalog

struct FilterTests {
    /// Several hundred random filters over random universes: the rows, facets and pages of each.
    @Test(arguments: [21, 22, 23, 24] as [UInt64])
    func filtersEqualANaiveSelection(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let text = RandomUniverse.text(records: Int.random(in: 0...1500, using: &generator), using: &generator)
        let profiles = try Building.naive(text).ranked
        var builder = try Building.builder(text)
        if seed % 2 == 0 { builder.keepRowTexts(from: 100) }
        _ = try builder.write(to: folder.path("catalog"))
        let catalog = try Catalog.open(folder.path("catalog"))
        for number in 0..<80 {
            let filter = RandomFilter.filter(of: profiles, using: &generator)
            let expected = profiles.indices.filter { NaiveFilter.matches(filter, profiles[$0]) }
            let selection = catalog.select(filter)
            let comment: Comment = "seed \(seed), filter \(number): \(filter)"
            #expect(selection.rows().map(\.number) == expected, comment)
            #expect(selection.count == expected.count, comment)
            let compiled = CompiledFilter(filter, CatalogPart(catalog.file))
            #expect(profiles.indices.filter { compiled.matches($0) } == expected, comment)
            #expect(profiles.indices.filter { filter.matches(profiles[$0]) } == expected, comment)
            #expect(expected.isEmpty || !compiled.matchesNothing, comment)
            for field in ["TYPE", "OPOL", "COUNTRY", "CURRENCY"] {
                let found = Dictionary(uniqueKeysWithValues: selection.counts(named: field).map { ($0.name, $0.count) })
                let values = expected.map { profiles[$0][field] }.filter { !$0.isEmpty }
                #expect(found == Dictionary(values.map { ($0, 1) }, uniquingKeysWith: +), comment)
            }
            let order = CatalogOrder.allCases.randomElement(using: &generator)!
            let limit = Int.random(in: 1...400, using: &generator)
            #expect(try Self.allPages(of: filter, in: order, limit, catalog) == selection.rows(in: order), comment)
        }
    }

    private static func allPages(
        of filter: CatalogFilter, in order: CatalogOrder, _ limit: Int, _ catalog: Catalog
    ) throws -> [Row] {
        var page = try catalog.page(of: filter, in: order, limit: limit)
        var rows = page.rows
        while let next = page.next {
            #expect(page.rows.count == limit)
            page = try catalog.page(of: filter, in: order, limit: limit, after: .init(parsing: next.description))
            #expect(!page.rows.isEmpty)
            rows += page.rows
        }
        return rows
    }

    // MARK: Examples

    private static let text = """
        #STOCK::=TYPE,SYMBOL,DESCRIPTION,COUNTRY,OPOL,EXCHANGES,CURRENCY,MY_FIELD
        STOCK,AAPL,Apple Inc.,US,XNAS,XBOS;XNAS,USD,a
        STOCK,IBM,IBM Corp.,US,XNYS,XNYS;XPHL,USD,b
        STOCK,THYAO:TR,TÜRK HAVA YOLLARI,TR,XIST,XIST,TRY,
        #FUTURE::=TYPE,SYMBOL,PRODUCT,OPOL,CURRENCY,EXPIRATION,LAST_TRADE
        FUTURE,/YGM27:IFUS,/YG,IFUS,USD,2027-06-20,2027-06-18
        FUTURE,/YGZ27:IFUS,/YG,IFUS,USD,,2027-12-17
        FUTURE,/YGM7:IFUS,/YG,IFUS,USD,2037-06-20,2037-06-18
        #OPTION::=TYPE,SYMBOL,UNDERLYING,CURRENCY,EXPIRATION,STRIKE
        OPTION,.A150,AAPL,USD,2027-01-15,150
        OPTION,.A150.5,AAPL,USD,2027-01-15,150.5
        OPTION,.A-1,AAPL,USD,2027-02-19,-1
        ##COMPLETE

        """

    private func symbols(_ ask: (inout CatalogFilter) -> Void) throws -> [String] {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.text, in: folder).catalog
        var filter = CatalogFilter()
        ask(&filter)
        return catalog.select(filter).rows().map(catalog.symbol(at:))
    }

    @Test func conditionsSelectRows() throws {
        #expect(try symbols { $0.require(.type, anyOf: ["STOCK"]) } == ["AAPL", "IBM", "THYAO:TR"])
        #expect(try symbols { $0.require(.symbol, anyOf: ["/YGM??:IFUS"]) } == ["/YGM27:IFUS"])
        #expect(try symbols { $0.require(.symbol, anyOf: ["IBM", "*:TR", "X"]) } == ["IBM", "THYAO:TR"])
        #expect(try symbols { $0.requireExchange(anyOf: ["XNAS", "XIST"]) } == ["AAPL", "THYAO:TR"])
        #expect(try symbols { $0.require(.exchanges, anyOf: ["XNAS"]) } == [])
        #expect(try symbols { $0.require(.description, anyOf: ["*Inc*", "T?RK *"]) } == ["AAPL", "THYAO:TR"])
        #expect(try symbols { $0.require(named: "MY_FIELD", anyOf: ["?"]) } == ["AAPL", "IBM"])
        #expect(try symbols { $0.require(named: "NO_SUCH", anyOf: ["?*"]) } == [])
        #expect(try symbols { $0.require(named: "NO_SUCH", anyOf: [""]) }.count == 9)
        #expect(try symbols { $0.require(.type, anyOf: []) } == [])
        #expect(
            try symbols {
                $0.require(.country, anyOf: ["US"]); $0.require(.currency, anyOf: ["TRY"])
            } == [])
        #expect(try symbols { _ in }.count == 9)
    }

    @Test func numbersAndDatesAreCompared() throws {
        #expect(try symbols { $0.require(.strike, anyOf: ["150.0"]) } == [".A150"])
        #expect(try symbols { $0.require(.strike, anyOf: ["150*"]) } == [".A150", ".A150.5"])
        #expect(try symbols { $0.strike = .init(from: 150) } == [".A150", ".A150.5"])
        #expect(try symbols { $0.strike = .init(through: 150) } == [".A-1", ".A150"])
        #expect(try symbols { $0.strike = .init(from: .nan) } == [])
        let day = CalendarDate(year: 2027, month: 6, day: 20)!
        #expect(try symbols { $0.expiration = .init(from: day, through: day) } == ["/YGM27:IFUS"])
        #expect(try symbols { $0.lastTrade = .init(through: day) } == ["/YGM27:IFUS"])
        let active = try symbols { $0.activeOn = CalendarDate(dayNumber: day.dayNumber + 1) }
        #expect(active == ["AAPL", "IBM", "THYAO:TR", "/YGM7:IFUS", "/YGZ27:IFUS"])
    }

    // MARK: Cursors

    @Test func cursorsOfOtherFilesAndQueriesAreRefused() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.text, in: folder).catalog
        let cursor = try #require(try catalog.page(of: CatalogFilter(), limit: 2).next)
        #expect(cursor.description.utf8.count == 28)
        let again = try Building.catalog(Self.text, in: folder, name: "again").catalog
        #expect(try again.page(of: CatalogFilter(), limit: 1, after: cursor).rows == [Row(2)])

        let other = try Building.catalog(Self.text + "STOCK,X,,,,,,\n", in: folder, name: "other").catalog
        Self.expectRefusal(
            "catalog \(folder.path("other")): the cursor belongs to another catalog, or to an earlier state of this "
                + "one; request the first page again"
        ) { try other.page(of: CatalogFilter(), limit: 1, after: cursor) }

        var filter = CatalogFilter()
        filter.require(.type, anyOf: ["STOCK"])
        let question =
            "catalog \(catalog.path): the cursor belongs to a different query; request the first page of this one"
        Self.expectRefusal(question) { try catalog.page(of: filter, limit: 1, after: cursor) }
        Self.expectRefusal(question) { try catalog.page(of: CatalogFilter(), in: .symbol, limit: 1, after: cursor) }

        for text in ["", "AAAA", "not a cursor, by any means …", String(cursor.description.dropLast()) + "*"] {
            Self.expectRefusal("catalog: '\(text)' is not a cursor; pass the cursor of the previous page") {
                try CatalogCursor(parsing: text)
            }
        }
        // An invalid cursor is treated like the cursor of a different query.
        var generator = SeededGenerator(seed: 31)
        for _ in 0..<200 {
            var text = Array(cursor.description.utf8)
            text[Int.random(in: text.indices, using: &generator)] = Array("AZaz09-_".utf8).randomElement(
                using: &generator)!
            let changed = try CatalogCursor(parsing: String(decoding: text, as: UTF8.self))
            _ = try? catalog.page(of: CatalogFilter(), limit: 2, after: changed)
        }
    }

    private static func expectRefusal<Value>(_ text: String, _ body: () throws -> Value) {
        do {
            _ = try body()
            Issue.record("expected: \(text)")
        } catch let error as CatalogError {
            #expect(error.kind == .cursor)
            #expect(error.description == text)
        } catch {
            Issue.record("\(error)")
        }
    }
}
