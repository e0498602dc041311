import InstrumentCatalog
import SystemFiles

/// A catalog file, told from a source by its content.
enum CatalogFile {
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
