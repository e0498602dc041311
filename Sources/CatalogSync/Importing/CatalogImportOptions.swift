public import Ingest
public import InstrumentCatalog

/// Options for a `CatalogImporter`. The defaults are suitable for sources of any size and for any network.
public struct CatalogImportOptions: Sendable {
    /// The options for reading sources. `validators` is ignored, because the importer uses its own.
    public var ingest = IngestOptions()
    /// The rules that limit which instruments of the existing catalog may be removed.
    public var rules = SnapshotRules()
    /// A Boolean value that indicates whether each source must end with `##COMPLETE`.
    public var requiresComplete = false
    /// A Boolean value that indicates whether malformed records are skipped and counted. If `false`, the first
    /// malformed record ends the import.
    public var skipsMalformed = false
    /// The fields to index as identifiers, in addition to those of the existing catalog (`Catalog.identifierFields`).
    public var identifierFields: [String] = []
    /// The aliases to store in the catalog; `nil` to copy those of the existing catalog.
    public var aliases: AliasTable?
    /// A Boolean value that indicates whether `AliasTable.bundled` is stored in addition to the aliases.
    public var includesBundledAliases = true
    /// Whether the catalog stores the history of the catalogs that it replaces (`Catalog.asOf(_:)`).
    ///
    /// `true` starts a history unless the existing catalog has one, `false` drops the history, and `nil` keeps the
    /// choice of the existing catalog. If the choice changes, unchanged sources are read again.
    public var keepsHistory: Bool?
    /// The effective date of the import, for the history; `nil` for now.
    public var validFrom: Instant?
    /// Whether the file is a cache of its sources. If so, a catalog of other sources is replaced without comparison,
    /// and if the first import has no records, nothing is written.
    package var isCache = false

    /// Creates the default options.
    public init() {}
}

/// The results of an import.
public struct CatalogImportSummary: Sendable {
    /// The reports of the sources in order; empty if no source has changed.
    public var sources: [SnapshotReport] = []
    /// The summary of the catalog that was written; `nil` if no catalog was written.
    public var build: CatalogBuildSummary?
    /// The existing catalog, if it was retained because no source has changed or the snapshot was refused; otherwise
    /// `nil`.
    public var unchanged: Catalog?
    /// The reason why the new snapshot was refused; `nil` if it was accepted, or if no source has changed.
    public var refusal: SnapshotRefusal?
    /// The history that was dropped; `nil` if none was dropped.
    package var droppedHistory: CatalogHistory?
    /// The number of records that were read.
    package var records = 0
    /// The number of malformed records that were skipped.
    public var rejected = 0

    /// Whether all sources ended with `##COMPLETE`.
    package var isComplete: Bool { sources.allSatisfy { $0.isComplete == true } }

    init() {}
}
