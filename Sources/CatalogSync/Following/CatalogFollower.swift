public import Ingest
public import InstrumentCatalog
internal import Synchronization

/// Keeps a catalog current: asks a source, applies what it sends, and goes on until it is closed.
///
/// ```swift
/// let catalog = try LiveCatalog.open(path: "all.catalog")
/// let follower = CatalogFollower(try SourceAddress(parsing: "host:8080"), into: catalog)
/// try await follower.run { event in
///     if case .source(_, let changes, _) = event { print(changes.count) }
/// }
/// ```
///
/// What a live source sends is applied at once. What a polled source sends is applied when its snapshot is complete, so one that
/// was cut off changes nothing. Only a complete snapshot removes instruments, and one that would remove too many is refused
/// (`CatalogFollowerOptions.rules`).
///
/// Where changes can't be kept, for example on a full disk, the catalog stays as it was, the rest of the answer is skipped, and the
/// source is asked again for all of it, with growing waits (exponential back-off).
public final class CatalogFollower: Sendable {
    /// What is followed.
    package let address: SourceAddress
    /// What is kept current.
    package let catalog: LiveCatalog
    private let options: CatalogFollowerOptions
    private let connection: LiveConnection

    /// A follower that begins with `run`.
    public init(
        _ address: SourceAddress, into catalog: LiveCatalog, options: CatalogFollowerOptions = CatalogFollowerOptions()
    ) {
        self.address = address
        self.catalog = catalog
        self.options = options
        connection = LiveConnection(address: address, options: options.connection)
    }

    /// Asks the source again now: ends a wait, or the answer that is being read.
    public func refresh() { connection.refresh() }

    /// Ends `run`. What was applied is kept.
    public func close() { connection.close() }

    /// Follows the source until `close` is called, the task is cancelled, the source can never be read again, or `handle` throws.
    /// Then closes the catalog. Call it once.
    ///
    /// - Parameter handle: called for each event, one after the other, on some thread. While it runs, the source waits (back-pressure).
    /// - Throws: what `handle` throws; the `LiveFault` of a source that can never be read again; `CatalogError` where the changes
    ///   can't be written into the catalog's file at the end, or its journal can't be synced.
    public func run(_ handle: @escaping @Sendable (CatalogFollowerEvent) throws -> Void) async throws {
        // One event at a time; the value is the error of a compaction's event.
        let turn = Mutex<(any Error)?>(nil)
        let compactor = Compactor(catalog, options.compaction) { [connection] error in
            turn.withLock { failure in
                do { try handle(.compacted(error)) } catch {
                    failure = failure ?? error
                    connection.close()
                }
            }
        }
        let result = await withTaskCancellationHandler {
            await follow { event in try turn.withLock { _ in try handle(event) } }
        } onCancel: {
            connection.close()
        }
        connection.close()
        let compacted = await compactor.end()
        let closed = Result { () throws(CatalogError) in try catalog.close() }
        try compacted.get()
        try closed.get()
        try result.get()
        if let failure = turn.withLock({ $0 }) { throw failure }
    }

    private func follow(_ handle: (CatalogFollowerEvent) throws -> Void) async -> Result<Void, any Error> {
        var applier = SnapshotApplier(CatalogTarget(catalog), rules: options.rules)
        do {
            for damage in catalog.status.damage { try handle(.damaged(damage)) }
            try handle(.began)
            try await connection.follow(into: &applier, options.connection) { event in
                switch event {
                case .source(let event, let changes, let refusal):
                    try handle(.source(event, changes: changes, refusal: refusal))
                case .notKept(let error, let changes, let wait):
                    try handle(.notKept(error, changes: changes, retryIn: wait))
                }
            }
        } catch {
            return .failure(error)
        }
        return .success(())
    }
}
