internal import CSQLite3

/// A database that is written in one transaction.
///
/// It has no journal and does not sync, because its creator renames the file into place only when it is complete.
@safe final class SQLiteFile {
    // SAFETY: Opened by `init` and closed by `close`; `nil` afterwards.
    private var database: OpaquePointer?

    /// Opens the empty file at a path.
    ///
    /// - Throws: `ExportError` if SQLite refuses.
    init(_ path: String) throws(ExportError) {
        // SAFETY: The reason is a constant. The call reads the zero-terminated path, and always sets the pointer.
        if let missing = unsafe csqlite3_missing() {
            let reason = unsafe String(cString: missing)
            throw ExportError(
                .inputOutput,
                "SQLite's library can't be loaded (\(reason)); install it (Debian: apt install libsqlite3-0)")
        }
        let code = unsafe sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        if code != SQLITE_OK { throw fault() }
        // A cache of 64 MiB, since all pages are written at the end.
        for setting in ["journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE", "cache_size=-65536"] {
            try run("PRAGMA \(setting)")
        }
        try run("BEGIN")
    }

    deinit {
        // SAFETY: not used after this.
        unsafe _ = sqlite3_close_v2(database)
    }

    /// Runs a statement, and ignores its rows.
    func run(_ sql: String) throws(ExportError) {
        // SAFETY: the call reads the zero-terminated text.
        if unsafe sqlite3_exec(database, sql, nil, nil, nil) != SQLITE_OK { throw fault() }
    }

    /// Prepares a statement for repeated use.
    func prepare(_ sql: String) throws(ExportError) -> SQLiteStatement {
        var statement: OpaquePointer?
        // SAFETY: the call reads the zero-terminated text, and sets the pointer.
        if unsafe sqlite3_prepare_v2(database, sql, -1, &statement, nil) != SQLITE_OK { throw fault() }
        return unsafe SQLiteStatement(statement!, of: self)
    }

    /// Commits the transaction, and closes the file.
    func close() throws(ExportError) {
        try run("COMMIT")
        // SAFETY: set to `nil` below, so that nothing uses it again.
        if unsafe sqlite3_close(database) != SQLITE_OK { throw fault() }
        unsafe database = nil
    }

    /// Returns SQLite's last error.
    func fault() -> ExportError {
        // SAFETY: the text is copied at once.
        let text = unsafe String(cString: sqlite3_errmsg(database))
        let system = unsafe sqlite3_system_errno(database)
        return ExportError(
            .inputOutput, "SQLite can't write it: \(text)" + (system == 0 ? "" : " (system error \(system))"))
    }

    /// Returns a quoted SQL name.
    static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}

/// A statement with parameters, from 1.
///
/// SAFETY: The statement lives as long as the object. The calls copy texts, except in `bind(_:staying:)`.
@safe final class SQLiteStatement {
    // SAFETY: prepared for this object, and finalized by `deinit`; the file outlives it.
    private let statement: OpaquePointer
    private let file: SQLiteFile

    fileprivate init(_ statement: OpaquePointer, of file: SQLiteFile) {
        unsafe self.statement = unsafe statement
        self.file = file
    }

    // SAFETY: not used after this.
    deinit { unsafe _ = sqlite3_finalize(statement) }

    func bindNothing(_ index: Int) { unsafe _ = sqlite3_bind_null(statement, Int32(index)) }

    func bind(_ index: Int, _ number: Int64) { unsafe _ = sqlite3_bind_int64(statement, Int32(index), number) }

    func bind(_ index: Int, _ number: Double) { unsafe _ = sqlite3_bind_double(statement, Int32(index), number) }

    func bind(_ index: Int, _ text: String) throws(ExportError) {
        let bytes = text.utf8Span.span
        let code = unsafe bytes.withUnsafeBytes { bytes in
            unsafe csqlite3_bind_text(statement, Int32(index), bytes.baseAddress, Int32(bytes.count))
        }
        if code != SQLITE_OK { throw file.fault() }
    }

    /// Binds a text that must remain valid until `index` is bound again, or until the statement is deinitialized.
    @unsafe func bind(_ index: Int, staying text: UnsafeRawBufferPointer) throws(ExportError) {
        // An empty buffer may have no address, which would bind NULL.
        let code = unsafe csqlite3_bind_static_text(
            statement, Int32(index), text.baseAddress ?? UnsafeRawPointer(StaticString("").utf8Start), Int32(text.count)
        )
        if code != SQLITE_OK { throw file.fault() }
    }

    /// Runs the statement. Its bindings remain.
    func run() throws(ExportError) {
        if unsafe sqlite3_step(statement) != SQLITE_DONE { throw file.fault() }
        unsafe _ = sqlite3_reset(statement)
    }
}
