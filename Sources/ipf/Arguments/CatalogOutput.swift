import Ingest
import InstrumentCatalog
import SystemFiles

/// The place where a command writes a catalog: a file, or an object (`ObjectOutput`).
///
/// The existing catalog of an object is downloaded first, because an import is compared with the existing catalog. The
/// checksums of the new catalog are verified before the upload.
final class CatalogOutput {
    /// The name as given.
    let name: String
    /// The path of the file to write. For an object, the file is temporary.
    let path: String
    private let object: ObjectOutput?
    private let folder: ScratchFolder?
    private var condition = ObjectStore.Condition.anything

    init(_ name: String) throws {
        self.name = name
        object = try ObjectOutput(name)
        folder =
            object == nil ? nil : try ScratchFolder("ipf-object", otherwise: "set TMPDIR to a folder with free space")
        path = folder?.path("catalog.ipfc") ?? name
    }

    /// Downloads the existing catalog of an object. Does nothing for a file.
    func fetch() throws {
        if let object { condition = try object.fetch(to: path) }
    }

    /// Uploads the new catalog of an object. Does nothing for a file.
    ///
    /// - Throws: `IngestError`, also if another program has written the object since the download.
    func send() throws {
        guard let object else { return }
        try Catalog.open(path).verify()
        try object.send(path, if: condition)
    }

    /// Prevents other programs from changing the file. An object is not locked; instead, `send` detects if it has
    /// changed.
    func lock(_ options: WriteOptions) throws -> CatalogWriteLock? { object == nil ? try options.lock(path) : nil }

    /// Runs `work`. In catalog errors that it throws, the path is replaced by the name on the command line.
    func naming<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch var error as CatalogError {
            if error.path == path { error.path = name }
            throw error
        }
    }
}
