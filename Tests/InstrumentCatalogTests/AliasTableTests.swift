import ProfileFormat
import Scanning
import Testing

@testable import CatalogBuilding
@testable import CatalogCore
@testable import InstrumentCatalog

/// Files of aliases, including the bundled file.
struct AliasTableTests {
    @Test func tablesAreParsed() throws {
        let table = try AliasTable(
            parsing:
                "\u{FEFF}# comment, with a comma\r\n\r\nTW0002330008, tsmc\r\n  /ES ,\"spoos, the \"\"big\"\" ones\" \n\"A,B\",x"
        )
        let expected = [
            AliasTable.Entry(instrument: "/ES", alias: "spoos, the \"big\" ones"),
            .init(instrument: "TW0002330008", alias: "tsmc"), .init(instrument: "A,B", alias: "x"),
        ]
        #expect(table.entries == expected)
        #expect(try AliasTable(parsing: "").entries == [])
    }

    private static let problems: [(text: String, reason: String)] = [
        ("AAPL", "found 1 value; expected SYMBOL or ISIN, ALIAS"),
        ("AAPL,a,b", "found 3 values; expected SYMBOL or ISIN, ALIAS: put a value with a comma in double quotes"),
        (",a", "found no symbol or ISIN before the comma"),
        ("AAPL,&", "the alias \"&\" has neither letters nor digits, so it can't be found"),
        ("AAPL,", "the alias \"\" has neither letters nor digits, so it can't be found"),
        ("AAPL,\"a", "the quote before \"a\" is not closed on its line"),
        (
            "AAPL,\"a\"b",
            "found \"b\" after the quote; expected a comma; double the quotes inside a value"
        ),
    ]

    @Test(arguments: Self.problems)
    func malformedLinesAreReported(text: String, reason: String) {
        let error = #expect(throws: AliasTableError.self) { try AliasTable(parsing: "#\n\(text)\nIBM,big blue\n") }
        #expect(error?.description == "aliases:\n  line 2: \(reason)")
    }

    @Test func allProblemsAreReported() {
        let error = #expect(throws: AliasTableError.self) {
            try AliasTable(parsing: String(repeating: "x\n", count: 12))
        }
        #expect(error?.problems.count == 12)
        #expect(error?.description.hasSuffix("\n  and 2 more") == true)
        let bytes: [UInt8] = [0x41, 0x2C, 0xFF, 0x0A]
        let other = #expect(throws: AliasTableError.self) { try AliasTable(parsing: bytes.span) }
        #expect(other?.description == "aliases:\n  line 1: the line is not UTF-8")
    }

    /// Aliases of one instrument that fold to the same text are stored once; tables with the same aliases are equal.
    @Test func mergedTablesHaveDistinctAliases() {
        let first = AliasTable([.init(instrument: "PG", alias: "P&G"), .init(instrument: "T", alias: "ma bell")])
        let second = AliasTable([.init(instrument: "T", alias: "Ma Bell"), .init(instrument: "PG", alias: "p and g")])
        let both = first.merging(second)
        #expect(both.entries.map(\.instrument) == ["T", "PG"])
        #expect(both == first.merging(second) && both.hashValue == first.merging(second).hashValue)
        #expect(first != second)
        #expect(AliasTable().merging(first) == first)
        #expect(first.merging(AliasTable()) == first)
        // Lines without a searchable alias or without an instrument are dropped.
        #expect(AliasTable([.init(instrument: "", alias: "a"), .init(instrument: "A", alias: "…")]) == AliasTable())
    }

    private static let keys: [(String, String)] = [
        ("P&G", "PG"), ("p & g", "PG"), ("p and g", "PG"), ("pg", "PG"), ("and", "AND"), ("and and", "AND"),
        ("L'Oréal", "LOREAL"), ("Münchener Rück", "MUNCHENERRUCK"), ("7-eleven", "7ELEVEN"), ("台積電", "台积电"),
        ("ソニー", "そにー"), ("…", ""), ("", ""),
    ]

    @Test(arguments: Self.keys)
    func aliasesFoldToTheirKeys(alias: String, key: String) {
        #expect(String(decoding: AliasKey(alias).bytes.span) == key)
    }

    // MARK: Bundled

    @Test func bundledISINsHaveTheirCheckDigits() {
        var count = 0
        for entry in AliasTable.bundled.entries where entry.instrument.utf8.count == 12 {
            count += 1
            #expect(IdentifierCheck.isin(entry.instrument.utf8Span.span) == .valid, "\(entry)")
        }
        #expect(count > 500)
    }

    /// No line of the bundled file repeats another.
    @Test func bundledLinesAreDistinct() {
        let lines = BundledText.aliases.string.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(lines.count == AliasTable.bundled.count)
    }
}
