internal import CMasterFiles
package import CatalogHistory
internal import InstrumentCatalog

/// Creates and migrates the schema of a master store.
///
/// ```swift
/// let report = try MasterSchema.initialise(connection, writers: ["feeds"], readers: ["desk"])
/// ```
package enum MasterSchema {
    /// The schema version that this program reads and writes, which is the number of the last migration.
    package static var version: Int { SchemaMigrations.latest }

    /// The result of creating or migrating a schema.
    package struct Report: Equatable, Sendable {
        /// The schema version before the migration; 0 if there was no store.
        package var before: Int
        /// The schema version after the migration.
        package var now: Int
    }

    /// All migrations as one SQL script.
    package static var text: String {
        let migrations = (1...version).map { number in
            "-- Migration \(number)\nBEGIN;\n\(migration(number))\nCOMMIT;\n"
        }
        return "CREATE SCHEMA IF NOT EXISTS ipf;\n\n" + migrations.joined(separator: "\n")
    }

    private static func migration(_ number: Int) -> String {
        "\(SchemaMigrations.text(number))\nINSERT INTO ipf.migration (number) VALUES (\(number));"
    }

    /// Creates or migrates the schema, and grants rights to roles.
    ///
    /// - Parameters:
    ///   - writers: The roles that may load and follow sources.
    ///   - readers: The roles that may read.
    /// - Throws: `MasterStoreError`. The schema and the rights are written in separate transactions. If granting the
    ///   rights fails, the schema remains.
    package static func initialise(
        _ connection: MasterConnection, writers: [String] = [], readers: [String] = []
    ) throws -> Report {
        try checkServer(connection)
        try checkRoles(writers + readers, connection)
        var report = Report(before: 0, now: version)
        // The lock excludes other migrations. It is released when the transaction or the connection ends.
        try connection.transaction {
            try connection.execute("SELECT pg_advisory_xact_lock(\(lock))")
            report.before = try current(connection) ?? 0
            guard report.before <= version else { throw newer(report.before, connection) }
            try connection.executeScript("CREATE SCHEMA IF NOT EXISTS ipf")
            for number in (report.before..<version).map({ $0 + 1 }) {
                try connection.executeScript(migration(number))
            }
        }
        try connection.transaction {
            for writer in writers { try connection.execute("SELECT ipf.let_write($1::text::name)", [.text(writer)]) }
            for reader in readers { try connection.execute("SELECT ipf.let_read($1::text::name)", [.text(reader)]) }
        }
        return report
    }

    /// Begins a new epoch with a batch that changes nothing. Use it after the store was reset to an earlier state, if
    /// the server cannot detect that.
    ///
    /// - Returns: The batch.
    /// - Throws: `MasterStoreError`.
    package static func beginEpoch(_ connection: MasterConnection) throws -> BatchID {
        try connection.execute("SELECT ipf.begin_epoch()")
        return try connection.point(at: .latest)
    }

    /// The advisory lock that prevents concurrent migrations. The value is arbitrary, but unique.
    private static let lock = 0x6970_6601

    /// Checks that the store has the schema version of this program.
    ///
    /// - Throws: `MasterStoreError` of kind `notInitialised` or `unsupported`; of kind `inUse` while a backup is being
    ///   restored.
    package static func check(_ connection: MasterConnection) throws(MasterStoreError) {
        guard let found = try current(connection) else {
            throw MasterStoreError(
                .notInitialised, store: connection.store,
                "this database has no master store; create one: ipf master init")
        }
        if found > version { throw newer(found, connection) }
        if found < version {
            throw MasterStoreError(
                .notInitialised, store: connection.store,
                "its schema has version \(found), this program requires \(version); have the owner run `ipf master init`"
            )
        }
        guard try connection.execute("SELECT ipf.is_whole()").bool(0, 0) == true else { throw connection.notWhole() }
    }

    /// Returns the schema version; `nil` if there is no store.
    private static func current(_ connection: MasterConnection) throws(MasterStoreError) -> Int? {
        let known = try connection.execute("SELECT to_regclass('ipf.migration') IS NOT NULL")
        guard known.bool(0, 0) == true else { return nil }
        return try connection.execute("SELECT max(number) FROM ipf.migration").integer(0, 0) ?? 0
    }

    private static func newer(_ found: Int, _ connection: MasterConnection) -> MasterStoreError {
        MasterStoreError(
            .unsupported, store: connection.store,
            "its schema has version \(found), this program supports \(version); use a newer ipf")
    }

    private static func checkServer(_ connection: MasterConnection) throws(MasterStoreError) {
        let rows = try connection.execute(
            "SELECT current_setting('server_version_num')::int, current_setting('server_encoding')")
        if let number = rows.integer(0, 0), number < 150_000 {
            throw MasterStoreError(
                .unsupported, store: connection.store,
                "the server is PostgreSQL \(number / 10_000), expected 15 or later")
        }
        guard rows.text(0, 1) == "UTF8" else {
            throw MasterStoreError(
                .unsupported, store: connection.store,
                "the database's encoding is \(rows.text(0, 1) ?? "unknown"), expected UTF8: createdb -E UTF8 -T template0 NAME"
            )
        }
    }

    /// Checks that the roles exist on the server.
    ///
    /// - Throws: `MasterStoreError`; of kind `invalidValue` for a missing role.
    static func checkRoles(_ roles: [String], _ connection: MasterConnection) throws(MasterStoreError) {
        for role in roles {
            let known = try connection.execute("SELECT 1 FROM pg_roles WHERE rolname = $1", [.text(role)])
            if known.count > 0 { continue }
            throw MasterStoreError(
                .invalidValue, store: connection.store,
                "there is no role \(role) on the server; create it: CREATE ROLE \(role) LOGIN")
        }
    }
}

/// The SQL files of the schema, in order. A released file never changes; later changes are added as new files.
enum SchemaMigrations {
    private static let files: [[UInt8]] = (0..<master_files_count()).map { index in
        // SAFETY: the rows and their bytes are constants of the program, and each row states the size of its bytes.
        let file = unsafe master_files()[index]
        return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
    }

    /// The number of the last migration, which is the schema version that this program reads and writes.
    static var latest: Int { files.count }

    /// Returns the text of a migration.
    ///
    /// - Parameter number: The number of the migration, from 1 to `latest`.
    static func text(_ number: Int) -> String { String(decoding: files[number - 1], as: UTF8.self) }
}
