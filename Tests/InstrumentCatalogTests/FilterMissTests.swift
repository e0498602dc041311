import TestSupport
import Testing

@testable import InstrumentCatalog

/// The values in a filter that occur nowhere in the catalog.
struct FilterMissTests {
    private static let text = """
        #STOCK::=TYPE,SYMBOL,DESCRIPTION,COUNTRY,OPOL,EXCHANGES,CURRENCY,SECTOR
        STOCK,AAPL,Apple Inc.,US,XNAS,XBOS;XNAS,USD,Technology
        STOCK,IBM,IBM Corp.,US,XNYS,XNYS;XPHL,USD,Technology
        ETF,SPY,S&P 500,US,ARCX,ARCX,USD,
        STOCK,THYAO:TR,TÜRK HAVA YOLLARI,TR,XIST,XIST,TRY,Transport
        #OPTION::=TYPE,SYMBOL,UNDERLYING,CURRENCY,EXPIRATION,STRIKE
        OPTION,.A150,AAPL,USD,2027-01-15,150
        ##COMPLETE

        """

    private static func catalog(_ folder: TemporaryFolder) throws -> Catalog {
        try Building.catalog(
            text.replacing(
                "\nETF,", with: "\n#ETF::=TYPE,SYMBOL,DESCRIPTION,COUNTRY,OPOL,EXCHANGES,CURRENCY,SECTOR\nETF,"),
            in: folder
        )
        .catalog
    }

    @Test(
        arguments: [
            ("TYPE", ["STOCK", "ETF"], []),
            ("TYPE", ["stock"], ["no instrument of type stock; did you mean STOCK?"]),
            (
                "TYPE", ["STOCK", "STOK", "BOND"],
                ["no instrument of type STOK; did you mean STOCK?", "no instrument of type BOND"]
            ),
            ("CURRENCY", ["usd"], ["no instrument with CURRENCY usd; did you mean USD?"]),
            ("CURENCY", ["USD"], ["there is no field CURENCY; did you mean CURRENCY?"]),
            ("currency", ["USD"], ["there is no field currency; did you mean CURRENCY?"]),
            // A custom field is known if it occurs.
            ("SECTOR", ["Technology", ""], []),
            ("SECTOR", ["technology"], ["no instrument with SECTOR technology; did you mean Technology?"]),
            ("SECTORS", [""], ["there is no field SECTORS; did you mean SECTOR?"]),
            ("WHAT", ["x"], ["there is no field WHAT"]),
            // A standard field that doesn't occur isn't a misspelling; a filter may require it to be empty.
            ("CUSIP", ["037833100", "?*"], ["no instrument has the field CUSIP"]),
            ("CUSIP", [""], []),
            // Wildcards, numbers and dates.
            ("CURRENCY", ["US?", "E*"], ["no instrument with CURRENCY E*"]),
            ("STRIKE", ["150.0", "151"], ["no instrument with STRIKE 151"]),
            ("EXPIRATION", ["2027-01-15", "20270116"], ["no instrument with EXPIRATION 20270116"]),
            (
                "SYMBOL", ["AAPL", "aapl", "IBN", "ZZZZZ", "Q*"],
                [
                    "no instrument with SYMBOL aapl; did you mean AAPL?",
                    "no instrument with SYMBOL IBN; did you mean IBM?",
                    "no instrument with SYMBOL ZZZZZ",
                ]
            ),
        ] as [(String, [FieldPattern], [String])])
    func absentValuesAreDescribed(field: String, patterns: [FieldPattern], sentences: [String]) throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog(folder)
        var filter = CatalogFilter()
        filter.require(named: field, anyOf: patterns)
        #expect(catalog.misses(of: filter).map(\.description) == sentences)
    }

    @Test func absentPartsAndBoundsAreDescribed() throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog(folder)
        var filter = CatalogFilter()
        filter.requireExchange(anyOf: ["XBOS", "xnys", "XBOS;XNAS"])
        filter.lastTrade = .init(from: CalendarDate(year: 2027, month: 1, day: 1))
        filter.strike = .init(from: 1000)
        #expect(
            catalog.misses(of: filter) == [
                .unusedValue("xnys", field: "EXCHANGES", nearest: ["XNYS"]),
                .unusedValue("XBOS;XNAS", field: "EXCHANGES", nearest: []), .unusedField("LAST_TRADE"),
            ])
        let misses = catalog.misses(ofFields: ["SECTOR", "CUSIP", "FOO", "ISIN", "FOO", "Symbol"])
        #expect(
            misses.map(catalog.sentence) == [
                "no instrument has the field CUSIP",
                "there is no field FOO; the fields of the catalog are TYPE, SYMBOL, DESCRIPTION, COUNTRY, OPOL, EXCHANGES, "
                    + "CURRENCY, UNDERLYING, EXPIRATION, STRIKE, SECTOR",
                "no instrument has the field ISIN", "there is no field Symbol; did you mean SYMBOL?",
            ])
    }

    /// A value that only occurred before a change counts as absent; the values of the change are present.
    @Test func changesDetermineAbsentValues() throws {
        let folder = try TemporaryFolder()
        let path = try Self.catalog(folder).path
        let live = try LiveCatalog.open(path: path)
        var profile = try #require(live.view["THYAO:TR"])
        (profile.country, profile.currency) = ("US", "EUR")
        profile.setCustomField("NEW", "x")
        _ = try live.apply([profile])
        var filter = CatalogFilter()
        filter.require(.country, anyOf: ["TR", "US"])
        filter.require(.currency, anyOf: ["EUR", "TRY"])
        filter.require(named: "NEW", anyOf: ["x", "X"])
        #expect(
            live.view.misses(of: filter).map(\.description) == [
                "no instrument with COUNTRY TR", "no instrument with CURRENCY TRY",
                "no instrument with NEW X; did you mean x?",
            ])
    }

    /// Over random universes, a value is reported as absent exactly if no profile satisfies its condition.
    @Test(arguments: [31, 32, 33, 34] as [UInt64])
    func absentValuesEqualThoseOfANaiveSearch(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let text = RandomUniverse.text(records: Int.random(in: 1...800, using: &generator), using: &generator)
        let profiles = try Building.naive(text).ranked
        _ = try Building.builder(text).write(to: folder.path("catalog"))
        let catalog = try Catalog.open(folder.path("catalog"))
        var found = 0
        for _ in 0..<120 {
            let filter = RandomFilter.filter(of: profiles, using: &generator)
            let misses = catalog.misses(of: filter)
            found += misses.count
            for condition in filter.conditions {
                let name = condition.field
                guard let column = catalog.file.rows.column(named: name) else {
                    let isUnknown = misses.contains { $0.isUnknownField && $0.description.contains("field \(name)") }
                    #expect(isUnknown == (ProfileField(name: name) == nil), "\(name)")
                    continue
                }
                // Row texts are scanned only for whole symbols, and a condition that allows an unset field is never a
                // miss.
                let isChecked = { (pattern: FieldPattern) in
                    if condition.only(pattern).matches(Span(), kind: column.kind) { return false }
                    return column.rowTexts == nil || column.field == .symbol && pattern.isExact
                }
                for pattern in condition.patterns where isChecked(pattern) {
                    var one = CatalogFilter()
                    one.require(condition.only(pattern))
                    let isMissed = misses.contains {
                        if case .unusedValue(pattern.text, name, _) = $0 { true } else { false }
                    }
                    let occurs = profiles.contains { NaiveFilter.matches(one, $0) }
                    // A filter may request one text both as part of the field and exactly.
                    let isAskedTwice =
                        filter.conditions.filter { $0.field == name }.flatMap(\.patterns)
                        .filter { $0.text == pattern.text }.count > 1
                    if !isAskedTwice { #expect(isMissed == !occurs, "\(name) \(pattern) of seed \(seed)") }
                }
            }
        }
        #expect(found > 0)
    }
}
