public import Ingest
public import InstrumentCatalog

/// Options for a `CatalogImporter`. The defaults suit sources of any size on any network.
public struct CatalogImportOptions: Sendable {
    /// The options for reading sources. The importer ignores `validators` and uses its own.
    public var ingest = IngestOptions()
    /// The rules for removing instruments of the existing catalog.
    public var rules = SnapshotRules()
    /// A Boolean value that indicates whether each source must end with `##COMPLETE`.
    public var requiresComplete = false
    /// A Boolean value that indicates whether malformed records are skipped and counted. If not, the first one ends the
    /// import.
    public var skipsMalformed = false
    /// The fields to index as identifiers, in addition to those of the existing catalog (`Catalog.identifierFields`).
    public var identifierFields: [String] = []
    /// The aliases to store in the catalog; `nil` to copy those of the existing catalog.
    public var aliases: AliasTable?
    /// A Boolean value that indicates whether `AliasTable.bundled` is stored in addition to the aliases.
    public var includesBundledAliases = true
    /// Whether the catalog stores the history of the catalogs that it replaces (`Catalog.asOf(_:)`).
    ///
    /// `true` starts a history unless the existing catalog has one, `false` drops it, and `nil` continues as the
    /// existing catalog does. A change causes unchanged sources to be read again.
    public var keepsHistory: Bool?
    /// The effective date of the import, for the history; `nil` for now.
    public var validFrom: Instant?
    /// Whether the file is a cache of its sources. A catalog of other sources is then replaced without comparison, and
    /// a first import without records writes nothing.
    package var isCache = false

    /// Creates the default options.
    public init() {}
}

/// The results of an import.
public struct CatalogImportSummary: Sendable {
    /// The reports of the sources in order; empty if no source has changed.
    public var sources: [SnapshotReport] = []
    /// The summary of the catalog that was written; `nil` if none was written.
    public var build: CatalogBuildSummary?
    /// The existing catalog, if it remains because no source has changed or the snapshot was refused; `nil` if a
    /// catalog was written, or none existed.
    public var unchanged: Catalog?
    /// The reason that the new snapshot was refused; `nil` if it was accepted, or no source has changed.
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
