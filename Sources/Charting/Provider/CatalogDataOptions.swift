public import Ingest

/// How a `CatalogIPFDataProvider` loads.
public struct CatalogDataOptions: Sendable {
    /// The catalog file that the source is imported into; `nil`: one of the user's caches, by the address.
    public var catalogPath: String?
    /// How the source is read.
    public var ingest = IngestOptions()
    /// Records that can't be read are left out; else the first one is a failure.
    public var skipsMalformed = false
    /// What a snapshot of the source may take away from what is known; one that takes more is refused
    /// (`CatalogIPFDataProvider.loadFault`).
    public var rules = SnapshotRules()
    /// The schedule defaults that trading hours refer to.
    public var defaults = ScheduleDefaults.bundled

    /// The source is followed once it was read, and this is the shortest time between two results; `nil`: it is read once.
    ///
    /// Changes are sent as they come, by the stream of a live source, or by asking again after the update period. The catalog file
    /// is then this provider's alone.
    public var followInterval: Duration?

    /// The default values: a cache of the user's, strict reading, no following.
    public init() {}
}
