import Ingest
import InstrumentCatalog
import SystemFiles

/// Files that are read whole and once, so that pipes do as well: `<(…)`, `/dev/stdin`.
enum SmallFile {
    /// The bytes of the file at `path`, unpacked if it is packed; `-` is standard input.
    ///
    /// - Throws: `IngestError` that names the file.
    static func bytes(_ path: String) throws -> [UInt8] {
        try readBytes(from: path == "-" ? .standardInput : SourceAddress(path: path), limit: .max)
    }

    /// The same as text.
    ///
    /// - Throws: `IngestError`, or a `Failure` where it isn't UTF-8.
    static func text(_ path: String) throws -> String {
        guard let text = String(validating: try bytes(path), as: UTF8.self) else {
            throw Failure(.badInput, "\(path): isn't UTF-8 text")
        }
        return text
    }
}

/// A catalog file, told from a source by its content.
enum CatalogPath {
    /// The catalog at a path; `nil` where it isn't a catalog, so that it may be a source.
    ///
    /// - Throws: `CatalogError` where it is one and damaged.
    static func open(_ path: String) throws(CatalogError) -> Catalog? {
        // A pipe must not be opened to find out what it is: its bytes would be gone.
        guard isRegular(path) else { return nil }
        do {
            return try Catalog.open(path)
        } catch  where error.kind == .foreign || error.kind == .io {
            return nil
        }
    }

    /// Whether a path is a regular file, which can be read again.
    static func isRegular(_ path: String) -> Bool { FileStamp(path)?.kind == .file }
}
