import ArgumentParser
import CatalogExport

/// The forms of `ipf export`.
enum ExportForm: String, ExpressibleByArgument, CaseIterable {
    case sqlite, arrow, arrows, parquet, csv, jsonl, ipf

    /// The file name extensions of the form, the usual one first.
    var suffixes: [String] {
        switch self {
        case .sqlite: [".sqlite", ".sqlite3", ".db"]
        case .arrow: [".arrow", ".feather"]
        case .arrows: [".arrows"]
        case .parquet: [".parquet"]
        case .csv: [".csv"]
        case .jsonl: [".jsonl", ".ndjson"]
        case .ipf: [".ipf"]
        }
    }

    /// A form that people read and gzip packs well.
    var isText: Bool { [.csv, .jsonl, .ipf].contains(self) }

    /// It is made by its file's path, not written front to back.
    var needsFile: Bool { [.sqlite, .parquet].contains(self) }

    /// The form that a file's name says; `nil` if it says none.
    init?(path: String) {
        let name = Self.unpacked(path).lowercased()
        guard let form = Self.allCases.first(where: { $0.suffixes.contains(where: name.hasSuffix) }) else { return nil }
        self = form
    }

    /// The name of the file of a further table: `all.sessions.csv.gz` beside `all.csv.gz`.
    func path(of table: String, beside path: String) -> String {
        let unpacked = Self.unpacked(path)
        let gz = path.dropFirst(unpacked.count)
        guard let suffix = suffixes.first(where: unpacked.lowercased().hasSuffix) else {
            return "\(unpacked).\(table)\(gz)"
        }
        return "\(unpacked.dropLast(suffix.count)).\(table)\(unpacked.suffix(suffix.count))\(gz)"
    }

    private static func unpacked(_ path: String) -> String {
        path.hasSuffix(".gz") ? String(path.dropLast(3)) : path
    }
}
