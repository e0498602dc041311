/// Follows a source, and writes its changes to a master store as batches, until it is closed.
///
/// ```swift
/// let follower = MasterFollower(try SourceAddress(parsing: "host:8080"), as: "exchange", to: .environment)
/// try await follower.run { event in
///     if case .committed(let batch) = event { print(batch.seq, batch.changes) }
/// }
/// ```
///
/// Changes of a live source are written at once. Changes that arrive during a commit form the next batch. The snapshot
/// of a live source becomes one batch, or one batch every five seconds if it takes longer. A snapshot of a polled
/// source is written when it is complete.
///
/// Only a complete snapshot removes instruments, and it is refused if it would remove too many. A batch is reported
/// after it is committed. If the store is unreachable, the follower retries with growing waits, and reads the source
/// from scratch.
public final class MasterFollower: Sendable {
    private let address: SourceAddress
    private let source: String
    private let store: MasterAddress
    private let options: MasterFollowerOptions
    private let connection: LiveConnection

    /// Creates a follower. Call `run` to start it.
    ///
    /// - Parameter source: The name of the source, as in `MasterLoader`.
    public init(
        _ address: SourceAddress, as source: String, to store: MasterAddress,
        options: MasterFollowerOptions = MasterFollowerOptions()
    ) {
        self.address = address
        self.source = source
        self.store = store
        self.options = options
        connection = LiveConnection(address: address, options: options.connection)
    }

    /// Requests the source again now, without completing the current wait or response.
    public func refresh() { connection.refresh() }

    /// Ends `run`. Committed batches are kept.
    public func close() { connection.close() }

    /// Follows the source until `close` is called, the task is canceled, the source has failed permanently, or `handle`
    /// throws. Call it once.
    ///
    /// - Parameter handle: Called for each event, in order. The source waits while `handle` runs (back-pressure).
    /// - Throws: The error that `handle` throws; the `LiveFault` of a permanent failure of the source;
    ///   `MasterStoreError` if the store cannot be written at the start.
    public func run(_ handle: @escaping @Sendable (MasterFollowerEvent) throws -> Void) async throws {
        try await withTaskCancellationHandler {
            try await follow(handle)
        } onCancel: {
            connection.close()
        }
    }

    private func follow(_ handle: (MasterFollowerEvent) throws -> Void) async throws {
        defer { connection.close() }
        var target = MasterTarget(
            address, source, store, ingest: options.connection.ingest, author: options.author)
        try target.connect()
        try handle(.began(store: target.storeName, instruments: target.instruments))
        var applier = SnapshotApplier(target, rules: options.rules)
        try await connection.follow(into: &applier, options.connection) { event in
            switch event {
            case .source(let event, let batch, let refusal):
                try handle(.source(event, refusal: refusal))
                if let batch { try handle(.committed(batch)) }
            case .notKept(let error as MasterStoreError, _, let wait): try handle(.notKept(error, retryIn: wait))
            case .notKept(let error, _, _): throw error
            }
        }
    }
}

/// Options of a `MasterFollower`. The default values suit sources of any size on any network.
public struct MasterFollowerOptions: Sendable {
    /// The options for reading the source.
    public var connection = LiveOptions()
    /// The limits on removals by a snapshot. An incomplete snapshot never removes instruments.
    public var rules = SnapshotRules()
    /// The author of the batches.
    package var author = BatchAuthor()

    /// The default values.
    public init() {}
}

/// An event of a `MasterFollower`.
public enum MasterFollowerEvent: Sendable {
    /// The store is connected, and the source is being requested. `instruments` is the number of the source's
    /// instruments in the store.
    case began(store: String, instruments: Int)
    /// An event of the source. `refusal` is the reason why its last snapshot was refused; `nil` if it was accepted.
    case source(LiveEvent, refusal: SnapshotRefusal?)
    /// The changes of the source's last events are committed.
    case committed(CommittedBatch)
    /// The store could not be written. No change is lost: the source is read again after `retryIn`.
    case notKept(MasterStoreError, retryIn: Duration)
}

/// A committed batch of a followed source.
public struct CommittedBatch: Hashable, Sendable {
    /// The sequence number.
    public let seq: Int
    /// The number of instruments that are new in the source.
    public let added: Int
    /// The number of instruments whose record of this source changed.
    public let changed: Int
    /// The number of instruments that the source no longer has.
    public let removed: Int
    /// The number of instruments that the source has now.
    public let instruments: Int
    /// The exceptions of the source; `nil` if no rules are in force.
    package let quality: QualityCounts?

    /// The sum of `added`, `changed` and `removed`.
    public var changes: Int { added + changed + removed }
}
