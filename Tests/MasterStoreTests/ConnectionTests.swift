import Foundation
import TestSupport
import Testing

@testable import MasterStore

@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct ConnectionTests {
    private let database: EmptyDatabase

    init() throws { database = try EmptyDatabase() }

    @Test func valuesAreReadBackUnchanged() throws {
        let rows = try database.connect().execute(
            "SELECT $1::int8, $2::text, $3::bytea, $4::bool, $5::text, $6::jsonb, (-7)::int4, to_timestamp(1.5)",
            [
                .integer(Int.min), .text("kürzer\u{1F600}"), .bytes([0, 255, 7]), .bool(true), .null,
                .json(#"{"a": 1}"#),
            ])
        #expect(rows.count == 1)
        #expect(rows.integer(0, 0) == Int.min)
        #expect(rows.text(0, 1) == "kürzer\u{1F600}")
        #expect(rows.bytes(0, 2) == [0, 255, 7])
        #expect(rows.bool(0, 3) == true)
        #expect(rows.isNull(0, 4))
        #expect(rows.text(0, 4) == nil)
        #expect(String(decoding: rows.bytes(0, 5).dropFirst(), as: UTF8.self) == #"{"a": 1}"#)
        #expect(rows.integer(0, 6) == -7)
        #expect(rows.time(0, 7) == 1_500_000)
    }

    @Test func copiedRowsAreReadBack() throws {
        let connection = try database.connect()
        try connection.executeScript("CREATE TABLE t (n int8, i int4, s text, b bytea)")
        var copy = try CopyIn(connection, into: "t")
        for number in 0..<30_000 {
            try copy.beginRow(columns: 4)
            copy.append(integer: -number)
            copy.append(int4: Int32(number))
            copy.append(text: number % 3 == 0 ? nil : "text \(number)")
            copy.append([UInt8(truncatingIfNeeded: number), 0].span)
        }
        try copy.finish()
        var number = 0
        try connection.copy("SELECT * FROM t ORDER BY i") { row in
            let (negative, positive, isNull) = (row.integer(0), row.integer(1), row.isNull(2))
            let (text, first) = (row.text(2), row.bytes(3)[0])
            #expect((negative, positive, isNull) == (-number, number, number % 3 == 0))
            #expect(text == (number % 3 == 0 ? "" : "text \(number)"))
            #expect(first == UInt8(truncatingIfNeeded: number))
            number += 1
        }
        #expect(number == 30_000)
        try connection.copy("SELECT n FROM t WHERE n > 0") { _ in Issue.record("no row has that") }
        struct Enough: Error {}
        #expect(throws: Enough.self) { try connection.copy("SELECT n FROM t") { _ in throw Enough() } }
        // The connection remains usable.
        #expect(try connection.execute("SELECT count(*) FROM t").integer(0, 0) == 30_000)
    }

    @Test func anAbandonedCopyLeavesNoRow() throws {
        let connection = try database.connect()
        try connection.executeScript("CREATE TABLE t (n int8)")
        do {
            var copy = try CopyIn(connection, into: "t")
            try copy.beginRow(columns: 1)
            copy.append(integer: 1)
        }
        #expect(try connection.execute("SELECT count(*) FROM t").integer(0, 0) == 0)
        #expect(throws: MasterStoreError.self) {
            var copy = try CopyIn(connection, into: "t")
            try copy.beginRow(columns: 2)
            copy.append(integer: 1)
            copy.append(integer: 2)
            try copy.finish()
        }
        #expect(try connection.execute("SELECT count(*) FROM t").integer(0, 0) == 0)
    }

    @Test func aTransactionIsRolledBackIfItsBodyThrows() throws {
        let connection = try database.connect()
        try connection.executeScript("CREATE TABLE t (n int8)")
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try connection.transaction {
                try connection.execute("INSERT INTO t VALUES (1)")
                throw Stop()
            }
        }
        try connection.transaction { _ = try connection.execute("INSERT INTO t VALUES (2)") }
        #expect(try connection.execute("SELECT n FROM t").integer(0, 0) == 2)
        let error = #expect(throws: MasterStoreError.self) {
            try connection.transaction(reading: true) { _ = try connection.execute("INSERT INTO t VALUES (3)") }
        }
        #expect(error?.kind == .readOnly)
    }

    @Test func cancellationEndsAStatement() throws {
        let token = CancellationToken()
        let connection = try database.connect(as: "owner", token)
        let thread = Thread { token.cancel() }
        let error = #expect(throws: MasterStoreError.self) {
            thread.start()
            // The request may arrive before or during the statement. In either case, the second statement is rejected.
            try connection.execute("SELECT pg_sleep(0.2)")
            try connection.execute("SELECT pg_sleep(60)")
        }
        #expect(error?.kind == .cancelled)
    }

    @Test func notificationsArriveAtTheCommit() throws {
        let (reader, writer) = (try database.connect(), try database.connect())
        try reader.listen()
        #expect(try !reader.waitForBatch(milliseconds: 1))
        try writer.execute("BEGIN")
        try writer.execute("NOTIFY ipf_head, '1 2'")
        #expect(try !reader.waitForBatch(milliseconds: 1))
        try writer.execute("COMMIT")
        #expect(try reader.waitForBatch(milliseconds: 10_000))
    }

    @Test func cancellationEndsAWaitForNotifications() throws {
        let token = CancellationToken()
        let connection = try database.connect(as: "owner", token)
        try connection.listen()
        let thread = Thread { token.cancel() }
        let error = #expect(throws: MasterStoreError.self) {
            thread.start()
            _ = try connection.waitForBatch(milliseconds: 20_000)
        }
        #expect(error?.kind == .cancelled)
    }

    @Test func errorsOfTheServerSuggestARemedy() throws {
        let error = #expect(throws: MasterStoreError.self) { try database.connect().execute("SELECT * FROM ipf.head") }
        #expect(error?.kind == .notInitialised)
        #expect(error?.sqlState == "42P01")
        #expect(
            error?.reason
                == #"relation "ipf.head" does not exist (SQLSTATE 42P01); have the owner run `ipf master init`"#)
    }

    @Test func failedConnectionsAreErrors() throws {
        let nobody = #expect(throws: MasterStoreError.self) {
            try MasterConnection(try MasterAddress(parsing: "postgresql://u:s3cret@127.0.0.1:1/d"))
        }
        #expect(nobody?.kind == .unreachable)
        #expect(nobody?.description.contains("check host and port") == true)
        #expect(nobody?.description.contains("s3cret") == false)
        let absent = #expect(throws: MasterStoreError.self) {
            try MasterConnection(try MasterAddress(parsing: database.server.address("none")))
        }
        #expect(absent?.description.hasSuffix(#"database "none" does not exist; check database and user"#) == true)
    }
}

struct MasterAddressTests {
    @Test(arguments: [
        (
            "postgresql://ipf:s3cret@db.example.org:5433/master?sslmode=verify-full",
            "postgresql://ipf@db.example.org:5433/master"
        ),
        ("host=/run/pg user=u password=s3cret dbname=m", "postgresql://u@/run/pg/m"),
        ("service=prod password=s3cret", "of service prod"),
        ("", "of the environment"),
    ])
    func addressesArePrintedWithoutThePassword(text: String, description: String) throws {
        let address = try MasterAddress(parsing: text)
        #expect(address.description == description)
        var dumped = ""
        dump(address, to: &dumped)
        #expect(!dumped.contains("s3cret"))
    }

    @Test(arguments: ["mysql://u:s3cret@h/d", "host=h pass=s3cret", "postgresql://u:s3%zzcret@h/d", "master"])
    func invalidAddressesAreRefusedWithoutSecrets(text: String) {
        let error = #expect(throws: MasterStoreError.self) { try MasterAddress(parsing: text) }
        #expect(error?.kind == .invalidAddress)
        #expect(error?.description.contains("cret") == false)
    }
}
