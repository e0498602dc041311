public import Ingest

/// How a `CatalogIPFDataProvider` loads.
public struct CatalogDataOptions: Sendable {
    /// The catalog file that the source is imported into; `nil`: one of the user's caches, by the address.
    public var catalogPath: String?
    /// How the source is read.
    public var ingest = IngestOptions()
    /// Records that can't be read are left out; else the first one is a failure.
    public var skipsMalformed = false
    /// What trading hours lean on.
    public var defaults = ScheduleDefaults.bundledIfUsable

    public init() {}
}
