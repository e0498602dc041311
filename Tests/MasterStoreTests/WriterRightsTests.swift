import TestSupport
import Testing

@testable import MasterStore

/// Writers can change a store only by batches of their sources. Other changes are found and repaired.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct WriterRightsTests {
    private let store: MasterFixture

    init() throws { store = try MasterFixture() }

    private func reason(_ statements: [String], as role: String = "writer") throws -> String? {
        let connection = try store.connect(as: role)
        do throws(MasterStoreError) {
            for statement in statements { try connection.executeScript(statement) }
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func aRoleLoadsOnlyItsGrantedSources() throws {
        try store.connect().grant(to: "writer", sources: ["vendor", "exchange"])
        try store.load(snapshot(["A": "Alpha"]), as: "vendor")
        let error = #expect(throws: MasterStoreError.self) { try store.load(snapshot(["A": "x"]), as: "other") }
        #expect(error?.kind == .permissionDenied)
        #expect(
            error?.reason.hasPrefix(
                "role writer may not load the source other; it may load exchange, vendor (SQLSTATE 42501)")
                == true)
        #expect(try store.number("SELECT count(*) FROM ipf.source") == 1)
        let policy = #expect(throws: MasterStoreError.self) {
            try store.connect(as: "writer").setPolicy("sources vendor\n")
        }
        #expect(policy?.reason.hasPrefix("role writer may not change what belongs to all sources") == true)
        // Running `ipf master init` again does not extend the grant. A grant for all sources does.
        _ = try MasterSchema.initialise(try store.connect(), writers: ["writer"])
        #expect(throws: MasterStoreError.self) { try store.load(snapshot(["A": "x"]), as: "other") }
        try store.connect().grant(to: "writer", sources: [])
        try store.load(snapshot(["A": "x"]), as: "other")
    }

    /// Statements that a writer executes in a transaction, and the start of the server's error message.
    @Test(arguments: [
        (["SELECT ipf.write_golden()"], "this transaction has begun no batch"),
        (["SELECT ipf.open_stage()", "SELECT ipf.apply_stage(0, false, true)"], "this transaction has begun no batch"),
        (["SELECT ipf.put_digests(0, '')"], "this transaction has begun no batch"),
        (["SELECT ipf.set_rules('', '[]')"], "this transaction has begun no batch"),
        (
            ["BEGIN", "SELECT ipf.begin_batch(2, 'x')", "SELECT ipf.begin_first_load()"],
            "the source is not the first one"
        ),
        (
            ["BEGIN", "SELECT ipf.begin_batch(1, 'x')", "SELECT ipf.begin_first_load()"],
            "ipf.instrument is not empty"
        ),
        // Otherwise, the writer's own code would run with the owner's rights.
        (
            [
                "CREATE TEMP VIEW stage AS SELECT 1::bigint AS ordinal, 'A'::text AS symbol, ''::bytea AS profile",
                "SELECT ipf.open_stage()",
            ], "the temporary tables are not those of ipf.open_stage()"
        ),
        (
            ["SELECT ipf.open_stage()", "CREATE TRIGGER t BEFORE INSERT ON stage EXECUTE FUNCTION ipf.check_batch()"],
            "permission denied for table stage"
        ),
    ])
    func functionsRefuseIncompleteBatches(statements: [String], expected: String) throws {
        try store.load(snapshot(["A": "Alpha"]), as: "one")
        try store.load(snapshot(["A": "Beta"]), as: "two")
        let found = try reason(statements)
        #expect(found?.hasPrefix(expected) == true, "\(found ?? "nothing")")
    }

    @Test func theRightOfTheFirstLoadEndsWithIt() throws {
        let begin = ["BEGIN", "SELECT ipf.begin_batch(ipf.source_id('one'), 'x')", "SELECT ipf.begin_first_load()"]
        let found = try reason(begin + ["COMMIT"])
        #expect(found?.hasPrefix("the first load has no end") == true, "\(found ?? "nothing")")
        let other = try reason(begin + ["INSERT INTO ipf.instrument (symbol, source_id, profile) VALUES ('A', 2, '')"])
        #expect(other?.hasPrefix("permission denied for table instrument") == true, "\(other ?? "nothing")")
        try store.load(snapshot(["A": "Alpha"]))
        let after = try reason(["INSERT INTO ipf.instrument (symbol, profile) VALUES ('B', '')"])
        #expect(after?.hasPrefix("permission denied for table instrument") == true, "\(after ?? "nothing")")
        #expect(try store.truth() == ["A": "Alpha"])
    }

    @Test func aMigratedStoreRevokesDirectRights() throws {
        let database = try EmptyDatabase()
        let connection = try database.connect()
        try connection.executeScript("CREATE SCHEMA ipf")
        for number in 1...3 {
            try connection.executeScript(SchemaMigrations.text(number))
            try connection.execute("INSERT INTO ipf.migration (number) VALUES (\(number))")
        }
        try connection.execute("SELECT ipf.let_write('writer')")
        try connection.executeScript(
            """
            SELECT ipf.source_id('one'); INSERT INTO ipf.instrument VALUES ('A', 1, 1, '\\x0000');
            UPDATE ipf.source SET instruments = 1
            """)
        _ = try MasterSchema.initialise(connection)
        let writer = try database.connect(as: "writer")
        let error = #expect(throws: MasterStoreError.self) { try writer.execute("UPDATE ipf.instrument SET seq = 2") }
        #expect(error?.kind == .permissionDenied)
        try writer.execute("SELECT ipf.source_id('one')")
        #expect(try writer.verify(repairs: false).isRight)
    }

    // MARK: Verifying

    /// A superuser's changes, the policy, the number of differing golden records, and the faults of both sources.
    @Test(
        arguments: [
            ("SELECT 1", "", 0, [[], []]),
            ("UPDATE ipf.instrument SET profile = '\\x0000' WHERE symbol = 'A'", "", 0, [[.records], []]),
            ("UPDATE ipf.instrument SET profile = '\\x0000' WHERE symbol = 'C'", "", 1, [[], []]),
            ("DELETE FROM ipf.instrument WHERE symbol = 'C'", "", 1, [[], []]),
            ("DELETE FROM ipf.instrument WHERE symbol = 'A'", "", 1, [[.records, .count, .digests], []]),
            ("INSERT INTO ipf.instrument VALUES ('X', 2, 1, '')", "", 1, [[], []]),
            ("DELETE FROM ipf.said WHERE symbol = 'C'", "", 1, [[], [.records, .count, .digests]]),
            ("UPDATE ipf.said SET profile = '\\x0000' WHERE symbol = 'A'", "", 0, [[], [.records]]),
            ("DELETE FROM ipf.digest WHERE source_id = 1", "", 0, [[], []]),
            ("SELECT 1", "sources two, one\n", 0, [[], []]),
            ("UPDATE ipf.instrument SET profile = '\\x0000'", "sources two, one\n", 3, [[], []]),
            ("DELETE FROM ipf.instrument", "sources two, one\nmatch symbol, listing\n", 3, [[], []]),
            ("UPDATE ipf.instrument SET source_id = 1 WHERE symbol = 'C'", "sources two, one\n", 1, [[], []]),
        ] as [(String, String, Int, [[StoreVerification.Fault]])])
    func changesOutsideOfBatchesAreFoundAndRepaired(
        change: String, policy: String, golden: Int, faults: [[StoreVerification.Fault]]
    ) throws {
        let texts = [snapshot(["A": "Alpha", "B": "Beta"]), snapshot(["A": "Other", "C": "Gamma"])]
        try store.load(texts[0], as: "one")
        try store.load(texts[1], as: "two")
        let connection = try store.connect(as: "writer")
        if !policy.isEmpty { _ = try connection.setPolicy(policy) }
        let truth = try store.truth()
        let seq = try store.number("SELECT seq FROM ipf.head")
        try store.connect(as: "super").executeScript(change)

        let found = try store.connect(as: "reader").verify(repairs: false)
        #expect(found.golden == golden)
        #expect(found.sources.map(\.faults) == faults)
        let repaired = try connection.verify(repairs: true)
        #expect(repaired.golden == golden)
        #expect((repaired.batch?.seq == (seq ?? 0) + 1) == !found.isRight)
        #expect(try store.number("SELECT count(*) FROM ipf.batch WHERE note = 'repair'") == (found.isRight ? 0 : 1))
        let again = try store.connect(as: "reader").verify(repairs: false)
        #expect(again.golden == 0)
        #expect(again.sources.map(\.faults) == faults.map { $0.contains(.records) ? [.unloaded] : [] })
        // Only the source itself can restore its own records.
        for (index, source) in ["one", "two"].enumerated() { try store.load(texts[index], as: source) }
        #expect(try store.truth() == truth)
        #expect(try store.connect(as: "reader").verify(repairs: false).isRight)
    }

    @Test func aSourceBeingWrittenIsNotRepaired() throws {
        try store.load(snapshot(["A": "Alpha"]))
        try store.connect(as: "super").executeScript("UPDATE ipf.instrument SET profile = ''")
        let writer = try MasterWriter(try store.address(), source: "one")
        let error = #expect(throws: MasterStoreError.self) { try store.connect().verify(repairs: true) }
        #expect(error?.kind == .inUse)
        withExtendedLifetime(writer) {}
    }
}
