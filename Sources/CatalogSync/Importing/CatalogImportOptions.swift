public import Ingest
public import InstrumentCatalog

/// How a `CatalogImporter` works. The default values suit sources of any size on any network.
public struct CatalogImportOptions: Sendable {
    /// How the sources are read; `validators` are the importer's own matter and not taken from here.
    public var ingest = IngestOptions()
    /// What may be removed of the catalog that is at the path.
    public var rules = SnapshotRules()
    /// Each source must end with `##COMPLETE`.
    public var requiresComplete = false
    /// Records that can't be read are counted and left out; else the first one ends the import.
    public var skipsMalformed = false
    /// Fields by which instruments will be looked up, added to those that the catalog at the path has (`Catalog.identifierFields`).
    public var identifierFields: [String] = []
    /// The aliases to keep with the catalog; `nil` for those of the catalog at the path.
    public var aliases: AliasTable?
    /// `AliasTable.bundled` is kept beside them.
    public var includesBundledAliases = true
    /// Whether the catalog keeps the history of what it takes the place of (`Catalog.asOf(_:)`): `true` begins it where there is none, `false`
    /// drops it, and `nil` leaves it as it is with the catalog at the path. Where that is to change, unchanged sources are read again.
    public var keepsHistory: Bool?
    /// Since when what is imported is true, for the history; `nil` for now.
    public var validFrom: Instant?
    /// The file is a cache of its sources: a catalog of other sources at the path is replaced without comparison, and a first import
    /// without any record writes nothing.
    package var isCache = false

    /// The default values.
    public init() {}
}

/// What an import did.
public struct CatalogImportSummary: Sendable {
    /// What was read of each source, in their order; empty where none of them has changed.
    public var sources: [SnapshotReport] = []
    /// The catalog that was written; `nil` where none was.
    public var build: CatalogBuildSummary?
    /// The catalog that is still as it was: no source has changed, or they were refused; `nil` where a catalog was written, and where
    /// there was none.
    public var unchanged: Catalog?
    /// Why what the sources brought was not taken; `nil` where it was, and where there was nothing new.
    public var refusal: SnapshotRefusal?
    /// The history that was dropped; `nil` where none was.
    package var droppedHistory: CatalogHistory?
    /// Records that could be read.
    package var records = 0
    /// Records that could not be read, and were left out.
    public var rejected = 0

    /// All sources ended with `##COMPLETE`.
    package var isComplete: Bool { sources.allSatisfy { $0.isComplete == true } }

    init() {}
}
