/// The columns of a table in SQLite.
///
/// Names are made unique without regard to case, and contain no zero byte. Each number has a second column with its
/// decimal text, since SQL can't show the exact digits of a double.
struct SQLiteColumns {
    struct Column: Hashable {
        let name: String
        let type: String
        /// The index of the source column in the table.
        let source: Int
        /// Whether the column contains the text of a number.
        let isDecimal: Bool
    }

    private(set) var all: [Column] = []

    /// - Throws: `ExportError` of kind `unfit` if the table needs more columns than SQLite allows.
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
                "\(all.count) columns exceed SQLite's limit of \(Self.most); choose the columns with --fields"
            )
        }
    }

    /// SQLite's default limit on columns.
    private static let most = 2000

    private static func type(_ kind: ExportTable.Kind) -> String {
        switch kind {
        case .text, .date, .time: "TEXT"
        case .integer, .flag: "INTEGER"
        case .number: "REAL"
        }
    }

    /// Returns the name, with a number appended if another column has it in any case.
    private static func unused(_ name: String, _ used: inout Set<String>) -> String {
        let name = name.replacing("\0", with: "_")
        var candidate = name
        var number = 2
        while !used.insert(asciiLowercased(candidate)).inserted {
            candidate = "\(name)_\(number)"
            number += 1
        }
        return candidate
    }

    /// Lowercases ASCII letters, as SQLite does for names.
    private static func asciiLowercased(_ name: String) -> String {
        String(decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
    }
}
