import Foundation
import InstrumentCatalog
import TestSupport
import Testing

@testable import MasterStore

@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct MasterLoaderTests {
    let store: MasterFixture

    init() throws { store = try MasterFixture() }

    /// Without digests, the records of an incomplete snapshot do not count as the whole source.
    @Test func anIncompleteSnapshotIsNotMistakenForTheSource() throws {
        try store.load(snapshot(["A": "1", "B": "1", "C": "1"]))
        _ = try store.connect().execute("DELETE FROM ipf.digest")
        try store.load(snapshot(["A": "1"], isComplete: false)) { $0.rules.allowsIncomplete = true }
        #expect(try store.truth() == ["A": "1", "B": "1", "C": "1"])
        try store.load(snapshot(["A": "1", "B": "1"]))
        #expect(try store.truth() == ["A": "1", "B": "1"])
    }

    @Test func differencesAreWrittenAsOneBatch() throws {
        let first = try store.load(snapshot(["A": "a", "B": "b", "C": "c"]))
        #expect((first.seq, first.added, first.changed, first.removed, first.instruments) == (1, 3, 0, 0, 3))
        let second = try store.load(snapshot(["A": "a", "B": "other", "D": "d"]))
        #expect((second.seq, second.added, second.changed, second.removed, second.instruments) == (2, 1, 1, 1, 3))
        #expect(try store.truth() == ["A": "a", "B": "other", "D": "d"])
        #expect(try store.truth("SELECT symbol, profile FROM ipf.as_of(1)") == ["A": "a", "B": "b", "C": "c"])
        #expect(try store.truth("SELECT symbol, profile FROM ipf.changes(1, 2)") == ["B": "other", "C": "", "D": "d"])
        #expect(try store.number("SELECT effects FROM ipf.batch WHERE seq = 2") == 3)
        #expect(try store.number("SELECT count(*) FROM ipf.batch WHERE by_whom = 'writer' AND note = 'load'") == 2)
        #expect(try store.number("SELECT count(*) FROM ipf.version WHERE removed AND symbol = 'C'") == 1)
    }

    /// Each removal looks up the other sources' records by their key instead of scanning a table.
    @Test func removalsReadFewBlocks() throws {
        let symbols = (0..<8000).map { "S\($0)" }
        func text(_ count: Int) -> String {
            snapshot(Dictionary(uniqueKeysWithValues: symbols.prefix(count).map { ($0, "x") }))
        }
        try store.load(text(8000))
        try store.load(text(8000), as: "two")
        let before = try blocksReadOfKeys()
        let load = try store.load(text(7200))
        #expect(load.removed == 800)
        #expect(try blocksReadOfKeys() - before < 20 * 800)
        #expect(try store.truth().count == 8000)
    }

    /// Returns the number of index blocks of `ipf.said` that were read. Waits until all other connections have ended.
    private func blocksReadOfKeys() throws -> Int {
        let connection = try store.connect()
        let others = """
            SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
            """
        while try connection.execute(others).integer(0, 0) != 0 { try connection.execute("SELECT pg_sleep(0.01)") }
        return try connection.execute(
            """
            SELECT idx_blks_read + idx_blks_hit FROM pg_statio_user_tables WHERE schemaname = 'ipf' AND relname = 'said'
            """
        ).integer(0, 0) ?? 0
    }

    /// Covers the first source, a second one with the same records, and one without digests.
    @Test(arguments: ["one", "two", "forgotten"])
    func anUnchangedSnapshotWritesOnlyTheBatch(source: String) throws {
        let text = snapshot(["A": "a", "B": "b", "C": "c"])
        try store.load(text)
        try store.load(text, as: source)
        if source == "forgotten" { try store.connect().execute("DELETE FROM ipf.digest") }
        if source == "forgotten" { try store.load(text, as: source) }
        let before = try store.writes()
        let again = try store.load(text, as: source)
        #expect((again.added, again.changed, again.removed, again.instruments) == (0, 0, 0, 3))
        #expect(try store.writes() == before)
        #expect(try store.number("SELECT max(seq) FROM ipf.batch") == again.seq)
    }

    @Test func otherTextsOfAProfileAreNotChanges() throws {
        try store.load("#OPTION::=TYPE,SYMBOL,STRIKE,ISIN\nOPTION,A,1.50,X\n##COMPLETE\n")
        let before = try store.number("SELECT seq FROM ipf.instrument")
        let again = try store.load("#OPTION::=TYPE,ISIN,SYMBOL,STRIKE\nOPTION,X,\"A\",1.5\n##COMPLETE\n")
        #expect((again.added, again.changed, again.removed) == (0, 0, 0))
        #expect(try store.number("SELECT seq FROM ipf.instrument") == before)
    }

    @Test func theLastRecordOfASymbolIsLoaded() throws {
        let format = "#STOCK::=TYPE,SYMBOL,DESCRIPTION\n#REMOVED::=TYPE,SYMBOL\n"
        let text = format + "STOCK,A,1\nSTOCK,B,1\nSTOCK,A,2\nREMOVED,B\nREMOVED,C\nSTOCK,C,1\n##COMPLETE\n"
        for _ in 0..<3 {
            try store.load(text)
            #expect(try store.truth() == ["A": "2", "C": "1"])
        }
        try store.load(format + "STOCK,A,2\nSTOCK,A,3\nREMOVED,C\n##COMPLETE\n")
        #expect(try store.truth() == ["A": "3"])
        try store.load(format + "STOCK,A,3\nSTOCK,A,2\nSTOCK,A,3\n##COMPLETE\n")
        #expect(try store.truth() == ["A": "3"])
    }

    /// Repeated symbols of the first load use bounded memory.
    @Test func theFirstLoadUsesTheLastOfManyRepeatedRecords() throws {
        let size = 200_000
        let rounds = (0..<40).map { round in
            (0..<3).map { "STOCK,S\($0),\(String(repeating: "\(round % 10)", count: size))\n" }.joined()
                + "STOCK,R\(round),x\n"
        }
        let summary = try store.load("#STOCK::=TYPE,SYMBOL,DESCRIPTION\n" + rounds.joined() + "##COMPLETE\n")
        #expect((summary.added, summary.instruments) == (43, 43))
        let truth = try store.truth()
        #expect(truth.count == 43)
        #expect(truth["S0"] == String(repeating: "9", count: size))
    }

    @Test func recordsWithoutASymbolOrTypeAreSkipped() throws {
        let format = "#STOCK::=TYPE,SYMBOL,TYPE,DESCRIPTION\n#ETF::=TYPE,SYMBOL,SYMBOL,DESCRIPTION\n"
        try store.load(format + "STOCK,A,BOND,1\nSTOCK,,BOND,2\nETF,B,,3\nETF,B,C,4\n##COMPLETE\n")
        var types: [String: String] = [:]
        try store.connect().copy("SELECT symbol, ipf.field(profile, 'TYPE') FROM ipf.instrument") { row in
            types[row.text(0)] = row.text(1)
        }
        #expect(types == ["A": "BOND", "B": "ETF", "C": "ETF"])
    }

    /// The sample's profiles are equal to those of an import.
    @Test func loadedProfilesEqualImportedOnes() throws {
        let sample = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Samples/Data/sample.ipf.gz")
        let address = try SourceAddress(parsing: sample.standardizedFileURL.path)
        let folder = try TemporaryFolder()
        _ = try CatalogImporter([address], to: folder.path("c.ipfc")).run()
        let catalog = try Catalog.open(folder.path("c.ipfc"))
        _ = try MasterLoader([address], as: "sample", to: try store.address()).run()
        var count = 0
        try store.connect().copy("SELECT symbol, profile FROM ipf.instrument") { row in
            let profile = EncodedProfile.profile(Array(copying: row.bytes(1)))
            let symbol = row.text(0)
            #expect(catalog[symbol] == profile)
            count += 1
        }
        #expect(count == catalog.count)
    }

    // MARK: Several sources

    @Test func aSnapshotRemovesOnlyInstrumentsOfItsSource() throws {
        try store.load(snapshot(["A": "a1", "B": "b1"]), as: "one")
        try store.load(snapshot(["B": "b2", "C": "c2"]), as: "two")
        #expect(try store.truth() == ["A": "a1", "B": "b1", "C": "c2"])
        // An instrument that the first source removes is still in the second one.
        try store.load(snapshot(["A": "a1"]), as: "one")
        #expect(try store.truth() == ["A": "a1", "B": "b2", "C": "c2"])
        // If the first source has the instrument again, it has priority again.
        try store.load(snapshot(["A": "a1", "C": "c1"]), as: "one")
        #expect(try store.truth() == ["A": "a1", "B": "b2", "C": "c1"])
        try store.load(snapshot(["C": "c3"]), as: "two")
        #expect(try store.truth() == ["A": "a1", "C": "c1"])
        #expect(try store.number("SELECT instruments FROM ipf.source WHERE name = 'two'") == 1)
        #expect(try store.truth("SELECT symbol, profile FROM ipf.as_of(3)") == ["A": "a1", "B": "b2", "C": "c2"])
    }

    /// Compares with dictionaries: the sources' records, the golden records at every batch, and the changes between any
    /// two batches.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func randomLoadsEqualANaiveStore(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var said: [[String: String]] = [[:], [:], [:]]
        var states: [[String: String]] = [[:]]
        for step in 1...12 {
            let source = step == 1 ? 0 : Int(random.next() % 3)
            for _ in 0..<(random.next() % 12) {
                let symbol = "S\(random.next() % 20)"
                said[source][symbol] = random.next() % 4 == 0 ? nil : "d\(random.next() % 3)"
            }
            if random.next() % 4 == 0 { try store.connect().execute("DELETE FROM ipf.digest") }
            if step == 6 { try store.connect().execute("SELECT ipf.keep_sayings_apart()") }
            let summary = try store.load(snapshot(said[source]), as: ["a", "b", "c"][source]) {
                $0.rules.allowsShrink = true
            }
            #expect(summary.seq == step, "seed \(seed)")
            var ids: [Int] = []
            for name in ["a", "b", "c"] {
                if let id = try store.connect().execute("SELECT id FROM ipf.source WHERE name = $1", [.text(name)])
                    .integer(0, 0)
                {
                    ids.append(id)
                } else {
                    ids.append(.max)
                }
            }
            var truth: [String: String] = [:]
            for source in [0, 1, 2].sorted(by: { ids[$0] > ids[$1] }) { truth.merge(said[source]) { $1 } }
            states.append(truth)
            for source in 0..<3 where ids[source] != .max {
                let query = "SELECT symbol, profile FROM ipf.saying WHERE source_id = \(ids[source])"
                #expect(try store.truth(query) == said[source], "seed \(seed), step \(step)")
            }
        }
        for (seq, state) in states.enumerated() {
            #expect(
                try store.truth("SELECT symbol, profile FROM ipf.as_of(\(seq))") == state, "seed \(seed), seq \(seq)")
            var replayed = states[seq / 2]
            try store.connect().copy("SELECT symbol, profile FROM ipf.changes(\(seq / 2), \(seq))") { row in
                let symbol = row.text(0)
                replayed[symbol] =
                    row.isNull(1) ? nil : EncodedProfile.profile(Array(copying: row.bytes(1))).description
            }
            #expect(replayed == state, "seed \(seed), changes \(seq / 2) to \(seq)")
        }
        #expect(try store.truth() == states.last)
    }

    // MARK: Rules

    @Test func snapshotsThatRemoveTooMuchAreRefused() throws {
        try store.load(snapshot(["A": "a", "B": "b", "C": "c"]))
        let before = try store.writes()
        let shrunk = try store.load(snapshot(["A": "a"]))
        #expect(shrunk.refusal?.description == "it would have removed 2 of 3 instruments, more than 50%")
        let empty = try store.load("##COMPLETE\n")
        #expect(empty.refusal?.cause == .empty)
        let cutOff = try store.load(snapshot(["A": "a", "B": "b"], isComplete: false))
        #expect(cutOff.refusal?.cause == .incomplete)
        #expect(cutOff.seq == nil)
        #expect(try store.writes() == before)
        #expect(try store.number("SELECT seq FROM ipf.head") == 1)
        // If the refusal is overridden, the snapshot removes nothing.
        let taken = try store.load(snapshot(["A": "new"], isComplete: false)) { $0.rules.allowsIncomplete = true }
        #expect((taken.changed, taken.removed) == (1, 0))
        #expect(try store.truth() == ["A": "new", "B": "b", "C": "c"])
        let allowed = try store.load(snapshot(["A": "new"])) { $0.rules.allowsShrink = true }
        #expect((allowed.changed, allowed.removed) == (0, 2))
    }

    @Test func unreadableRecordsStopTheLoadOrAreSkipped() throws {
        let text = "#STOCK::=TYPE,SYMBOL,STRIKE\nSTOCK,A,1\nSTOCK,B,x\nSTOCK,C,2\n##COMPLETE\n"
        #expect(throws: ProfileFormatError.self) { try store.load(text) }
        #expect(try store.number("SELECT seq FROM ipf.head") == 0)
        let summary = try store.load(text) { $0.skipsMalformed = true }
        #expect((summary.added, summary.counts.records, summary.counts.rejected) == (2, 2, 1))
        #expect(throws: CatalogSyncError.self) {
            try store.load(snapshot(["A": "a"], isComplete: false)) { $0.requiresComplete = true }
        }
    }

    @Test(arguments: ["", "a b", "ä", String(repeating: "x", count: 65)])
    func invalidNamesOfSourcesAreRefused(name: String) {
        let error = #expect(throws: MasterStoreError.self) { try store.load(snapshot([:]), as: name) }
        #expect(error?.kind == .invalidValue)
    }

    @Test func aReaderCannotLoad() throws {
        let error = #expect(throws: MasterStoreError.self) {
            try MasterLoader([try store.write(snapshot(["A": "a"]))], as: "one", to: try store.address(as: "reader"))
                .run()
        }
        #expect(error?.kind == .permissionDenied)
    }

    // MARK: Concurrency

    @Test func aSourceHasOneWriterAtATime() throws {
        let writer = try MasterWriter(try store.address(), source: "one")
        let error = #expect(throws: MasterStoreError.self) { try store.load(snapshot(["A": "a"])) }
        #expect(error?.kind == .inUse)
        withExtendedLifetime(writer) {}
    }

    @Test func concurrentLoadsBecomeOrderedBatches() throws {
        let store = store
        let names = ["a", "b", "c", "d"]
        // Each source has its own symbols, and one that all share.
        DispatchQueue.concurrentPerform(iterations: names.count) { index in
            for round in 0..<8 {
                let name = names[index]
                #expect(throws: Never.self) {
                    try store.load(
                        snapshot(["\(name)1": "\(round)", "\(name)2": "\(round % 2)", "ALL": "\(name)"]), as: name)
                }
            }
        }
        #expect(try store.number("SELECT count(*) FROM ipf.batch") == 32)
        #expect(try store.number("SELECT seq FROM ipf.head") == 32)
        // Times never decrease in the order of sequence numbers.
        #expect(
            try store.number(
                "SELECT count(*) FROM ipf.batch a JOIN ipf.batch b ON b.seq = a.seq + 1 WHERE b.at <= a.at") == 0)
        let truth = try store.truth()
        #expect(truth.count == 9)
        for name in names { #expect((truth["\(name)1"], truth["\(name)2"]) == ("7", "1")) }
        let first = try store.connect().execute("SELECT name FROM ipf.source ORDER BY id LIMIT 1").text(0, 0)
        #expect(truth["ALL"] == first)
    }
}
