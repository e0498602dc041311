import ProfileFormat
import TestSupport
import Testing

@testable import InstrumentCatalog

/// Tests every operation on fields with every standard field, so that a new field is tested automatically.
@Suite struct FieldTableTests {
    /// A value in normal form for each field; TYPE and SYMBOL have values that a catalog accepts.
    private static func sample(_ field: ProfileField, _ number: Int = 1) -> String {
        let place = Int(field.rawValue) + 1
        return switch field.kind {
        case .text: field == .type ? "STOCK" : field == .symbol ? "A" : "T\(place)V\(number)"
        case .integer: "\(1000 * number + place)"
        case .number: "\(1000 * number + place).5"
        case .date: "20\(10 + number)-01-\(place < 10 ? "0" : "")\(place)"
        }
    }

    private static func profile(_ number: Int = 1) -> InstrumentProfile {
        var profile = InstrumentProfile()
        for field in ProfileField.allCases { profile.set(field, sample(field, number).utf8Span.span) }
        profile.setCustomField("ZZ", "custom")
        return profile
    }

    /// The fields of a profile: all standard fields, and the custom one.
    private static let names = ProfileField.allNames + ["ZZ"]

    private static func expectWhole(_ catalog: Catalog, _ profile: InstrumentProfile = profile()) {
        #expect(catalog.fieldNames == names)
        #expect(catalog.profile(at: Row(0)) == profile)
        for name in names {
            let text = catalog.withField(named: name, at: Row(0)) { String(decoding: $0) }
            #expect(text == profile[name], "\(name)")
        }
        for field in ProfileField.allCases { #expect(catalog.string(field, at: Row(0)) == profile[field]) }
    }

    @Test func filesFromProfilesAndRecordsAreEqual() throws {
        let folder = try TemporaryFolder()
        var builder = CatalogBuilder()
        try builder.append(Self.profile())
        _ = try builder.write(to: folder.path("profiles"))
        Self.expectWhole(try Catalog.open(folder.path("profiles")))
        let text = ProfileWriter.snapshot([Self.profile()])
        _ = try Building.builder(text).write(to: folder.path("records"))
        Self.expectWhole(try Catalog.open(folder.path("records")))
        var merged = CatalogBuilder()
        try merged.append(contentsOf: try Catalog.open(folder.path("records")))
        merged.isComplete = true
        _ = try merged.write(to: folder.path("merged"))
        Self.expectWhole(try Catalog.open(folder.path("merged")))
    }

    /// A change is read with all fields: from memory, from the journal after a restart, from the file after compaction.
    @Test func allFieldsSurviveJournalAndCompaction() throws {
        let folder = try TemporaryFolder()
        let live = try LiveCatalog.open(path: folder.path("live"))
        #expect(try live.apply([Self.profile()]) == [.added(Self.profile())])
        #expect(live.view.profile(at: Row(0)) == Self.profile())
        #expect(live.view.fieldNames == Self.names)
        try live.close()
        let again = try LiveCatalog.open(path: folder.path("live"))
        #expect(again.view.profile(at: Row(0)) == Self.profile())
        try again.compact()
        try again.close()
        Self.expectWhole(try Catalog.open(folder.path("live")))
    }

    /// A change of any single field makes profiles differ, for a live catalog and for a comparison.
    @Test(arguments: ProfileField.allCases.filter { $0 != .type && $0 != .symbol })
    func eachFieldIsCompared(_ field: ProfileField) throws {
        let folder = try TemporaryFolder()
        let old = Self.profile()
        var new = old
        new.set(field, Self.sample(field, 2).utf8Span.span)
        #expect(EncodedProfile.bytes(of: old) != EncodedProfile.bytes(of: new))
        #expect(EncodedProfile.profile(EncodedProfile.bytes(of: new)) == new)
        for (name, profile) in [("old", old), ("new", new)] {
            var builder = CatalogBuilder()
            try builder.append(profile)
            _ = try builder.write(to: folder.path(name))
        }
        let difference = CatalogDifference(
            from: try Catalog.open(folder.path("old")), to: try Catalog.open(folder.path("new")))
        var changed: [String] = []
        _ = difference.forEachChange { change in
            if case .changed(_, _, let fields) = change { changed += fields }
        }
        #expect(changed == [field.name])
    }

    @Test(arguments: ProfileField.allCases) func eachFieldIsAFilter(_ field: ProfileField) throws {
        let folder = try TemporaryFolder()
        var builder = CatalogBuilder()
        try builder.append(Self.profile())
        var other = InstrumentProfile()
        (other.type, other.symbol) = ("ETF", "B")
        try builder.append(other)
        _ = try builder.write(to: folder.path("catalog"))
        let catalog = try Catalog.open(folder.path("catalog"))
        var filter = CatalogFilter()
        filter.require(field, anyOf: [FieldPattern(exactly: Self.sample(field))])
        let found = catalog.select(filter).rows(limit: 9)
        #expect(found.map { catalog.symbol(at: $0) } == ["A"])
    }

    /// Infinite numbers, and dates with years of more than four digits, are rejected in each field of that kind.
    @Test func valuesThatCannotBeStoredAreErrors() {
        for field in ProfileField.numbers {
            var profile = Self.profile()
            profile.set(field, number: .infinity)
            #expect(throws: CatalogError.self, "\(field)") { try BuilderStorage.check(profile) }
        }
        for field in ProfileField.dates {
            var profile = Self.profile()
            profile.set(field, date: CalendarDate(dayNumber: 3_000_000))
            #expect(throws: CatalogError.self, "\(field)") { try BuilderStorage.check(profile) }
        }
        #expect(throws: Never.self) { try BuilderStorage.check(Self.profile()) }
    }

    @Test func allFieldsAreWrittenAsIPF() throws {
        let folder = try TemporaryFolder()
        var builder = CatalogBuilder()
        try builder.append(Self.profile())
        _ = try builder.write(to: folder.path("catalog"))
        let live = try LiveCatalog.open(path: folder.path("catalog"))
        for (form, expected) in [
            (RowForm.ipf(), String(decoding: ProfileWriter.snapshot([Self.profile()]), as: UTF8.self)),
            (
                .csv(columns: Self.names),
                Self.names.joined(separator: ",") + "\n" + Self.names.map { Self.profile()[$0] }.joined(separator: ",")
                    + "\n"
            ),
            (
                .json(style: .compact),
                "{" + Self.names.map { "\"\($0)\":\"\(Self.profile()[$0])\"" }.joined(separator: ",") + "}\n"
            ),
        ] {
            let text = RowWriter.text(live.view.rowWriter(form), pieces: 1 << 16)
            #expect(String(decoding: text, as: UTF8.self) == expected)
        }
    }
}
