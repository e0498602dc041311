internal import Dispatch
internal import InstrumentCatalog

/// Opens the catalogs that the service takes: all of their bytes are checked against their checksums.
enum WholeCatalog {
    /// Opens the catalog at `path`, and reads all of it: about 0.1 ms a MB, or as long as the disk takes.
    ///
    /// - Throws: `CatalogError`: as `Catalog.open` and `Catalog.verify`.
    static func open(_ path: String) throws(CatalogError) -> Catalog {
        let catalog = try Catalog.open(path)
        try catalog.verify()
        return catalog
    }

    /// The same on another thread than those that answer requests: reading a large file from the disk takes its time.
    static func openAside(_ path: String) async throws(CatalogError) -> Catalog {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(returning: Result { () throws(CatalogError) in try open(path) })
            }
        }
        return try result.get()
    }
}
