import TestSupport
import Testing

@testable import InstrumentCatalog

/// Compares rows that are written directly from the columns with profiles that are written one by one.
struct RowWriterTests {
    /// Forms that together cover all options.
    private static func forms(_ names: [String]) -> [RowForm] {
        [
            .ipf(), .ipf(definitions: .asNeeded, ending: .open), .ipf(ending: .completeLive),
            .ipf(fields: names), .ipf(fields: names, definitions: .asNeeded),
            // A repeated name, and one that no instrument has.
            .csv(columns: names + ["SYMBOL", "NOBODY", "SYMBOL"]),
            .csv(columns: ["TYPE"] + names, endsLinesWithCRLF: true),
            .json(style: .compact), .json(style: .sorted, separator: .commas),
            .json(style: .instrument), .json(fields: names, style: .instrument, separator: .commas),
            .json(style: .typed), .json(fields: names + ["SYMBOL", "NOBODY", "SYMBOL"], style: .typed),
            .json(fields: names, style: .sorted), .json(fields: names, style: .compact, separator: .commas),
        ]
    }

    private static let names = [
        "STRIKE", "EXPIRATION", "DESCRIPTION", "ZZ", "ICB", "LOCAL_SYMBOL", "AUTOCOMPLETE_WEIGHT", "a", "RARE_1",
    ]

    /// Compares all instruments and some of them, in every order, from the start and from an offset, in pieces of any
    /// size.
    private static func expectSame(
        _ view: Catalog, _ profiles: [InstrumentProfile], using generator: inout SeededGenerator, _ comment: Comment
    ) {
        for (number, form) in forms(names.shuffled(using: &generator).dropLast(4)).enumerated() {
            let order = CatalogOrder.allCases[(number + Int.random(in: 0...2, using: &generator)) % 3]
            let filter =
                number % 2 == 0 ? CatalogFilter() : RandomFilter.filter(of: profiles, using: &generator)
            let offset = number % 3 == 0 ? 0 : Int.random(in: 0...view.count, using: &generator)
            let limit = number % 4 == 0 ? Int.max : Int.random(in: 0...1200, using: &generator)
            let rows = view.select(filter).rows(in: order, offset: offset, limit: limit)
            let expected = NaiveRows(view, rows).text(form)
            let pieces = [1, 100, 1 << 16].randomElement(using: &generator)!
            let found = RowWriter.text(
                view.rowWriter(form, of: filter, in: order, offset: offset, limit: limit), pieces: pieces)
            if found != expected { difference(found, expected, "\(form) by \(order); \(comment)") }
            // These rows by number, in random order and with repetitions.
            let mixed = (rows + rows.prefix(3)).shuffled(using: &generator)
            let listed = RowWriter.text(view.rowWriter(form, rows: mixed), pieces: pieces)
            let naive = NaiveRows(view, mixed).text(form)
            if listed != naive { difference(listed, naive, "listed, \(form); \(comment)") }
        }
    }

    private static func difference(_ found: [UInt8], _ expected: [UInt8], _ comment: String) {
        let place = zip(found, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(found.count, expected.count)
        let around = { (text: [UInt8]) in
            String(decoding: text[max(0, place - 80)..<min(text.count, place + 80)], as: UTF8.self)
        }
        Issue.record("byte \(place): \(around(found)), expected \(around(expected)); \(comment)")
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func rowsEqualANaiveWriter(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let text = RandomUniverse.text(records: Int.random(in: 0...3000, using: &generator), using: &generator)
        var builder = try Building.builder(text)
        // Half of the seeds store texts per row, which otherwise happens only in large catalogs.
        if seed % 2 == 0 { builder.keepRowTexts(from: 100) }
        _ = try builder.write(to: folder.path("catalog"))
        let view = try Catalog.open(folder.path("catalog"))
        Self.expectSame(view, try Building.profiles(text), using: &generator, "seed \(seed)")
    }

    /// In a catalog with changes, rows come from several parts, which number types and fields differently.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func rowsOfChangedCatalogsEqualANaiveWriter(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var universe = try LiveUniverse(seed: seed, count: 240)
        let live = try LiveCatalog.open(path: folder.path("live"))
        for step in 0..<24 {
            if step % 8 == 3 { try live.compact() }
            _ = try live.apply(universe.batch())
            if step % 4 != 3 { continue }
            Self.expectSame(
                live.view, universe.profiles, using: &universe.generator, "seed \(seed), step \(step)")
        }
    }

    /// A type that begins with "#" can't be named in a format line, so such types are written in a column.
    @Test func typesThatLookLikeCommandsHaveAColumn() throws {
        let folder = try TemporaryFolder()
        var builder = CatalogBuilder()
        var generator = SeededGenerator(seed: 7)
        for number in 0..<60 {
            var profile = InstrumentProfile()
            profile.type = ["#", "#B", "B,\"", "STOCK", "##COMPLETE"][number % 5]
            profile.symbol = "S\(number)"
            if number % 7 == 0 { profile.description = "line\nend \u{1}\t\r" }
            if number % 11 == 0 { profile.strike = -0.5 }
            if number % 13 == 0 { profile.setCustomField("A \"b\",\\", "x") }
            try builder.append(profile)
        }
        _ = try builder.write(to: folder.path("catalog"))
        let view = try Catalog.open(folder.path("catalog"))
        Self.expectSame(view, [], using: &generator, "types")
    }

    @Test func longTextsAreWrittenInPieces() throws {
        let folder = try TemporaryFolder()
        var builder = CatalogBuilder()
        for number in 0..<300 {
            var profile = InstrumentProfile()
            profile.type = "STOCK"
            profile.symbol = "S\(number)"
            // More distinct bytes than are cached, repeatedly.
            profile.tradingHours = String(repeating: "\(number % 150)\"", count: 6000)
            profile.description = String(repeating: "d", count: number * 100)
            try builder.append(profile)
        }
        _ = try builder.write(to: folder.path("catalog"))
        let view = try Catalog.open(folder.path("catalog"))
        for form in [RowForm.ipf(), .json(style: .compact)] {
            let rows = view.rows(in: .symbol, limit: .max)
            #expect(RowWriter.text(view.rowWriter(form, in: .symbol)) == NaiveRows(view, rows).text(form))
        }
    }

    @Test func emptyCatalogsAreWritten() throws {
        let folder = try TemporaryFolder()
        _ = try CatalogBuilder().write(to: folder.path("catalog"))
        let view = try Catalog.open(folder.path("catalog"))
        for (form, text) in [
            (.ipf(), "##COMPLETE\n"), (.ipf(ending: .open), ""), (.csv(columns: ["A", "B"]), "A,B\n"),
            (.json(style: .compact), ""),
        ] as [(RowForm, String)] {
            #expect(String(decoding: RowWriter.text(view.rowWriter(form)), as: UTF8.self) == text)
        }
    }

    /// An error of the closure is rethrown; the next call writes the next piece.
    @Test func errorsOfTheOutputAreRethrown() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog("#A::=TYPE,SYMBOL\nA,1\nA,2\n", in: folder).catalog
        struct Full: Error {}
        var writer = catalog.rowWriter(.csv(columns: ["SYMBOL"]))
        #expect(throws: Full.self) { _ = try writer.write(atLeast: 1) { _ in throw Full() } }
        var text: [UInt8] = []
        while writer.write({ piece in text += Array(copying: piece) }) {}
        #expect(String(decoding: text, as: UTF8.self) == "1\n2\n")
    }
}
