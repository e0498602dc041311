import CatalogHistory
import Foundation
import InstrumentCatalog
import TestSupport
import Testing

@testable import MasterStore

/// Selecting batches by number and time.
struct BatchSelectorTests {
    private static let moments: [(text: String, moment: BatchSelector)] = [
        ("now", .latest), ("0", .batch(0)), ("20260301", .batch(20_260_301)),
        ("2026-03-01", .time(1_772_409_599_999_999)),  // the end of the day
        ("2026-03-01T00:00:00Z", .time(1_772_323_200_000_000)), ("2026-03-01 00:00", .time(1_772_323_200_000_000)),
        ("2026-03-01T01:00:00.250+01:00", .time(1_772_323_200_250_000)), ("@1772323200", .time(1_772_323_200_000_000)),
    ]

    @Test(arguments: Self.moments)
    func momentsAreParsed(text: String, moment: BatchSelector) throws {
        #expect(try BatchSelector(parsing: text) == moment)
    }

    @Test(arguments: ["", "-1", "yesterday", "2026-02-30", "99999999999999999999"])
    func invalidMomentsAreRefused(text: String) {
        let error = #expect(throws: MasterStoreError.self) { try BatchSelector(parsing: text) }
        #expect(
            error?.reason
                == "\"\(text)\" is not a point in time; expected a batch's number, a date (its end in UTC), a time like "
                + "2026-03-01T06:00:00Z, or now")
    }
}

/// Reading from a store.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct StoreReadingTests {
    let store: MasterFixture
    let folder: TemporaryFolder

    init() throws {
        store = try MasterFixture()
        folder = try TemporaryFolder()
    }

    private func build(_ catalog: MasterCatalog = MasterCatalog(), to name: String = "built.ipfc") throws -> Catalog {
        let path = folder.path(name)
        _ = try catalog.build(from: store.connect(as: "reader"), to: path)
        return try Catalog.open(path)
    }

    private func symbols(at moment: BatchSelector) throws -> [String] {
        try build(MasterCatalog(at: moment)).selectedSymbols
    }

    // MARK: Catalogs

    /// Except for the notes, the file is byte for byte equal to an import of the same profiles. These include custom
    /// fields, pairs, and numbers and dates in several spellings.
    @Test func catalogsEqualImportedOnes() throws {
        var text: [UInt8] = []
        try UniverseGenerator(instruments: 20_000, seed: 7).generate { text += Array(copying: $0) }
        let own =
            "#STOCK::=TYPE,SYMBOL,FIGI,STRIKE,EXPIRATION\nSTOCK,ZZ.1,\"a,\"\"b\",1.50,2027-01-02\nSTOCK,ZZ.2,,0,\n##COMPLETE\n"
        let source = String(decoding: text, as: UTF8.self) + own
        try store.load(source)
        let built = try build()
        #expect(built.isComplete)
        // In the order of symbols, as the store returns them, and as text in which each type has its own columns.
        var sorted = CatalogBuilder()
        var reader = RecordReader()
        let profiles = built.rows(in: .symbol).map { built.profile(at: $0) }
        try reader.read(ProfileWriter.snapshot(profiles).span, into: &sorted)
        try reader.finish(into: &sorted)
        sorted.notes = built.notes
        sorted.includesBundledAliases = true
        _ = try sorted.write(to: folder.path("sorted.ipfc"))
        #expect(try bytes("built.ipfc") == bytes("sorted.ipfc"))
        #expect(built.count > 20_000)
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: folder.path(name))))
    }

    @Test func filtersAndNotesAreStored() throws {
        try store.load("#STOCK::=TYPE,SYMBOL,FIGI\nSTOCK,A,x\nSTOCK,B,y\n#ETF::=TYPE,SYMBOL\nETF,C\n##COMPLETE\n")
        var catalog = MasterCatalog()
        catalog.filter.require(.type, anyOf: ["STOCK"])
        catalog.identifierFields = ["FIGI"]
        let built = try build(catalog)
        #expect(built.selectedSymbols == ["A", "B"])
        #expect(built.row(for: Identifier(field: "FIGI", "y")) != nil)
        #expect(built.notes["master.seq"] == "1" && SnapshotIdentity(notes: built.notes)?.sequence == 1)
        #expect(built.notes["master"]?.contains("@") == false && built.notes["master.time"]?.hasSuffix("Z") == true)
        var unknown = MasterCatalog()
        unknown.filter.require(named: "FIGY", anyOf: ["x"])
        let error = #expect(throws: MasterStoreError.self) { try build(unknown, to: "none.ipfc") }
        #expect(error?.reason == "there is no field FIGY; did you mean FIGI?")
        #expect(throws: CatalogError.self) { try Catalog.open(folder.path("none.ipfc")) }
    }

    // MARK: History

    @Test func momentsSelectBatches() throws {
        try store.load(snapshot(["A": "1", "B": "1"]))
        let between = try #require(try store.number("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"))
        try store.load(snapshot(["A": "2", "C": "2"]))
        try store.load(snapshot(["A": "2", "B": "3"]))
        #expect(try symbols(at: .batch(1)) == ["A", "B"])
        #expect(try symbols(at: .time(between)) == ["A", "B"])
        #expect(try symbols(at: .batch(2)) == ["A", "C"])
        #expect(try symbols(at: .latest) == ["A", "B"] && symbols(at: .batch(3)) == ["A", "B"])
        #expect(try symbols(at: .batch(0)) == [])
        #expect(try build(MasterCatalog(at: .batch(1)))["A"]?.description == "1")
        let reader = try store.connect(as: "reader")
        let faults: [(BatchSelector, String)] = [
            (.batch(4), "there is no batch 4 yet; the last one is 3"),
            (
                .time(32_503_680_000_000_000),
                "3000-01-01T00:00:00Z is in the future; omit the time for the current state"
            ),
        ]
        for (moment, reason) in faults {
            let error = #expect(throws: MasterStoreError.self) { try reader.point(at: moment) }
            #expect(error?.reason == reason && error?.kind == .outOfHistory)
        }
        let early = #expect(throws: MasterStoreError.self) { try reader.point(at: .time(0)) }
        #expect(
            early?.reason.hasPrefix("the store has no state at 1970-01-01T00:00:00Z: its first batch is from 20")
                == true
        )
        _ = try store.connect().execute("SELECT ipf.drop_history(9999)")
        let dropped = #expect(throws: MasterStoreError.self) { try reader.point(at: .batch(1)) }
        #expect(dropped?.reason == "the history of batch 1 was dropped; the oldest available batch is 3")
    }

    @Test func differencesEqualThoseOfCatalogs() throws {
        try store.load(snapshot(["A": "1", "B": "1", "C": "1", "E": "1"]))
        try store.load(snapshot(["A": "2", "B": "1", "D": "2", "E": "2"]))
        try store.load(snapshot(["A": "3", "C": "3", "E": "1"])) { $0.rules.allowsShrink = true }
        let reader = try store.connect(as: "reader")
        for old in 0...3 {
            for new in 0...3 {
                var found: [CatalogChange] = []
                let (from, to) = (try reader.point(at: .batch(old)), try reader.point(at: .batch(new)))
                try reader.forEachChange(from: from, to: to) { found.append($0) }
                #expect(try found == changes(from: .batch(old), to: .batch(new)), "\(old) to \(new)")
            }
        }
    }

    private func changes(from old: BatchSelector, to new: BatchSelector) throws -> [CatalogChange] {
        let (before, after) = (
            try build(MasterCatalog(at: old), to: "old"), try build(MasterCatalog(at: new), to: "new")
        )
        return Set(before.selectedSymbols + after.selectedSymbols).sorted().compactMap { symbol in
            switch (before[symbol], after[symbol]) {
            case (let old?, let new?): old == new ? nil : .updated(old: old, new: new)
            case (let old?, nil): .removed(old)
            case (nil, let new?): .added(new)
            case (nil, nil): nil
            }
        }
    }

    @Test func theLogListsEachBatch() throws {
        try store.load(snapshot(["A": "1", "B": "1"]), as: "one")
        try store.load(snapshot(["A": "2"]), as: "two")
        _ = try store.connect(as: "writer").setPolicy("sources two")
        var batches: [BatchEntry] = []
        try store.connect(as: "reader").forEachBatch { batches.append($0) }
        #expect(batches.map(\.point.seq) == [3, 2, 1])
        #expect(batches.map(\.source) == [nil, "two", "one"] && batches.map(\.note) == ["policy", "load", "load"])
        #expect(batches.map(\.effects) == [1, 0, 2] && batches.map(\.added) == [0, 1, 2])
        #expect(batches.map(\.isComplete) == [nil, true, true] && batches.allSatisfy { $0.author == "writer" })
        #expect(zip(batches, batches.dropFirst()).allSatisfy { $0.point.time > $1.point.time })
        var some: [Int] = []
        var filter = BatchFilter()
        filter.first = 2
        try store.connect(as: "reader").forEachBatch(filter, limit: 1) { some.append($0.point.seq) }
        #expect(some == [3])
    }

    // MARK: Chains

    private static let (meta, other) = ("US30303M1027", "US0378331005")

    private func load(_ rows: [String], as source: String = "one") throws {
        let text = "#STOCK::=TYPE,SYMBOL,DESCRIPTION,ISIN,ID\n" + rows.map { "STOCK,\($0)\n" }.joined() + "##COMPLETE\n"
        try store.load(text, as: source) { $0.rules.allowsShrink = true }
    }

    private func chains(of symbol: String) throws -> [String] {
        try store.connect(as: "reader").chains(of: symbol).map { chain in
            chain.links.map { link in
                (link.rename.map { "→\($0.at.seq) " } ?? "") + link.life.symbol
                    + " \(link.life.from.seq)…\(link.life.to.map { "\($0.seq)" } ?? "")"
            }.joined(separator: " ")
        }
    }

    @Test func renamesAreFollowed() throws {
        try load(["FB,Facebook,\(Self.meta),1", "X,Some,,2"])
        try load(["FB,Meta,\(Self.meta),1", "X,Some,,2"])
        try load(["META,Meta,\(Self.meta),1", "Y,Some,,2"])
        try load(["META,Meta,\(Self.meta),1", "Y,Some,,2", "FB,ProShares,\(Self.other),3"])
        #expect(try chains(of: "META") == ["FB 1…3 →3 META 3…"])
        #expect(try chains(of: "FB") == ["FB 4…", "FB 1…3 →3 META 3…"])
        // Only the source's own key links X and Y. It counts after the policy names it.
        #expect(try chains(of: "Y") == ["Y 3…"] && chains(of: "Z") == [])
        _ = try store.connect(as: "writer").setPolicy("key one: ID")
        try load(["META,Meta,\(Self.meta),1", "Z,Some,,2", "FB,ProShares,\(Self.other),3"])
        #expect(try chains(of: "Z") == ["Y 3…6 →6 Z 6…"])
    }

    @Test func removedInstrumentsRemainReadable() throws {
        try load(["A,one,,", "B,two,,"])
        try load(["A,one,,"])
        let chain = try #require(try store.connect(as: "reader").chains(of: "B").first)
        let life = try #require(chain.links.last?.life)
        #expect(life.to?.seq == 2 && life.versions.last?.wasRemoved == true)
        #expect(EncodedProfile.profile(life.profile).description == "two")
        try load(["A,one,,", "B,two again,,"])
        #expect(try chains(of: "B") == ["B 1…"])
    }
}

extension Catalog {
    /// All symbols, sorted.
    fileprivate var selectedSymbols: [String] { rows(in: .symbol).map { symbol(at: $0) } }

    fileprivate func rows(in order: CatalogOrder) -> [Row] {
        (try? page(of: CatalogFilter(), in: order, offset: 0, limit: .max, after: nil).rows).map(Array.init) ?? []
    }

    /// Returns the row of the only instrument with an identifier; `nil` if there is no such instrument.
    fileprivate func row(for identifier: Identifier) -> Row? {
        if case .success(let rows)? = lookup([identifier]).first { rows.first } else { nil }
    }
}
