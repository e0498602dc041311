import Foundation
import TestSupport
import Testing

@testable import CatalogCore
@testable import InstrumentCatalog

/// The hash table of identifiers: its keys, many rows per key, and texts of all forms, compared with a scan of all
/// rows.
struct IdentifierSlotsTests {
    private static func key(_ folded: String) -> IdentifierKey { IdentifierKey(folded: folded.utf8Span.span) }

    @Test func keysAreBase37Numbers() {
        #expect(Self.key("A1").bits == 409)
        #expect(Self.key("0").bits == 1)
        #expect(Self.key("Z").bits == 36)
        // The largest code: 36 × (37¹¹ + … + 1).
        #expect(Self.key("ZZZZZZZZZZZZ").bits == 6_582_952_005_840_035_280)
        for text in ["ZZZZZZZZZZZZZ", "A-1", "A 1", "a", "Ä", "@", "[", "/", ":", "\u{1}"] {
            #expect(!Self.key(text).isExact, "\(text)")
        }
        // Leading characters are significant, even though 0 is a digit.
        let texts = ["1", "01", "001", "0", "00", "10", "A", "0A", "A0"]
        #expect(Set(texts.map { Self.key($0).bits }).count == texts.count)
    }

    /// A catalog of instruments with these texts as ISIN, some also as LOCAL_SYMBOL and FIGI, and with a number as
    /// identifier.
    private static func catalog(_ texts: [String], in folder: TemporaryFolder) throws -> Catalog {
        var builder = CatalogBuilder()
        builder.identifierFields = ["FIGI", "SIC"]
        for (number, text) in texts.enumerated() {
            var profile = InstrumentProfile()
            profile.type = "STOCK"
            profile.symbol = "S\(number)"
            profile.isin = text
            profile.localSymbol = number % 3 == 0 ? "\(text) \(number)" : ""
            profile.sic = number % 4
            profile.setCustomField("FIGI", number % 2 == 0 ? text : "")
            try builder.append(profile)
        }
        _ = try builder.write(to: folder.path("slots"))
        return try Catalog.open(folder.path("slots"))
    }

    private static func text(_ number: Int) -> String {
        switch number % 8 {
        case 0, 1: "US\(number % 400)"
        case 2: "us\(number % 50)"
        case 3: "US037833\(number)"
        case 4: "A LONG ONE OF \(number % 90)"
        case 5: "ÄÖ\(number % 7)"
        case 6: "US0"
        default: ""
        }
    }

    private static let fields = ["ISIN", "LOCAL_SYMBOL", "FIGI", "SIC"]

    @Test(arguments: [0, 1, 2, 7, 3000])
    func rowsEqualANaiveSearch(count: Int) throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog((0..<count).map(Self.text), in: folder)
        let profiles = catalog.fileRows.map(catalog.profile(at:))
        let values = Dictionary(uniqueKeysWithValues: Self.fields.map { ($0, Self.values(of: $0, in: profiles)) })
        var asked: [Identifier] = []
        for number in 0..<min(count + 1, 400) {
            let text = Self.text(number)
            for field in Self.fields {
                for text in [text, text.lowercased(), text + "-", "\(number % 5)", "\(text) \(number)"] {
                    asked.append(Identifier(field: field, text))
                }
            }
        }
        let answers = catalog.lookup(asked)
        for (identifier, answer) in zip(asked, answers) {
            let expected = Self.rows(of: identifier, in: try #require(values[identifier.fieldName]))
            #expect(catalog.rows(of: identifier).map(\.number) == expected, "\(identifier)")
            #expect((try? answer.get())?.map(\.number) ?? [] == expected, "\(identifier)")
        }
    }

    /// The rules of `Catalog.rows(of:)`: byte for byte, then folded, then without spaces and hyphens in the query.
    private static func rows(of identifier: Identifier, in values: [Value]) -> [Int] {
        func rows(_ isWanted: (Value) -> Bool) -> [Int] { values.filter(isWanted).map(\.row) }
        let exact = rows { $0.text.utf8.elementsEqual(identifier.text.utf8) }
        if case .localSymbol = identifier { return exact }
        if !exact.isEmpty { return exact }
        let wanted = folded(identifier.text)
        let alike = rows { $0.folded == wanted }
        if !alike.isEmpty { return alike }
        let joined = wanted.filter { $0 != 0x20 && $0 != 0x2D }
        return joined == wanted ? [] : rows { $0.folded == joined }
    }

    /// The value of a field in one row, folded once because the scan compares it with thousands of identifiers.
    private struct Value {
        var row: Int
        var text: String
        var folded: [UInt8]
    }

    private static func values(of field: String, in profiles: [InstrumentProfile]) -> [Value] {
        profiles.enumerated().compactMap { row, profile in
            let custom = profile.customFields.first { $0.name == field }
            let text = custom?.value ?? profile.text(of: field)
            return text.isEmpty ? nil : Value(row: row, text: text, folded: folded(text))
        }
    }

    private static func folded(_ text: String) -> [UInt8] {
        let folded = TextFolding.folded(text)
        return (0..<folded.count).map { folded[$0] }
    }

    /// The worked example of `IdentifierSlots`, byte by byte.
    @Test func theWorkedExampleHasItsBytes() throws {
        let folder = try TemporaryFolder()
        var builder = CatalogBuilder()
        for number in 0..<10 {
            var profile = InstrumentProfile()
            profile.type = "BOND"
            profile.symbol = "S\(number)"
            if number == 7 || number == 9 { profile.isin = "A1" }
            try builder.append(profile)
        }
        _ = try builder.write(to: folder.path("example"))
        let rows = try Catalog.open(folder.path("example")).file.rows
        let section = rows.sections[.identifierSlots, field: try #require(rows.identifierColumns.first?.index)]
        let expected: [UInt8] = [
            2, 0, 0, 0, 3, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0x99, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0xC0,
            2, 0, 0, 0, 7, 0, 0, 0, 9, 0, 0, 0,
        ]
        #expect((0..<section.count).map { section.byte(at: $0) } == expected)
    }

    /// A file of an earlier version, without slots, gives the same answers. The next import adds the slots.
    @Test func filesWithoutSlotsGiveTheSameRows() throws {
        let seeds = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fuzz/Seeds/CatalogBytes")
        let catalog = try Catalog.open(seeds.appending(path: "small").path(percentEncoded: false))
        #expect(catalog.file.rows.sections.table.entries.contains { $0.kind == SectionKind.identifierRows.rawValue })
        func symbols(_ isin: String) -> [String] { catalog.rows(of: .isin(isin)).map(catalog.symbol(at:)) }
        #expect(symbols("US4592001014") == ["IBM"])
        #expect(symbols("us-4592001014") == ["IBM"])
        #expect(symbols("TRATHYAO91M5") == ["THYAO:TR"])
        #expect(symbols("US4592001015") == [])
        #expect(try catalog.search("US4592001014").hits.map { catalog.symbol(at: $0.row) } == ["IBM"])
    }
}
