import CatalogSync
import Essentials
import InstrumentCatalog
import SystemFiles

/// A catalog where a command asks one: its file, or a source, which is read into one among the user's caches first.
enum SourceCatalog {
    static let help = """
        In place of a catalog file an IPF source may stand, a file or an address: all.ipf.gz, https://…, s3://…, HOST:PORT. It is \
        read into a catalog among the user's caches, and again when it has changed (ipf cache). Credentials for it come from the \
        variables IPF_TOKEN, IPF_PASSWORD, and those of AWS.
        """

    /// Opens a catalog file, or the catalog of a source.
    ///
    /// - Throws: `CatalogError`; what reading the source throws; a `Failure` where it has no instruments.
    static func open(_ name: String) throws -> Catalog {
        let address = try? SourceAddress(parsing: name)
        if let address, address.kind == .web, FileStamp(name) == nil { return try open(address, shown: name) }
        let path = address?.path ?? name
        do throws(CatalogError) {
            return try Catalog.open(path)
        } catch {
            guard error.kind == .foreign, CatalogFile.isRegular(path) else { throw error }
        }
        let absolute = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        return try open(SourceAddress(path: absolute), shown: name)
    }

    private static func open(_ address: SourceAddress, shown name: String) throws -> Catalog {
        let folder = try CacheFolder(.sources)
        let importer = try importer(address, into: folder)
        // A file is as it was while its size and time are.
        if let path = address.path, let kept = importer.keptCatalog, let stamp = FileStamp(path),
            SourceNotes(kept.notes).sources.first?.file == stamp.sizeAndTime
        {
            return kept
        }
        let start = ContinuousClock.now
        let summary: CatalogImportSummary
        do {
            summary = try ReadingLog.run(importer.path) { try importer.run($0) }
        } catch {
            if error is IngestError, importer.keptCatalog != nil {
                let seconds = FileStamp(importer.path)?.modified ?? 0
                StandardError.write(
                    "ipf: \(address): what it was at \(Instant(milliseconds: seconds * 1000)) can still be asked: \(importer.path)\n"
                )
            }
            throw error
        }
        if let kept = summary.unchanged { return kept }
        for report in summary.sources where report.isComplete != true {
            StandardError.warn(report.address.incompleteWarning)
        }
        guard let build = summary.build, build.instruments > 0 else {
            throw Failure(.badInput, "\(name): neither a catalog nor a source with instruments")
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        StandardError.write(
            "ipf: \(name): \(Numbers.grouped(build.instruments)) instruments read into a catalog in \(Numbers.seconds(seconds)); kept for "
                + "the next question (ipf cache)\n")
        folder.removeOld(of: folder.catalogs, but: importer.path)
        return try Catalog.open(importer.path)
    }

    /// Imports the source into its catalog of the folder.
    private static func importer(_ address: SourceAddress, into folder: CacheFolder) throws -> CatalogImporter {
        var options = CatalogImportOptions()
        options.ingest = try SourceOptions.plain().ingestOptions
        options.isCache = true
        // The answer is about the source as it is.
        (options.rules.allowsShrink, options.rules.allowsIncomplete) = (true, true)
        // Another version of this program may read a source otherwise.
        let key = "\(PackageVersion.number) \(address.url ?? address.description)"
        let hash = key.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return CatalogImporter([address], to: folder.path("\(String(hash, radix: 16)).ipfc"), options: options)
    }
}
