/// The columns that a table has in SQLite. Names there differ in more than the case of their letters; a number has its decimal text
/// beside it, since a double has no last digit that SQL could show.
struct SQLiteColumns {
    struct Column: Hashable {
        let name: String
        let type: String
        /// The place in the table of what it holds.
        let source: Int
        /// It holds the text of a number.
        let isDecimal: Bool
    }

    private(set) var all: [Column] = []

    /// - Throws: `ExportError` of kind `unfit` for more columns than SQLite has.
    init(_ table: ExportTable) throws(ExportError) {
        var used: Set<String> = []
        for (source, column) in table.columns.enumerated() {
            let name = Self.unused(column.name, &used)
            all.append(Column(name: name, type: Self.type(column.kind), source: source, isDecimal: false))
        }
        for (source, column) in table.columns.enumerated().reversed() where column.kind == .number {
            let name = Self.unused("\(all[source].name)_TEXT", &used)
            all.insert(Column(name: name, type: "TEXT", source: source, isDecimal: true), at: source + 1)
        }
        if all.count > Self.most {
            throw ExportError(
                .unfit,
                "\(all.count) columns are more than a table of SQLite has, \(Self.most): name those that are wanted with --fields"
            )
        }
    }

    /// SQLite's own bound, unless it was built otherwise.
    private static let most = 2000

    private static func type(_ kind: ExportTable.Kind) -> String {
        switch kind {
        case .text, .date, .time: "TEXT"
        case .integer, .flag: "INTEGER"
        case .number: "REAL"
        }
    }

    /// The name, or where another column has it but for the case of letters, the name with a number.
    private static func unused(_ name: String, _ used: inout Set<String>) -> String {
        var candidate = name
        var number = 2
        while !used.insert(asciiLowercased(candidate)).inserted {
            candidate = "\(name)_\(number)"
            number += 1
        }
        return candidate
    }

    /// SQLite takes letters of ASCII alone for the same in both cases.
    private static func asciiLowercased(_ name: String) -> String {
        String(decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
    }
}
