import Ingest
import Scanning

/// Files that are read whole and once, so that pipes do as well: `<(…)`, `/dev/stdin`.
enum SmallFile {
    /// The bytes of the file at `path`, unpacked if it is packed; `-` is standard input.
    ///
    /// - Throws: `IngestError` that names the file.
    static func bytes(_ path: String) throws -> [UInt8] {
        try readBytes(from: path == "-" ? .standardInput : SourceAddress(path: path), limit: .max)
    }

    /// The file's text, unpacked if it is packed; `-` is standard input.
    ///
    /// - Throws: `IngestError`, or a `Failure` if it isn't UTF-8.
    static func text(_ path: String) throws -> String {
        guard let text = String(validating: try bytes(path), as: UTF8.self) else {
            throw Failure(.badInput, "\(path): isn't UTF-8 text")
        }
        return text
    }
}

/// A file of questions, one a line, columns separated by tabs: what `--batch` reads.
struct BatchFile {
    /// A line that isn't empty.
    struct Row {
        /// From 1.
        var line: Int
        var columns: [String]
    }

    /// The name to show.
    let name: String
    let rows: [Row]

    /// - Parameter path: a path, of a pipe too, or `-` for standard input.
    init(path: String) throws {
        name = path == "-" ? "standard input" : path
        rows = Self.rows(of: try SmallFile.bytes(path))
    }

    static func rows(of bytes: [UInt8]) -> [Row] {
        var rows: [Row] = []
        for (index, var line) in bytes.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false).enumerated() {
            if line.last == ASCII.carriageReturn { line.removeLast() }
            guard !line.isEmpty else { continue }
            let columns = line.split(separator: 0x09, omittingEmptySubsequences: false)
            rows.append(Row(line: index + 1, columns: columns.map { String(decoding: $0, as: UTF8.self) }))
        }
        return rows
    }

    /// The failure for a row that isn't a question.
    func failure(_ row: Row, _ reason: String) -> Failure {
        Failure(.badInput, "\(name), line \(row.line): \(reason)")
    }
}
