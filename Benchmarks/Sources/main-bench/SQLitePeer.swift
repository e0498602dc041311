private import CSQLite
import Foundation
import Ingest

/// The system's SQLite with the same instruments: a table with all fields, an index for each identifier, and a
/// full-text table of trigrams.
///
/// SQLite has every advantage: no journal, no syncing to disk, one transaction, and indexes created after all rows.
final class SQLitePeer {
    /// The fields of the full-text table.
    private static let searched = [
        "SYMBOL", "LOCAL_SYMBOL", "DESCRIPTION", "LOCAL_DESCRIPTION", "ISIN", "CUSIP", "SEDOL",
    ]
    /// The identifier fields of the catalog.
    static let identifiers = ["ISIN", "CUSIP", "SEDOL", "LOCAL_SYMBOL"]

    private let database: OpaquePointer
    private var symbolStatement: Statement
    private var identifierStatements: [String: Statement] = [:]
    private var prefixStatement: Statement
    private var textStatement: Statement

    /// Imports a source into a new file.
    static func importing(_ source: String, into path: String) throws {
        try? FileManager.default.removeItem(atPath: path)
        let database = try open(path)
        defer { unsafe sqlite3_close(database) }
        for pragma in ["journal_mode=OFF", "synchronous=OFF", "cache_size=-262144", "temp_store=MEMORY"] {
            try run("PRAGMA \(pragma)", database)
        }
        try run("BEGIN", database)
        let columns = ProfileField.allCases.map { $0.name }
        try run("CREATE TABLE instruments(\(columns.joined(separator: ",")), CUSTOM)", database)
        var inserter = Inserter(
            Statement(
                "INSERT INTO instruments VALUES(\(columns.map { _ in "?," }.joined())?)", database))
        _ = try readSnapshot(from: SourceAddress(path: source), into: &inserter)
        try run("CREATE UNIQUE INDEX by_symbol ON instruments(SYMBOL)", database)
        for field in identifiers {
            try run("CREATE INDEX by_\(field) ON instruments(\(field)) WHERE \(field) IS NOT NULL", database)
        }
        let list = searched.joined(separator: ",")
        try run(
            "CREATE VIRTUAL TABLE texts USING fts5(\(list), content='instruments', detail='full', tokenize='trigram')",
            database)
        try run("INSERT INTO texts(rowid,\(list)) SELECT rowid,\(list) FROM instruments", database)
        try run("COMMIT", database)
    }

    init(_ path: String) throws {
        database = try Self.open(path)
        try Self.run("PRAGMA mmap_size=4294967296", database)
        try Self.run("PRAGMA cache_size=-262144", database)
        symbolStatement = Statement("SELECT rowid FROM instruments WHERE SYMBOL=?", database)
        prefixStatement = Statement(
            "SELECT rowid FROM instruments WHERE SYMBOL>=? AND SYMBOL<? ORDER BY length(SYMBOL), SYMBOL LIMIT 10",
            database)
        textStatement = Statement("SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT 10", database)
        for field in Self.identifiers {
            identifierStatements[field] = Statement("SELECT rowid FROM instruments WHERE \(field)=?", database)
        }
    }

    deinit { unsafe sqlite3_close_v2(database) }

    // MARK: Queries

    /// Returns the row of a symbol.
    func row(ofSymbol symbol: String) -> Int? { symbolStatement.rows([symbol], limit: 1).first }

    /// Returns the rows of an identifier in one of its fields.
    func rows(_ field: String, _ identifier: String) -> [Int] {
        identifierStatements[field]?.rows([identifier], limit: 10) ?? []
    }

    /// Returns at most the ten best instruments. SQLite does not tolerate typos. The order is that of the tiers that
    /// SQLite supports:
    ///
    /// 1. the symbol
    /// 2. an identifier
    /// 3. a prefix of a symbol, shorter symbols first
    /// 4. all words as parts of any text, in SQLite's ranking
    func search(_ text: String) -> [Int] {
        var found: [Int] = []
        func add(_ rows: [Int]) { for row in rows where !found.contains(row) && found.count < 10 { found.append(row) } }
        let symbol = text.uppercased()
        add(symbolStatement.rows([symbol], limit: 1))
        for field in Self.identifiers { add(rows(field, symbol)) }
        if found.count < 10 { add(prefixStatement.rows([symbol, symbol + "\u{10FFFF}"], limit: 10)) }
        // Trigrams need at least three letters.
        let words = text.split { !$0.isLetter && !$0.isNumber }.filter { $0.unicodeScalars.count >= 3 }
        if found.count < 10, !words.isEmpty {
            add(textStatement.rows([words.map { "\"\($0)\"" }.joined(separator: " ")], limit: 10))
        }
        return found
    }

    // MARK: SQLite

    private static func open(_ path: String) throws -> OpaquePointer {
        var database: OpaquePointer?
        // SAFETY: the call fills the pointer within the call.
        guard unsafe sqlite3_open(path, &database) == SQLITE_OK else { throw CocoaError(.fileReadUnknown) }
        return try database.checked()
    }

    private static func run(_ sql: String, _ database: OpaquePointer) throws {
        // SAFETY: no callback and no message are requested.
        guard unsafe sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else {
            throw CocoaError(
                .fileWriteUnknown,
                userInfo: [NSDebugDescriptionErrorKey: "\(unsafe String(cString: sqlite3_errmsg(database))): \(sql)"])
        }
    }
}

extension OpaquePointer? {
    fileprivate func checked() throws -> OpaquePointer {
        guard let self else { throw CocoaError(.fileReadUnknown) }
        return self
    }
}

/// A prepared statement.
private final class Statement {
    private let handle: OpaquePointer

    init(_ sql: String, _ database: OpaquePointer) {
        var handle: OpaquePointer?
        // SAFETY: the call fills the pointer within the call; the database outlives its statements (`close_v2`).
        unsafe sqlite3_prepare_v2(database, sql, -1, &handle, nil)
        guard let handle else { fatalError("\(sql): \(unsafe String(cString: sqlite3_errmsg(database)))") }
        self.handle = handle
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Returns the first column of the rows for the parameters.
    func rows(_ parameters: [String], limit: Int) -> [Int] {
        for (index, text) in parameters.enumerated() { bind(text, Int32(index + 1)) }
        var rows: [Int] = []
        while rows.count < limit, unsafe sqlite3_step(handle) == SQLITE_ROW {
            rows.append(Int(unsafe sqlite3_column_int64(handle, 0)))
        }
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
        return rows
    }

    /// Clears the bound parameters.
    func clear() { unsafe sqlite3_clear_bindings(handle) }

    func bind(_ text: String, _ index: Int32) {
        // SAFETY: SQLite copies the text during the call.
        _ = unsafe bench_bind_copy(handle, index, text)
    }

    /// Binds a text that does not change until `insert`; NULL for an empty one.
    func bind(_ text: Span<UInt8>, _ index: Int32) {
        unsafe text.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                unsafe sqlite3_bind_null(handle, index)
                return
            }
            _ = unsafe bench_bind_text(handle, index, start.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
        }
    }

    func insert() throws {
        guard unsafe sqlite3_step(handle) == SQLITE_DONE else { throw CocoaError(.fileWriteUnknown) }
        unsafe sqlite3_reset(handle)
    }
}

/// Inserts each record into the table.
private struct Inserter: RecordConsumer {
    private let statement: Statement

    init(_ statement: Statement) { self.statement = statement }

    mutating func consume(_ record: borrowing ProfileRecord) throws {
        statement.clear()
        var custom = ""
        let columns = record.format.columns
        for index in columns.indices {
            guard let field = columns[index].field else {
                let value = record.string(index)
                if !value.isEmpty { custom += "\(columns[index].name)=\(value)\n" }
                continue
            }
            let parameter = Int32(field.rawValue) + 1
            if record.isEscaped(index) {
                statement.bind(record.string(index), parameter)
            } else {
                // The record's bytes remain valid during the call, so SQLite can read them in place.
                statement.bind(record.field(index), parameter)
            }
        }
        if !custom.isEmpty { statement.bind(custom, Int32(ProfileField.allCases.count + 1)) }
        statement.bind(record.type, Int32(ProfileField.type.rawValue) + 1)
        try statement.insert()
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }
    mutating func flush() {}
    mutating func complete() {}
}
