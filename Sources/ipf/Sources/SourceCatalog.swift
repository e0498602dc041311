import CatalogSync
import Essentials
import InstrumentCatalog
import Scanning
import SystemFiles

/// Opens the catalog of a query. The name may be a catalog file or a source. A source is first imported into a catalog
/// in the user's cache folder.
enum SourceCatalog {
    static let help = """
        Instead of a catalog file, you can name an IPF source, a file or an address: all.ipf.gz, https://…, s3://…, \
        HOST:PORT. The source is read into a cached catalog, and again after it has changed (ipf cache). Credentials \
        come from IPF_TOKEN, IPF_PASSWORD and the AWS variables.
        """

    /// Opens a catalog file, or the catalog of a source.
    ///
    /// - Throws: `CatalogError`; the error of reading the source; a `Failure` if the source has no instruments.
    static func open(_ name: String) throws -> Catalog {
        let address = try? SourceAddress(parsing: name)
        if let address, address.kind == .web, FileStamp(name) == nil {
            return try open(address, shown: address.description)
        }
        let path = address?.path ?? name
        do throws(CatalogError) {
            return try Catalog.open(path)
        } catch {
            guard error.kind == .foreign, CatalogPath.isRegular(path) else { throw error }
        }
        let absolute = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        return try open(SourceAddress(path: absolute), shown: name)
    }

    private static func open(_ address: SourceAddress, shown name: String) throws -> Catalog {
        let folder: CacheFolder
        do throws(Failure) {
            folder = try CacheFolder(.sources)
        } catch {
            Trouble.note(error)
            return try openWithoutCache(address, shown: name)
        }
        let importer = try importer(address, to: folder.path(fileName(of: address)))
        // If the file is unchanged, do not use the importer, which would verify the whole catalog.
        if let kept = importer.keptCatalog, let stamp = SourceStamp.of(address),
            SourceNotes(kept.notes).sources.first?.file == stamp
        {
            return kept
        }
        do {
            let catalog = try run(importer, shown: name, "kept in the cache (ipf cache)")
            folder.removeOld(of: folder.catalogs, but: importer.path)
            return catalog
        } catch {
            if error is IngestError, importer.keptCatalog != nil {
                let seconds = FileStamp(importer.path)?.modified ?? 0
                StandardError.write(
                    "ipf: \(address): a catalog of its state at \(Instant(milliseconds: seconds * 1000)) is still available: \(importer.path)\n"
                )
            }
            throw error
        }
    }

    /// Imports the source into a temporary catalog. The catalog's file is removed immediately, but remains mapped for
    /// this command.
    private static func openWithoutCache(_ address: SourceAddress, shown name: String) throws -> Catalog {
        let scratch = try ScratchFolder("ipf-source", otherwise: "import the source into a catalog first")
        defer { scratch.remove() }
        return try run(importer(address, to: scratch.path("source.ipfc")), shown: name, "not cached")
    }

    private static func run(
        _ importer: CatalogImporter, shown name: String, _ outcome: TerminalText
    ) throws -> Catalog {
        let start = ContinuousClock.now
        let summary = try ReadingLog.run(importer.path) { try importer.run($0) }
        if let kept = summary.unchanged { return kept }
        for report in summary.sources where report.isComplete != true {
            StandardError.warn(report.address.incompleteWarning)
        }
        guard let build = summary.build, build.instruments > 0 else {
            throw Failure(.badInput, "\(name): neither a catalog nor a source with instruments")
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let count = Numbers.grouped(build.instruments)
        StandardError.write(
            "ipf: \(name): \(count) instruments read into a catalog in \(Numbers.seconds(seconds)); \(outcome)\n")
        return try Catalog.open(importer.path)
    }

    /// Returns the importer that imports the source into the catalog at `path`.
    private static func importer(_ address: SourceAddress, to path: String) throws -> CatalogImporter {
        var options = CatalogImportOptions()
        options.ingest = try SourceOptions.plain().ingestOptions
        options.isCache = true
        // Accept every snapshot, because the answer must show the current state of the source.
        (options.rules.allowsShrink, options.rules.allowsIncomplete) = (true, true)
        return CatalogImporter([address], to: path, options: options)
    }

    /// The name of the source's catalog in the cache.
    private static func fileName(of address: SourceAddress) -> String {
        // Include the version in the key, because another version of this program may read a source differently.
        let key = "\(PackageVersion.number) \(address.url ?? address.description)"
        return "\(String(ByteHash.hash(key.utf8Span.span), radix: 16)).ipfc"
    }
}

/// Distinguishes catalog files from sources by the content of the file.
enum CatalogPath {
    /// Opens the catalog at a path; `nil` if it is not a catalog, and therefore may be a source.
    ///
    /// - Throws: `CatalogError` if the catalog is damaged.
    static func open(_ path: String) throws(CatalogError) -> Catalog? {
        // Do not open a pipe, because the bytes that are read from it would be lost.
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
