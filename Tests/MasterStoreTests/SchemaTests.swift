import CatalogHistory
import Foundation
import Ingest
import InstrumentCatalog
import TestSupport
import Testing

@testable import MasterStore

@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct SchemaTests {
    private let database: EmptyDatabase

    init() throws { database = try EmptyDatabase() }

    @Test func theSchemaIsCreatedOnce() throws {
        let connection = try database.connect()
        let missing = #expect(throws: MasterStoreError.self) { try MasterSchema.check(connection) }
        #expect(missing?.kind == .notInitialised)
        #expect(try MasterSchema.initialise(connection) == .init(before: 0, now: MasterSchema.version))
        try MasterSchema.check(connection)
        let epoch = try connection.execute("SELECT epoch FROM ipf.head").integer(0, 0)
        #expect(
            try MasterSchema.initialise(connection) == .init(before: MasterSchema.version, now: MasterSchema.version))
        #expect(try connection.execute("SELECT epoch FROM ipf.head").integer(0, 0) == epoch)
    }

    @Test func thePrintedSchemaEqualsTheCreatedOne() throws {
        let connection = try database.connect()
        try connection.executeScript(MasterSchema.text)
        try MasterSchema.check(connection)
    }

    @Test func aLaterSchemaIsRefused() throws {
        let connection = try database.connect()
        _ = try MasterSchema.initialise(connection)
        try connection.execute("INSERT INTO ipf.migration (number) VALUES (99)")
        for work in [{ try MasterSchema.check(connection) }, { _ = try MasterSchema.initialise(connection) }] {
            let error = #expect(throws: MasterStoreError.self) { try work() }
            #expect(error?.kind == .unsupported)
            #expect(
                error?.reason
                    == "its schema has version 99, this program supports \(MasterSchema.version); use a newer ipf"
            )
        }
    }

    /// Overrides of version 7 have no time of their own. The roles may use the new functions.
    @Test func aStoreOfVersion7ReceivesValidTimes() throws {
        let connection = try database.connect()
        try connection.executeScript("CREATE SCHEMA ipf")
        for number in 1...7 {
            try connection.executeScript(SchemaMigrations.text(number))
            try connection.execute("INSERT INTO ipf.migration (number) VALUES (\(number))")
        }
        try connection.executeScript("SELECT ipf.let_write('writer'); SELECT ipf.let_override('reader')")
        try connection.executeScript(
            """
            BEGIN; SELECT ipf.begin_batch(NULL, 'override', 'ann', 'ticket', 'test');
            SELECT ipf.propose_override('A', 'ISIN', '', 'ticket', NULL); SELECT ipf.approve_override(1);
            SELECT ipf.propose_override('A', 'CFI', '', 'ticket', NULL);
            SELECT ipf.end_batch(1, 0, 0, 0, 0, 0, 0, NULL, NULL); COMMIT
            """)
        #expect(try MasterSchema.initialise(connection) == .init(before: 7, now: MasterSchema.version))
        let kept = try connection.overrides(includesEnded: true)
        #expect(kept.map(\.state) == ["in force", "proposed"] && kept.map(\.validFrom) == [nil, nil])
        #expect(kept[0].approved == kept[0].begun && kept[1].approved == nil)
        let folder = try TemporaryFolder()
        try snapshot(["A": "Alpha"]).write(toFile: folder.path("a.ipf"), atomically: false, encoding: .utf8)
        var options = MasterLoadOptions()
        // The override of batch 1 is no change of an instrument, but of the store.
        options.validFrom = try connection.point(at: .batch(1)).time
        let loader = MasterLoader(
            [try SourceAddress(parsing: folder.path("a.ipf"))], as: "one", to: try database.address(as: "writer"),
            options: options)
        #expect(try loader.run().seq == 2)
        let request = OverrideRequest(
            symbol: "A", field: "DESCRIPTION", value: "x", reason: "ticket", validFrom: options.validFrom)
        #expect(try database.connect(as: "reader").override([request], proposes: false).effects == 1)
        #expect(try connection.verify(repairs: false).isRight)
    }

    @Test func aMigratedStoreExtendsTheRightsOfItsRoles() throws {
        let connection = try database.connect()
        try connection.executeScript("CREATE SCHEMA ipf")
        for number in 1...6 {
            try connection.executeScript(SchemaMigrations.text(number))
            try connection.execute("INSERT INTO ipf.migration (number) VALUES (\(number))")
        }
        try connection.executeScript("SELECT ipf.let_write('writer'); SELECT ipf.let_override('reader')")
        #expect(try MasterSchema.initialise(connection) == .init(before: 6, now: MasterSchema.version))
        #expect(try database.connect(as: "writer").setRules("hold field ISIN: required\n")?.batch.seq == 1)
        let error = #expect(throws: MasterStoreError.self) {
            try database.connect(as: "reader").assignExceptions([1], to: "ann")
        }
        #expect(error?.reason.hasPrefix("there is no exception 1") == true)
    }

    @Test func anUnknownRoleIsRefusedBeforeAnyChange() throws {
        let connection = try database.connect()
        let error = #expect(throws: MasterStoreError.self) {
            try MasterSchema.initialise(connection, readers: ["nobody"])
        }
        #expect(error?.reason == "there is no role nobody on the server; create it: CREATE ROLE nobody LOGIN")
        #expect(try connection.execute("SELECT to_regclass('ipf.head') IS NULL").bool(0, 0) == true)
    }

    /// Statements, with the roles that may execute them.
    @Test func rolesHaveTheirRights() throws {
        _ = try MasterSchema.initialise(try database.connect(), writers: ["writer"], readers: ["reader"])
        let rows: [(statement: String, writer: Bool, reader: Bool)] = [
            (
                "SELECT count(*) FROM ipf.instruments, ipf.saying, ipf.head, ipf.batch, ipf.changes(0, 9), ipf.as_of(1)",
                true, true
            ),
            ("SELECT ipf.source_id('feed')", true, false),
            ("SELECT ipf.begin_batch(NULL, 'note')", true, false),
            // Writers can change tables only through functions.
            ("INSERT INTO ipf.instrument VALUES ('A', 1, 1, '')", false, false),
            ("UPDATE ipf.instrument SET profile = ''", false, false),
            ("DELETE FROM ipf.instrument", false, false),
            ("DELETE FROM ipf.said", false, false),
            ("INSERT INTO ipf.said VALUES (1, 'A', NULL, '')", false, false),
            ("UPDATE ipf.digest SET part = 1", false, false),
            ("INSERT INTO ipf.version VALUES ('A', 1, 1, 1, now(), true, '')", false, false),
            ("INSERT INTO ipf.policy VALUES (1, '')", false, false),
            ("INSERT INTO ipf.rename VALUES (1, 1, '', '', '', '')", false, false),
            ("INSERT INTO ipf.writer VALUES ('reader')", false, false),
            ("SELECT ipf.keep_sayings_apart()", false, false),
            ("SELECT ipf.let_load('reader', NULL)", false, false),
            ("SELECT ipf.open_stage()", true, false),
            ("SELECT ipf.let_override('reader')", false, false),
            ("SELECT ipf.propose_override('A', 'ISIN', '', 'x', NULL)", false, false),
            ("SELECT ipf.approve_override(1)", false, false),
            ("SELECT ipf.begin_override(1)", false, false),
            ("UPDATE ipf.batch SET valid_from = at", false, false),
            ("SELECT ipf.corrections(0, 1, now())", true, true),
            ("SELECT ipf.withdraw_override(1)", false, false),
            ("SELECT ipf.expire_overrides()", false, false),
            ("INSERT INTO ipf.corrector VALUES ('reader')", false, false),
            ("DELETE FROM ipf.override", false, false),
            ("SELECT ipf.assign_exception(1, 'x')", false, false),
            ("SELECT ipf.resolve_exception(1, true, 'x')", false, false),
            ("SELECT ipf.apply_rules()", false, false),
            ("SELECT ipf.note_published('SELECT 1')", false, false),
            ("DELETE FROM ipf.rule", false, false),
            ("DELETE FROM ipf.held", false, false),
            ("UPDATE ipf.exception SET ending = 'accepted'", false, false),
            ("DELETE FROM ipf.version", false, false),
            ("UPDATE ipf.version SET to_seq = 1", false, false),
            ("UPDATE ipf.batch SET records = 0", false, false),
            ("DELETE FROM ipf.batch", false, false),
            ("UPDATE ipf.head SET seq = 0", false, false),
            ("UPDATE ipf.source SET name = 'x'", false, false),
            ("SELECT ipf.prepare_history(1999)", false, false),
            ("SELECT ipf.drop_history(2026)", false, false),
            ("SELECT ipf.let_write('reader')", false, false),
            ("SELECT count(*) FROM ipf.unchanged", true, true),
            ("INSERT INTO ipf.unchanged VALUES (1, 'A')", false, false),
            ("SELECT ipf.note_unchanged(NULL)", false, false),
            ("SELECT ipf.analyze_said()", false, false),
            ("DROP TABLE ipf.instrument", false, false),
        ]
        for (role, isAllowed) in [
            ("writer", \(statement: String, writer: Bool, reader: Bool).writer), ("reader", \.reader),
        ] {
            let connection = try database.connect(as: role)
            for row in rows {
                var kind: MasterStoreError.Kind?
                do throws(MasterStoreError) { try connection.execute(row.statement) } catch { kind = error.kind }
                #expect(kind == (row[keyPath: isAllowed] ? nil : .permissionDenied), "\(role): \(row.statement)")
            }
        }
    }

    @Test func fieldsCanBeReadInSQL() throws {
        let connection = try database.connect()
        _ = try MasterSchema.initialise(connection)
        var profile = InstrumentProfile()
        for field in ProfileField.allCases {
            let isSet = profile.set(field, sample(of: field).utf8Span.span)
            #expect(isSet, "\(field.name)")
        }
        profile.setCustomField("FIGI", String(repeating: "x", count: 300))
        let bytes = EncodedProfile.bytes(of: profile.catalogForm)
        let rows = try connection.execute(
            "SELECT key, value FROM jsonb_each_text(ipf.fields($1))", [.bytes(bytes)])
        var found: [String: String] = [:]
        for row in 0..<rows.count { found[try #require(rows.text(row, 0))] = rows.text(row, 1) }
        var expected = ["FIGI": String(repeating: "x", count: 300)]
        for field in ProfileField.allCases { expected[field.name] = sample(of: field) }
        #expect(found == expected)
        #expect(try connection.execute("SELECT ipf.field($1, 'ISIN')", [.bytes(bytes)]).text(0, 0) == "ISIN text")
        #expect(try connection.execute("SELECT ipf.field('', 'ISIN') IS NULL").bool(0, 0) == true)
        try connection.execute("INSERT INTO ipf.instrument VALUES ('A', ipf.source_id('feed'), 1, $1)", [.bytes(bytes)])
        let columns = try connection.execute("SELECT isin, expiration::text, strike::text, source FROM ipf.instruments")
        #expect((0..<4).map { columns.text(0, $0) } == ["ISIN text", "2027-01-15", "7.5", "feed"])
    }

    private func sample(of field: ProfileField) -> String {
        switch field {
        case .expiration, .lastTrade: "2027-01-15"
        case .icb, .sic: "7"
        case .multiplier, .spc, .strike: "7.5"
        default: "\(field.name) text"
        }
    }
}
