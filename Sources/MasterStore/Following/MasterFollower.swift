/// Keeps what a source says current in a master store: asks the source, writes what it sends as batches, and goes on until it is closed.
///
/// ```swift
/// let follower = MasterFollower(try SourceAddress(parsing: "host:8080"), as: "exchange", to: .environment)
/// try await follower.run { event in
///     if case .committed(let batch) = event { print(batch.seq, batch.changes) }
/// }
/// ```
///
/// What a live source sends is written at once, what comes meanwhile as the next batch; its snapshot as one batch, or where that takes long
/// every five seconds. What a polled source sends is written when its snapshot is complete.
/// Only a complete snapshot removes instruments, and one that would remove too many is refused. A batch that was reported is
/// committed. Where the store is away, the source is asked again for all of it, with growing waits.
public final class MasterFollower: Sendable {
    private let address: SourceAddress
    private let source: String
    private let store: MasterAddress
    private let options: MasterFollowerOptions
    private let connection: LiveConnection

    /// A follower that begins with `run`.
    ///
    /// - Parameter source: the name of the source, as of `MasterLoader`.
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

    /// Asks the source again now: ends a wait, or the answer that is being read.
    public func refresh() { connection.refresh() }

    /// Ends `run`. What was committed is kept.
    public func close() { connection.close() }

    /// Follows the source until `close` is called, the task is cancelled, the source can never be read again, or `handle` throws. Call
    /// it once.
    ///
    /// - Parameter handle: called for each event, one after the other. While it runs, the source waits (back-pressure).
    /// - Throws: what `handle` throws; the `LiveFault` of a source that can never be read again; `MasterStoreError` where the store
    ///   can't be written to begin with.
    public func run(_ handle: @escaping @Sendable (MasterFollowerEvent) throws -> Void) async throws {
        try await withTaskCancellationHandler {
            try await follow(handle)
        } onCancel: {
            connection.close()
        }
    }

    private func follow(_ handle: (MasterFollowerEvent) throws -> Void) async throws {
        defer { connection.close() }
        var target = MasterTarget(address, source, store, ingest: options.connection.ingest)
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

/// How a `MasterFollower` works. The default values suit a source of any size on any network.
public struct MasterFollowerOptions: Sendable {
    /// How the source is asked and read.
    public var connection = LiveOptions()
    /// What a snapshot may remove. One that isn't complete removes nothing in any case.
    public var rules = SnapshotRules()

    /// The default values.
    public init() {}
}

/// What happens while a `MasterFollower` runs.
public enum MasterFollowerEvent: Sendable {
    /// The store is reached, and the source is asked. `instruments`: how many the source has there.
    case began(store: String, instruments: Int)
    /// Something happened at the source. `refusal` says why its last snapshot was not taken; `nil` where it was.
    case source(LiveEvent, refusal: SnapshotRefusal?)
    /// What the source's last events brought is committed.
    case committed(CommittedBatch)
    /// The store could not be written: nothing of what came is lost but for the time, the source is asked again after `retryIn`.
    case notKept(MasterStoreError, retryIn: Duration)
}

/// A batch of a source that is followed.
public struct CommittedBatch: Hashable, Sendable {
    /// Its sequence number.
    public let seq: Int
    /// Instruments that the source has now and did not have before.
    public let added: Int
    /// Instruments of which it says something else now.
    public let changed: Int
    /// Instruments that it has no more.
    public let removed: Int
    /// How many the source has now.
    public let instruments: Int

    /// All three together.
    public var changes: Int { added + changed + removed }
}
