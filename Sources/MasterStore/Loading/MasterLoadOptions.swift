/// Options of a `MasterLoader`. The default values suit sources of any size on any network.
public struct MasterLoadOptions: Sendable {
    /// The options for reading the sources. The loader ignores `validators` and uses its own. `cancellation` also
    /// cancels statements on the server.
    public var ingest = IngestOptions()
    /// The limits on the instruments that a snapshot may remove.
    public var rules = SnapshotRules()
    /// A Boolean value that indicates whether each address must end with `##COMPLETE`.
    public var requiresComplete = false
    /// A Boolean value that indicates whether records that cannot be read are counted and skipped. If `false`, the
    /// first such record fails the load.
    public var skipsMalformed = false
    /// The time since which the snapshot is true, in microseconds since 1970 UTC; `nil` for the time of the batch. It
    /// must not be in the future, nor before an earlier change of the store.
    package var validFrom: Int?
    /// The author of the batch.
    package var author = BatchAuthor()

    /// The default values.
    public init() {}
}

/// The result of a load.
public struct MasterLoadSummary: Sendable {
    /// The store, without credentials.
    public let store: String
    /// One report per address, in order; empty if the servers report that no address has changed.
    public var sources: [SnapshotReport] = []
    /// A Boolean value that indicates whether the servers report that nothing has changed.
    public var isUnchanged = false
    /// The reason why the snapshot was refused; `nil` if it was accepted.
    public var refusal: SnapshotRefusal?
    /// The number of instruments that the source has now; 0 if the snapshot was refused.
    public var instruments = 0
    /// The batch that was written; `nil` if none was written.
    package var batch: MasterBatch?
    /// The numbers of records read and of instruments changed by the batch.
    package var counts = BatchCounts()

    /// The sequence number of the batch; `nil` if none was written.
    public var seq: Int? { batch?.seq }
    /// The number of instruments that are new in the source.
    public var added: Int { counts.added }
    /// The number of instruments whose record of this source changed.
    public var changed: Int { counts.changed }
    /// The number of instruments that the source no longer has.
    public var removed: Int { counts.removed }

    init(store: String) { self.store = store }
}
