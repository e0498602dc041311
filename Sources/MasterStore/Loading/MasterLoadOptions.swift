/// How a `MasterLoader` works. The default values suit sources of any size on any network.
public struct MasterLoadOptions: Sendable {
    /// How the sources are read; `validators` are the loader's own matter and not taken from here. `cancellation` ends work of the
    /// server as well.
    public var ingest = IngestOptions()
    /// What may be removed of what the source brought before.
    public var rules = SnapshotRules()
    /// Each address must end with `##COMPLETE`.
    public var requiresComplete = false
    /// Records that can't be read are counted and left out; else the first one ends the load.
    public var skipsMalformed = false

    /// The default values.
    public init() {}
}

/// What a load did.
public struct MasterLoadSummary: Sendable {
    /// The store, without credentials.
    public let store: String
    /// What was read of each address, in their order; empty where their servers said that none of them has changed.
    public var sources: [SnapshotReport] = []
    /// The servers said that nothing has changed.
    public var isUnchanged = false
    /// Why what was read was not taken; `nil` where it was.
    public var refusal: SnapshotRefusal?
    /// How many instruments the source has now; 0 where it was refused.
    public var instruments = 0
    /// The batch that was written; `nil` where none was.
    package var batch: MasterBatch?
    /// What it did.
    package var counts = BatchCounts()

    /// The sequence number of the batch; `nil` where none was written.
    public var seq: Int? { batch?.seq }
    /// Instruments that the source has now and did not have before.
    public var added: Int { counts.added }
    /// Instruments of which it says something else now.
    public var changed: Int { counts.changed }
    /// Instruments that it has no more.
    public var removed: Int { counts.removed }

    init(store: String) { self.store = store }
}
