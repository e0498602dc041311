import Ingest

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
    /// - Throws: `IngestError`, or a `Failure` where it isn't UTF-8.
    static func text(_ path: String) throws -> String {
        guard let text = String(validating: try bytes(path), as: UTF8.self) else {
            throw Failure(.badInput, "\(path): isn't UTF-8 text")
        }
        return text
    }
}
