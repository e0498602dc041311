internal import CMasterFiles
package import CatalogHistory
internal import InstrumentCatalog

/// Makes the schema of a master store in a database, or brings one of an earlier version up to date.
///
/// ```swift
/// let report = try MasterSchema.initialise(connection, writers: ["feeds"], readers: ["desk"])
/// ```
package enum MasterSchema {
    /// The version of the schema that this program writes and reads: the number of its last migration.
    package static var version: Int { SchemaMigrations.latest }

    /// What was done.
    package struct Report: Equatable, Sendable {
        /// The version before; 0 where there was no store.
        package var before: Int
        /// The version now.
        package var now: Int
    }

    /// All migrations as one text, for who wants to read or run them.
    package static var text: String {
        let migrations = (1...version).map { number in
            "-- Migration \(number)\nBEGIN;\n\(migration(number))\nCOMMIT;\n"
        }
        return "CREATE SCHEMA IF NOT EXISTS ipf;\n\n" + migrations.joined(separator: "\n")
    }

    private static func migration(_ number: Int) -> String {
        "\(SchemaMigrations.text(number))\nINSERT INTO ipf.migration (number) VALUES (\(number));"
    }

    /// Makes or migrates the schema, each migration in one transaction, and lets roles write and read it.
    ///
    /// - Parameters:
    ///   - writers: roles of the server that may load and follow sources.
    ///   - readers: roles that may read.
    /// - Throws: `MasterStoreError`, with what was done before it kept.
    package static func initialise(
        _ connection: MasterConnection, writers: [String] = [], readers: [String] = []
    ) throws -> Report {
        try checkServer(connection)
        try checkRoles(writers + readers, connection)
        var report = Report(before: 0, now: version)
        // One at a time; the lock ends with the transaction, and with the connection.
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

    /// Begins a new epoch, by a batch that changes nothing: for a store that went back in a way that its server doesn't tell.
    ///
    /// - Returns: the batch.
    /// - Throws: `MasterStoreError`.
    package static func beginEpoch(_ connection: MasterConnection) throws -> BatchID {
        try connection.execute("SELECT ipf.begin_epoch()")
        return try connection.point(at: .latest)
    }

    /// Keeps two programs from migrating at once; any number that no one else uses.
    private static let lock = 0x6970_6601

    /// Checks that the store has the schema that this program knows.
    ///
    /// - Throws: `MasterStoreError` of kind `notInitialised` or `unsupported`, of kind `inUse` while a backup is being restored.
    package static func check(_ connection: MasterConnection) throws(MasterStoreError) {
        guard let found = try current(connection) else {
            throw MasterStoreError(
                .notInitialised, store: connection.store,
                "there is no master store in this database; make one: ipf master init")
        }
        if found > version { throw newer(found, connection) }
        if found < version {
            throw MasterStoreError(
                .notInitialised, store: connection.store,
                "its schema is version \(found), this program needs \(version); have the owner run `ipf master init`")
        }
        guard try connection.execute("SELECT ipf.is_whole()").bool(0, 0) == true else { throw connection.notWhole() }
    }

    /// The schema's version; `nil` where there is no store.
    private static func current(_ connection: MasterConnection) throws(MasterStoreError) -> Int? {
        let known = try connection.execute("SELECT to_regclass('ipf.migration') IS NOT NULL")
        guard known.bool(0, 0) == true else { return nil }
        return try connection.execute("SELECT max(number) FROM ipf.migration").integer(0, 0) ?? 0
    }

    private static func newer(_ found: Int, _ connection: MasterConnection) -> MasterStoreError {
        MasterStoreError(
            .unsupported, store: connection.store,
            "its schema is version \(found), this program knows \(version); use a newer ipf")
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

    /// Checks that the server has the roles.
    ///
    /// - Throws: `MasterStoreError`, of kind `invalidValue` for one that it lacks.
    static func checkRoles(_ roles: [String], _ connection: MasterConnection) throws(MasterStoreError) {
        for role in roles {
            let known = try connection.execute("SELECT 1 FROM pg_roles WHERE rolname = $1", [.text(role)])
            if known.count > 0 { continue }
            throw MasterStoreError(
                .invalidValue, store: connection.store,
                "there is no role \(role) on the server; make it: CREATE ROLE \(role) LOGIN")
        }
    }
}

/// The files of SQL that make the schema, in their order. A file that was released is never changed: what comes later is a new one.
enum SchemaMigrations {
    private static let files: [[UInt8]] = (0..<master_files_count()).map { index in
        // SAFETY: the rows and their bytes are constants of the program, and each row states the size of its bytes.
        let file = unsafe master_files()[index]
        return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
    }

    /// The number of the last one: the version of the schema that this program writes and reads.
    static var latest: Int { files.count }

    /// A file's text.
    ///
    /// - Parameter number: from 1 to `latest`.
    static func text(_ number: Int) -> String { String(decoding: files[number - 1], as: UTF8.self) }
}
