import TestSupport
import Testing

@testable import InstrumentCatalog

struct DifferenceTests {
    /// The difference between two states of a random universe turns one into the other.
    @Test(arguments: [81, 82, 83, 84] as [UInt64])
    func differencesTurnOneStateIntoTheOther(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let before = RandomUniverse.text(records: Int.random(in: 0...900, using: &generator), using: &generator)
        var after = before
        after += RandomUniverse.text(records: Int.random(in: 0...300, using: &generator), using: &generator)
        if Bool.random(using: &generator) { after += Array("##COMPLETE\n".utf8) }
        let (old, oldProfiles) = try Self.catalog(before, "old", rowTexts: seed % 2 == 0, folder)
        let (new, newProfiles) = try Self.catalog(after, "new", rowTexts: seed % 4 < 2, folder)
        try Self.expectDifference(old, oldProfiles, new, newProfiles, seed, folder)
        try Self.expectDifference(new, newProfiles, old, oldProfiles, seed, folder)
        let nothing = CatalogDifference(from: old, to: old).forEachChange { Issue.record("\($0), seed \(seed)") }
        #expect(nothing == .init(unchanged: old.count))
    }

    private static func catalog(
        _ text: [UInt8], _ name: String, rowTexts: Bool, _ folder: TemporaryFolder
    ) throws -> (Catalog, [String: InstrumentProfile]) {
        var builder = try Building.builder(text)
        if rowTexts { builder.keepRowTexts(from: 100) }
        _ = try builder.write(to: folder.path(name))
        return (try Catalog.open(folder.path(name)), try Building.naive(text).profiles)
    }

    private static func expectDifference(
        _ old: Catalog, _ oldProfiles: [String: InstrumentProfile], _ new: Catalog,
        _ newProfiles: [String: InstrumentProfile], _ seed: UInt64, _ folder: TemporaryFolder
    ) throws {
        var found: [String] = []
        let difference = CatalogDifference(from: old, to: new)
        let counts = difference.forEachChange { change in
            switch change {
            case .added(let row): found.append("+ \(new.symbol(at: row))")
            case .removed(let row): found.append("- \(old.symbol(at: row))")
            case .changed(let oldRow, let row, let fields):
                #expect(old.symbol(at: oldRow) == new.symbol(at: row))
                found.append("~ \(new.symbol(at: row)) \(fields)")
            }
        }
        var expected: [String] = []
        var unchanged = 0
        for symbol in Set(oldProfiles.keys).union(newProfiles.keys)
            .sorted(by: { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
        {
            switch (oldProfiles[symbol], newProfiles[symbol]) {
            case (nil, _): expected.append("+ \(symbol)")
            case (_, nil): expected.append("- \(symbol)")
            case (let old?, let new?):
                let fields = changedFields(old, new)
                if fields.isEmpty { unchanged += 1 } else { expected.append("~ \(symbol) \(fields)") }
            }
        }
        #expect(found == expected, "seed \(seed)")
        #expect(counts.added + counts.removed + counts.changed == expected.count)
        #expect(counts.unchanged == unchanged)
        try expectRoundTrip(difference, seed, folder)
    }

    private static func changedFields(_ old: InstrumentProfile, _ new: InstrumentProfile) -> [String] {
        let custom = Set((old.customFields + new.customFields).map(\.name))
        let names =
            ProfileField.allCases.map(\.name)
            + custom.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        return names.filter { old[$0] != new[$0] }
    }

    /// Expects that the difference, applied to the old catalog, yields the new one.
    private static func expectRoundTrip(
        _ difference: CatalogDifference, _ seed: UInt64, _ folder: TemporaryFolder
    ) throws {
        var text: [UInt8] = []
        try difference.writeProfiles { text += Array(copying: $0) }
        var builder = CatalogBuilder()
        try builder.append(contentsOf: difference.old)
        var reader = RecordReader()
        try reader.read(text.span, into: &builder)
        try reader.finish(into: &builder)
        _ = try builder.write(to: folder.path("merged"))
        let merged = try Catalog.open(folder.path("merged"))
        let new = difference.new
        #expect(merged.count == new.count, "seed \(seed)")
        for row in merged.fileRows.prefix(new.count)
        where merged.profile(at: row).inNormalForm != new.profile(at: row).inNormalForm {
            Issue.record(
                "row \(row.number) is \(merged.profile(at: row)), expected \(new.profile(at: row)); seed \(seed)")
        }
        #expect(merged.isComplete == new.isComplete)
    }

    @Test func differencesListAddedRemovedAndChangedFields() throws {
        let folder = try TemporaryFolder()
        let old = try Building.catalog(
            """
            #STOCK::=TYPE,SYMBOL,DESCRIPTION,ICB,A
            STOCK,GONE,Gone,,
            STOCK,SAME,Same,9535,x
            STOCK,OTHER,Old,9535,x
            ##COMPLETE

            """, in: folder, name: "old"
        ).catalog
        let new = try Building.catalog(
            """
            #STOCK::=TYPE,SYMBOL,DESCRIPTION,ICB,B
            STOCK,NEW,New,,
            STOCK,OTHER,"New, indeed",9535,y
            #STOCK::=TYPE,A,ICB,SYMBOL,DESCRIPTION
            STOCK,x,9535.0,SAME,Same
            ##COMPLETE

            """, in: folder, name: "new"
        ).catalog
        var text: [UInt8] = []
        let counts = try CatalogDifference(from: old, to: new).writeProfiles { text += Array(copying: $0) }
        #expect(counts == .init(added: 1, removed: 1, changed: 1, unchanged: 1))
        #expect(
            String(decoding: text, as: UTF8.self) == """
                #REMOVED::=TYPE,SYMBOL
                REMOVED,GONE
                #STOCK::=TYPE,SYMBOL,DESCRIPTION
                STOCK,NEW,New
                #STOCK::=TYPE,SYMBOL,DESCRIPTION,ICB,B
                STOCK,OTHER,"New, indeed",9535,y
                ##COMPLETE

                """)
        var changes: [CatalogDifference.Change] = []
        CatalogDifference(from: old, to: new).forEachChange { changes.append($0) }
        #expect(
            changes == [
                .removed(row: Row(0)), .added(row: Row(0)),
                .changed(oldRow: Row(2), newRow: Row(2), fields: ["DESCRIPTION", "A", "B"]),
            ])
    }

    @Test func damagedSectionsDoNotCrash() throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 91)
        let text = RandomUniverse.text(records: 150, using: &generator)
        _ = try Building.builder(text).write(to: folder.path("whole"))
        let whole = try Catalog.open(folder.path("whole"))
        for _ in 0..<100 {
            let damaged = try Damage.anySection(of: whole, in: folder, using: &generator)
            CatalogDifference(from: damaged, to: whole).forEachChange { _ in }
            try CatalogDifference(from: whole, to: damaged).writeProfiles { _ in }
        }
    }
}
