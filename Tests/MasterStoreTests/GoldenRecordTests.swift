import InstrumentCatalog
import Testing

@testable import MasterStore

/// Merging the records of an instrument, and grouping records by instrument.
struct GoldenRecordTests {
    private static func record(_ source: Int, _ fields: KeyValuePairs<String, String>) -> SourceRecord {
        let profile = Self.profile(fields)
        return SourceRecord(source: source, symbol: profile.symbol, profile: EncodedProfile.bytes(of: profile))
    }

    private static func profile(_ fields: KeyValuePairs<String, String>) -> InstrumentProfile {
        var profile = InstrumentProfile()
        for (name, text) in fields { profile.setCustomField(name, text) }
        return profile.catalogForm
    }

    @Test func eachFieldIsThatOfTheFirstSourceWithAValue() throws {
        let policy = try MasterPolicy(
            parsing: "sources a, b\nfield DESCRIPTION: b\ntype STOCK field CURRENCY: a only\nfield FIGI: c only")
        let orders = FieldOrders(policy, sources: ["a", "b", "c"])
        let records = [
            Self.record(
                1, ["TYPE": "STOCK", "SYMBOL": "X", "DESCRIPTION": "b's", "CURRENCY": "EUR", "ICB": "2", "Z": "b"]),
            Self.record(0, ["TYPE": "STOCK", "SYMBOL": "X", "DESCRIPTION": "a's", "ICB": "1", "FIGI": "a", "B": "a"]),
        ]
        let golden = try #require(GoldenRecord.merge(records, by: orders)).profile
        let expected = Self.profile(
            ["TYPE": "STOCK", "SYMBOL": "X", "DESCRIPTION": "b's", "ICB": "1", "B": "a", "Z": "b"])
        #expect(EncodedProfile.profile(golden) == expected)
        #expect(golden == EncodedProfile.bytes(of: expected))
        // A single source is subject to the rules, too.
        let alone = try #require(GoldenRecord.merge([records[0]], by: orders)).profile
        #expect(EncodedProfile.profile(alone).currency == "")
        #expect(EncodedProfile.profile(alone).customFields.map(\.name) == ["Z"])
    }

    @Test func wholeRecordsCanBeSelected() throws {
        let records = [
            Self.record(0, ["TYPE": "STOCK", "SYMBOL": "X", "ICB": "1"]),
            Self.record(1, ["TYPE": "BOND", "SYMBOL": "X"]),
        ]
        #expect(
            GoldenRecord.merge(records, by: FieldOrders(.none, sources: ["a", "b"]))?.profile == records[0].profile)
        let policy = try MasterPolicy(parsing: "take records\nsources b\ntype BOND: a")
        #expect(
            GoldenRecord.merge(records, by: FieldOrders(policy, sources: ["a", "b"]))?.profile == records[0].profile)
        #expect(
            GoldenRecord.merge([records[1]], by: FieldOrders(policy, sources: ["a", "b"]))?.profile
                == records[1].profile)
        let only = try MasterPolicy(parsing: "sources a, b\nfield TYPE: b\ntype BOND: c only")
        #expect(GoldenRecord.merge(records, by: FieldOrders(only, sources: ["a", "b", "c"]))?.profile == nil)
        let others = try MasterPolicy(parsing: "sources c only")
        #expect(GoldenRecord.merge(records, by: FieldOrders(others, sources: ["a", "b", "c"]))?.profile == nil)
    }

    // MARK: Listings

    private static let listings: [(fields: KeyValuePairs<String, String>, key: String?)] = [
        (["ISIN": "US0378331005", "OPOL": "XNAS", "CURRENCY": "USD"], "US0378331005 XNAS USD"),
        (
            ["ISIN": "US0378331005", "OPOL": "XNAS", "EXCHANGES": "XBOS;XNAS", "CURRENCY": "USD"],
            "US0378331005 XNAS USD"
        ),
        (["ISIN": "US0378331005", "EXCHANGES": "XNAS", "CURRENCY": "USD"], "US0378331005 XNAS USD"),
        (["ISIN": "US0378331005", "EXCHANGES": "XBOS;XNAS", "CURRENCY": "USD"], nil),  // ambiguous exchange
        (["ISIN": "US0378331006", "OPOL": "XNAS", "CURRENCY": "USD"], nil),  // wrong check digit
        (["ISIN": "N/A", "OPOL": "XNAS", "CURRENCY": "USD"], nil),
        (["ISIN": "US0378331005", "OPOL": "XNAS"], nil),
        (["OPOL": "XNAS", "CURRENCY": "USD"], nil),
    ]

    @Test(arguments: Self.listings.indices)
    func listingsHaveAKey(row: Int) {
        let (fields, key) = Self.listings[row]
        #expect(Listing.key(of: EncodedProfile.bytes(of: Self.profile(fields))) == key)
    }

    private static func listed(_ source: Int, _ symbol: String, _ isin: String) -> SourceRecord {
        record(source, ["TYPE": "STOCK", "SYMBOL": symbol, "ISIN": isin, "OPOL": "XNAS", "CURRENCY": "USD"])
    }

    private static let (first, second) = ("US0378331005", "US5949181045")

    @Test func listingsAreJoinedByTheirKey() {
        let records = [
            Self.listed(0, "A", Self.first), Self.listed(0, "B", Self.second), Self.listed(1, "C", Self.first),
            Self.listed(1, "D", Self.second), Self.listed(1, "E", Self.second), Self.listed(2, "A", ""),
            Self.listed(3, "F", Self.first),
        ]
        let groups = InstrumentGroups(records, order: [0, 1, 2], matchesListings: true).groups
        #expect(groups.map(\.symbols) == [["A", "C"], ["B"], ["D"], ["E"]])
        #expect(groups[0].records.map(\.source) == [0, 2, 1])
        #expect(groups[0].listing == "\(Self.first) XNAS USD")
        let apart = InstrumentGroups(records, order: [0, 1, 2], matchesListings: false).groups
        #expect(apart.map(\.symbols) == [["A"], ["B"], ["C"], ["D"], ["E"]])
        // A symbol's listing comes from the best source that gives it one.
        let moved = InstrumentGroups(
            [
                Self.listed(0, "A", ""), Self.listed(1, "A", Self.first), Self.listed(2, "A", Self.second),
                Self.listed(0, "B", Self.second),
            ],
            order: [2, 1, 0], matchesListings: true
        ).groups
        #expect(moved.map(\.symbols) == [["A"], ["B"]])
        #expect(moved[0].listing == "\(Self.second) XNAS USD")
    }
}
