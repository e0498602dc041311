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
/// The sources are read in order: the last profile of a symbol wins, and one of type REMOVED removes the symbol. The catalog is
/// replaced whole, or left as it was where anything goes wrong.
///
/// - **Unchanged sources**: the catalog keeps what the servers said about the versions that were read, and of local files a stamp (device,
///   inode, size, time, and a digest of the beginning and the end). If none of the sources has changed since, the catalog is left as it is.
/// - **Fields of identifiers**: those of the catalog at the path stay; one more (`CatalogImportOptions.identifierFields`) has unchanged
///   sources read again.
/// - **Aliases**: those of the catalog at the path stay, unless others are given (`CatalogImportOptions.aliases`), which have unchanged
///   sources read again.
/// - **History**: what the catalog at the path keeps goes on (`CatalogImportOptions.keepsHistory`).
/// - **Refused snapshots**: what would remove too much of the catalog at the path (`CatalogImportOptions.rules`), or was cut off
///   where the last import was not, does not take its place.
public struct CatalogImporter {
    /// What is read, in this order.
    let sources: [SourceAddress]
    /// The catalog's file.
    package let path: String
    /// How it is read, and what may become of the catalog.
    let options: CatalogImportOptions

    /// An importer of sources into the catalog file at `path`.
    public init(_ sources: [SourceAddress], to path: String, options: CatalogImportOptions = CatalogImportOptions()) {
        self.sources = sources
        self.path = path
        self.options = options
    }

    /// Reads the sources and writes the catalog, on the caller's thread.
    ///
    /// - Returns: what was done. Where the rules forbid it, that is nothing (`CatalogImportSummary.refusal`).
    /// - Throws: `IngestError` for a source that can't be read; `ProfileFormatError` for a record that can't be read, unless those are
    ///   skipped; `CatalogSyncError` for one that is incomplete where it must not be; `CatalogError` where the catalog can't be
    ///   written.
    /// - Complexity: as `CatalogBuilder.write(to:)`, and O(bytes) for reading.
    public func run() throws -> CatalogImportSummary { try run(nil) }

    /// The same with an observer, which is called as it goes on.
    ///
    /// - Throws: also what the observer throws.
    package func run(_ observer: (any CatalogImportObserver)?) throws -> CatalogImportSummary {
        let previous = try previousCatalog(observer)
        let notes = previous.map { SourceNotes($0.notes) }
        // Taken before anything is read: a file that changes meanwhile is read again the next time.
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
        // Records that can't be read, and warnings, are reported by each import.
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
            // Known before it is gone; what can't be read isn't told.
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

    /// What an earlier import of just these sources left at the path, as it is; `nil` where that is nothing.
    package var keptCatalog: Catalog? {
        guard let catalog = try? Catalog.open(path), isKept(catalog) else { return nil }
        return catalog
    }

    private func isKept(_ catalog: Catalog) -> Bool {
        catalog.count > 0 && SourceNotes(catalog.notes).sources.map(\.address) == sources.map(\.description)
    }

    /// The catalog at the path, that the new one is compared with; `nil` where it can't be read, and in a cache one of other sources.
    ///
    /// - Throws: `CatalogError` of kind `damaged` where it keeps a history that would be lost with it.
    private func previousCatalog(_ observer: (any CatalogImportObserver)?) throws(CatalogError) -> Catalog? {
        do throws(CatalogError) {
            let catalog = try Catalog.open(path)
            try catalog.verify()
            return options.isCache && !isKept(catalog) ? nil : catalog
        } catch {
            if error.kind == .damaged, options.keepsHistory != false, Catalog.keepsHistory(at: path) {
                var error = error
                error.reason += "; or give up the history that it keeps (--drop-history)"
                throw error
            }
            if error.kind == .damaged { observer?.replacesDamaged(error) }
            return nil
        }
    }
}

extension CatalogImportOptions {
    /// The catalog has the aliases that an import gives it.
    fileprivate func areAliases(of catalog: Catalog) -> Bool {
        (aliases.map { $0 == catalog.storedAliases } ?? true)
            && (includesBundledAliases ? catalog.hasCurrentBundledAliases : !catalog.hasBundledAliases)
    }

    /// What notes know of just these sources in just this order, read so; `nil` where one of them may have changed without a
    /// way to ask.
    fileprivate func knownSources(_ notes: SourceNotes, _ sources: [SourceAddress]) -> [SourceNotes.Source]? {
        guard let known = notes.sources(sources, read: ingest),
            !known.contains(where: { $0.validators.isEmpty && $0.file == nil || requiresComplete && !$0.isComplete })
        else { return nil }
        return known
    }
}

/// A source lacks `##COMPLETE` where each must have it (`CatalogImportOptions.requiresComplete`); the catalog is as it was.
///
/// Reading a source throws `IngestError`, and writing a catalog throws `CatalogError`.
public struct CatalogSyncError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The source.
    public let address: SourceAddress
    /// The fault and the state of the catalog: one line, for people, without credentials.
    public let description: String

    package init(incomplete address: SourceAddress, leaving path: String) {
        self.address = address
        description = "\(address): no ##COMPLETE was seen: it may have been cut off; \(path) is left as it was"
    }
}
