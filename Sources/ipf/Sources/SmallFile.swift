import Ingest
import Scanning

/// Reads small files in one pass, so that pipes such as `<(…)` and `/dev/stdin` also work.
enum SmallFile {
    /// Returns the bytes of the file at `path`, decompressed if necessary; `-` is standard input.
    ///
    /// - Throws: `IngestError` that names the file.
    static func bytes(_ path: String) throws -> [UInt8] {
        try readBytes(from: path == "-" ? .standardInput : SourceAddress(path: path), limit: .max)
    }

    /// Returns the text of the file, decompressed if necessary; `-` is standard input.
    ///
    /// - Throws: `IngestError`, or a `Failure` if it isn't UTF-8.
    static func text(_ path: String) throws -> String {
        guard let text = String(validating: try bytes(path), as: UTF8.self) else {
            throw Failure(.badInput, "\(path): isn't UTF-8 text")
        }
        return text
    }
}

/// A file for `--batch`: each line is a query, whose columns are separated by tabs.
struct BatchFile {
    /// A line that is not empty.
    struct Row {
        /// The line number, from 1.
        var line: Int
        var columns: [String]
    }

    /// The name of the file for messages.
    let name: String
    let rows: [Row]

    /// - Parameter path: The path of a file or pipe, or `-` for standard input.
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

    /// Returns the failure for an invalid row.
    func failure(_ row: Row, _ reason: String) -> Failure {
        Failure(.badInput, "\(name), line \(row.line): \(reason)")
    }
}
