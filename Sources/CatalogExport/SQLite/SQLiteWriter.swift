/// Writes tables to an SQLite database in one transaction. Equal tables give equal bytes.
///
/// Dates are `YYYY-MM-DD`, times `YYYY-MM-DDTHH:MM:SSZ`, flags 0 and 1; unset values are NULL. The table `columns` maps
/// each column to its field, since names may have been changed.
package final class SQLiteWriter {
    private let file: SQLiteFile
    private var columnNames: SQLiteStatement?

    /// Creates a database in the empty file at a path.
    ///
    /// - Throws: `ExportError` if SQLite refuses.
    package init(path: String) throws(ExportError) {
        file = try SQLiteFile(path)
        try file.run("CREATE TABLE columns (\"table\" TEXT NOT NULL, \"column\" TEXT NOT NULL, field TEXT NOT NULL)")
        columnNames = try file.prepare("INSERT INTO columns VALUES (?, ?, ?)")
    }

    /// Writes a table.
    ///
    /// - Parameters:
    ///   - key: The field with unique values; `nil` for none.
    ///   - indexes: Lists of fields to index. Lists with fields that the table lacks are ignored.
    /// - Returns: The number of written rows.
    /// - Throws: `ExportError` if SQLite reports an error, or the table has too many columns.
    package func write(_ table: ExportTable, key: String? = nil, indexes: [[String]] = []) throws(ExportError) -> Int {
        let columns = try SQLiteColumns(table)
        let name = SQLiteFile.quoted(table.name)
        let definitions = columns.all.map { "\(SQLiteFile.quoted($0.name)) \($0.type)" }
        try file.run("CREATE TABLE \(name) (\(definitions.joined(separator: ", ")))")
        for column in columns.all {
            let field = table.columns[column.source].name
            try columnNames?.bind(1, table.name)
            try columnNames?.bind(2, column.name)
            try columnNames?.bind(3, field)
            try columnNames?.run()
        }
        let places = columns.all.map { _ in "?" }.joined(separator: ", ")
        var rows = SQLiteRows(
            try file.prepare("INSERT INTO \(name) VALUES (\(places))"), columns.all, table.columns)
        var count = 0
        while let batch = table.next() {
            try rows.insert(batch)
            count += batch.count
        }
        // Indexes are built at the end from sorted rows, which is faster than updating them.
        if let key { try index(table, columns, [key], isUnique: true) }
        for fields in indexes { try index(table, columns, fields, isUnique: false) }
        return count
    }

    /// Writes metadata of the whole database, as names and values.
    package func write(notes: [(name: String, value: String)]) throws(ExportError) {
        try file.run("CREATE TABLE notes (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
        let statement = try file.prepare("INSERT INTO notes VALUES (?, ?)")
        for note in notes {
            try statement.bind(1, note.name)
            try statement.bind(2, note.value)
            try statement.run()
        }
    }

    /// Writes the remaining data. The file is complete afterwards.
    package func finish() throws(ExportError) {
        columnNames = nil
        try file.close()
    }

    private func index(
        _ table: ExportTable, _ columns: SQLiteColumns, _ fields: [String], isUnique: Bool
    ) throws(ExportError) {
        let names = fields.compactMap { field in
            columns.all.first { table.columns[$0.source].name == field && !$0.isDecimal }?.name
        }
        guard names.count == fields.count else { return }
        let quoted = names.map(SQLiteFile.quoted)
        let name = SQLiteFile.quoted(([table.name] + names).joined(separator: "_"))
        // A partial index, since most rows lack a value.
        let condition = isUnique ? "" : " WHERE \(quoted[0]) IS NOT NULL"
        try file.run(
            "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(name) ON \(SQLiteFile.quoted(table.name)) "
                + "(\(quoted.joined(separator: ", ")))\(condition)")
    }
}
