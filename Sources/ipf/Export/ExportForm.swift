import ArgumentParser
import CatalogExport

/// The formats of `ipf export`.
enum ExportForm: String, ExpressibleByArgument, CaseIterable {
    case sqlite, arrow, arrows, parquet, csv, jsonl, ipf

    /// The file name extensions of the format, the usual one first.
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

    /// Whether the format is text, which gzip compresses well.
    var isText: Bool { [.csv, .jsonl, .ipf].contains(self) }

    /// Whether the format needs the path of a file and can't be written as a stream.
    var needsFile: Bool { [.sqlite, .parquet].contains(self) }

    /// Returns the format that the file name extension of `path` means; `nil` if the extension is unknown.
    init?(path: String) {
        let name = Self.unpacked(path).lowercased()
        guard let form = Self.allCases.first(where: { $0.suffixes.contains(where: name.hasSuffix) }) else { return nil }
        self = form
    }

    /// Returns the path of an additional table: `all.sessions.csv.gz` beside `all.csv.gz`.
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
