public import Ingest
package import InstrumentCatalog

/// Imports sources into a catalog file.
///
/// ```swift
/// let importer = CatalogImporter([try SourceAddress(parsing: "https://example.org/all.ipf.gz")], to: "all.ipfc")
/// let summary = try importer.run()
/// if let refusal = summary.refusal { print(refusal) }
/// ```
///
/// The sources are read in order. For each symbol, the last profile wins; if its type is REMOVED, the symbol is
/// removed. The catalog is replaced atomically. After an error, it is unchanged.
///
/// - **Unchanged sources**: the catalog stores validators from servers, and stamps of local files (device, inode, size,
///   time, and checksums of the beginning and the end). If no source has changed since the last import, the catalog
///   remains unchanged.
/// - **Identifiers**: the identifier fields of the existing catalog are retained. If
///   `CatalogImportOptions.identifierFields` adds a field, unchanged sources are read again.
/// - **Aliases**: the aliases of the existing catalog are retained, unless `CatalogImportOptions.aliases` replaces
///   them. In that case, unchanged sources are read again.
/// - **History**: the history of the existing catalog is continued (`CatalogImportOptions.keepsHistory`).
/// - **Refused snapshots**: a snapshot that would remove too many instruments (`CatalogImportOptions.rules`) does not
///   replace the catalog. A truncated snapshot does not replace a catalog from a complete one.
public struct CatalogImporter {
    /// The sources, in reading order.
    let sources: [SourceAddress]
    /// The path of the catalog file.
    package let path: String
    /// The options of the import.
    let options: CatalogImportOptions

    /// Creates an importer of sources into the catalog file at `path`.
    public init(_ sources: [SourceAddress], to path: String, options: CatalogImportOptions = CatalogImportOptions()) {
        self.sources = sources
        self.path = path
        self.options = options
    }

    /// Reads the sources and writes the catalog, on the calling thread.
    ///
    /// - Returns: The results. If the rules refuse the snapshot, nothing is written (`CatalogImportSummary.refusal`).
    /// - Throws: `IngestError` if a source cannot be read; `ProfileFormatError` for a malformed record, unless
    ///   malformed records are skipped; `CatalogSyncError` if a source that must be complete is not; `CatalogError` if
    ///   the catalog cannot be written.
    /// - Complexity: As `CatalogBuilder.write(to:)`, plus O(bytes) for reading.
    public func run() throws -> CatalogImportSummary { try run(nil) }

    /// Imports with an observer.
    ///
    /// - Throws: Errors as for `run()`, and those of the observer.
    package func run(_ observer: (any CatalogImportObserver)?) throws -> CatalogImportSummary {
        let previous = try previousCatalog(observer)
        let notes = previous.map { SourceNotes($0.notes) }
        // Compute the stamps before reading. So if a file changes during the import, the next import reads it again.
        let stamps = sources.map(SourceStamp.of)
        var builder = CatalogBuilder()
        let reader = SourceReader(ingest: options.ingest, skipsMalformed: options.skipsMalformed, observer)
        var summary = CatalogImportSummary()
        let lacksField = previous.map { options.identifierFields.contains(where: $0.lacksIdentifiers) } ?? false
        let hasAliases = previous.map(options.areAliases(of:)) ?? false
        let changesHistory = options.keepsHistory.map { $0 != previous?.keepsHistory } ?? false
        let known =
            lacksField || !hasAliases || changesHistory ? nil : notes.flatMap { options.knownSources($0, sources) }
        summary.unchanged = previous
        let reports = try reader.readAll(sources, known: known, into: &builder) { index in
            known?[index].file.map { $0 == stamps[index] } ?? false
        }
        guard let reports else { return summary }
        summary.sources = reports
        summary.records = builder.recordCount
        summary.rejected = reader.malformed
        if options.requiresComplete, let report = summary.sources.first(where: { $0.isComplete != true }) {
            throw CatalogSyncError(incomplete: report.address, leaving: path)
        }
        try observer?.willWrite()
        if options.isCache, previous == nil, builder.recordCount == 0 { return summary }
        builder.previous = previous
        builder.rules = options.rules
        builder.identifierFields = options.identifierFields + (previous?.identifierFields ?? [])
        builder.aliases = options.aliases ?? previous?.storedAliases
        builder.includesBundledAliases = options.includesBundledAliases
        builder.isComplete = summary.sources.allSatisfy { $0.isComplete == true }
        builder.keepsHistory = options.keepsHistory
        builder.validFrom = options.validFrom
        builder.historySource = sources.map(\.description).joined(separator: " ")
        // A source with malformed records or warnings gets no stamp, so that each import reads it and reports them
        // again.
        let found = SourceNotes(
            zip(summary.sources, stamps).map { report, stamp in
                let isSound = options.isCache || summary.rejected == 0 && report.warnings.isEmpty
                return SourceNotes.Source(report, file: isSound ? stamp : nil)
            }, read: options.ingest)
        builder.notes = found.notes
        if let previous, let notes {
            builder.cutOffSources = found.cutOff(
                isComplete: builder.isComplete, over: notes, wasComplete: previous.isComplete)
        }
        do throws(CatalogError) {
            // Read the history before it is dropped. Errors are ignored, because the history is only used for a report.
            let history = options.keepsHistory == false ? try? previous?.history() : nil
            summary.build = try builder.write(to: path)
            summary.droppedHistory = history
            summary.unchanged = nil
        } catch {
            guard error.kind == .refused, let refusal = error.refusal else { throw error }
            summary.refusal = refusal
        }
        return summary
    }

    /// The existing catalog, if an earlier import of exactly these sources wrote it; otherwise `nil`.
    package var keptCatalog: Catalog? {
        guard let catalog = try? Catalog.open(path), isKept(catalog) else { return nil }
        return catalog
    }

    private func isKept(_ catalog: Catalog) -> Bool {
        catalog.count > 0 && SourceNotes(catalog.notes).sources.map(\.address) == sources.map(\.description)
    }

    /// Returns the existing catalog, with which the new one is compared; `nil` if it cannot be read, or if it is a
    /// cache of other sources.
    private func previousCatalog(_ observer: (any CatalogImportObserver)?) throws(CatalogError) -> Catalog? {
        do throws(CatalogError) {
            let catalog = try Catalog.open(path)
            try catalog.verify()
            return options.isCache && !isKept(catalog) ? nil : catalog
        } catch {
            if error.kind == .damaged, options.keepsHistory != false, Catalog.keepsHistory(at: path) {
                var error = error
                error.reason += "; or discard its history (--drop-history)"
                throw error
            }
            if error.kind == .damaged { observer?.replacesDamaged(error) }
            return nil
        }
    }
}

extension CatalogImportOptions {
    /// Returns whether a catalog already has the aliases that these options request.
    fileprivate func areAliases(of catalog: Catalog) -> Bool {
        (aliases.map { $0 == catalog.storedAliases } ?? true)
            && (includesBundledAliases ? catalog.hasCurrentBundledAliases : !catalog.hasBundledAliases)
    }

    /// Returns the notes on the sources, if they show that exactly these sources were read in this order and with these
    /// options. Otherwise, and if the notes cannot show whether a source has changed, returns `nil`.
    fileprivate func knownSources(_ notes: SourceNotes, _ sources: [SourceAddress]) -> [SourceNotes.Source]? {
        guard let known = notes.sources(sources, read: ingest),
            !known.contains(where: { $0.validators.isEmpty && $0.file == nil || requiresComplete && !$0.isComplete })
        else { return nil }
        return known
    }
}

/// The error if a source does not end with `##COMPLETE`, although it must (`CatalogImportOptions.requiresComplete`).
/// The catalog is unchanged.
///
/// Reading a source throws `IngestError`, and writing a catalog throws `CatalogError`.
public struct CatalogSyncError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address of the incomplete source.
    public let address: SourceAddress
    /// A message in one line that describes the fault and the state of the catalog, without credentials.
    public let description: String

    package init(incomplete address: SourceAddress, leaving path: String) {
        self.address = address
        description = "\(address): no ##COMPLETE was found, so the source may be truncated; \(path) was not changed"
    }
}
