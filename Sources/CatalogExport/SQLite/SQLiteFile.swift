internal import CSQLite3

/// A database that is being written, in one transaction.
///
/// It has no journal and doesn't wait for the disk: its file is put in place by whoever made it, once all of it is there.
@safe final class SQLiteFile {
    // SAFETY: opened by `init` and closed by `close`; `nil` after that.
    private var database: OpaquePointer?

    /// Opens the empty file at a path.
    ///
    /// - Throws: `ExportError` if SQLite refuses.
    init(_ path: String) throws(ExportError) {
        // SAFETY: the reason is a constant; the call reads the zero-terminated path, and sets the pointer in any case.
        if let missing = unsafe csqlite3_missing() {
            let reason = unsafe String(cString: missing)
            throw ExportError(
                .inputOutput,
                "SQLite's library can't be loaded (\(reason)); install it (Debian: apt install libsqlite3-0)")
        }
        let code = unsafe sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        if code != SQLITE_OK { throw fault() }
        // 64 MiB of pages in memory, of which all go out at last.
        for setting in ["journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE", "cache_size=-65536"] {
            try run("PRAGMA \(setting)")
        }
        try run("BEGIN")
    }

    deinit {
        // SAFETY: not used after this.
        unsafe _ = sqlite3_close_v2(database)
    }

    /// Does what a statement says; rows that it has are passed over.
    func run(_ sql: String) throws(ExportError) {
        // SAFETY: the call reads the zero-terminated text.
        if unsafe sqlite3_exec(database, sql, nil, nil, nil) != SQLITE_OK { throw fault() }
    }

    /// A statement that is run many times.
    func prepare(_ sql: String) throws(ExportError) -> SQLiteStatement {
        var statement: OpaquePointer?
        // SAFETY: the call reads the zero-terminated text, and sets the pointer.
        if unsafe sqlite3_prepare_v2(database, sql, -1, &statement, nil) != SQLITE_OK { throw fault() }
        return unsafe SQLiteStatement(statement!, of: self)
    }

    /// Ends the transaction, and closes the file.
    func close() throws(ExportError) {
        try run("COMMIT")
        // SAFETY: set to `nil` below, so that nothing uses it again.
        if unsafe sqlite3_close(database) != SQLITE_OK { throw fault() }
        unsafe database = nil
    }

    /// What SQLite says went wrong last.
    func fault() -> ExportError {
        // SAFETY: the text is copied at once.
        let text = unsafe String(cString: sqlite3_errmsg(database))
        let system = unsafe sqlite3_system_errno(database)
        return ExportError(
            .inputOutput, "SQLite can't write it: \(text)" + (system == 0 ? "" : " (system error \(system))"))
    }

    /// A name as SQL has it.
    static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}

/// A statement with parameters, from 1.
///
/// SAFETY: the statement lives as long as the object. Texts are copied by the calls, but where they are said to stay.
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

    /// Binds a text that stays where it is until `index` is bound again, or the statement ends.
    @unsafe func bind(_ index: Int, staying text: UnsafeRawBufferPointer) throws(ExportError) {
        // An empty buffer has no address, and without one the value would be NULL.
        let code = unsafe csqlite3_bind_static_text(
            statement, Int32(index), text.baseAddress ?? UnsafeRawPointer(StaticString("").utf8Start), Int32(text.count)
        )
        if code != SQLITE_OK { throw file.fault() }
    }

    /// Runs the statement with what is bound, which stays bound.
    func run() throws(ExportError) {
        if unsafe sqlite3_step(statement) != SQLITE_DONE { throw file.fault() }
        unsafe _ = sqlite3_reset(statement)
    }
}
