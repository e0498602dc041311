public import Ingest
public import InstrumentCatalog
internal import Synchronization

/// Keeps a catalog current: requests a source, applies what it sends, and continues until it is closed.
///
/// ```swift
/// let catalog = try LiveCatalog.open(path: "all.catalog")
/// let follower = CatalogFollower(try SourceAddress(parsing: "host:8080"), into: catalog)
/// try await follower.run { event in
///     if case .source(_, let changes, _) = event { print(changes.count) }
/// }
/// ```
///
/// Profiles of a live source are applied immediately. Profiles of a polled source are applied when its snapshot is
/// complete, so a truncated snapshot changes nothing. Only a complete snapshot removes instruments. A snapshot that
/// would remove too many is refused (`CatalogFollowerOptions.rules`).
///
/// If changes cannot be stored, for example on a full disk, the catalog remains unchanged and the rest of the response
/// is skipped. The whole source is then requested again, with exponential backoff.
public final class CatalogFollower: Sendable {
    /// The address of the source.
    package let address: SourceAddress
    /// The catalog to keep current.
    package let catalog: LiveCatalog
    private let options: CatalogFollowerOptions
    private let connection: LiveConnection

    /// Creates a follower; `run` starts it.
    public init(
        _ address: SourceAddress, into catalog: LiveCatalog, options: CatalogFollowerOptions = CatalogFollowerOptions()
    ) {
        self.address = address
        self.catalog = catalog
        self.options = options
        connection = LiveConnection(address: address, options: options.connection)
    }

    /// Requests the source again immediately, even if the follower is waiting or reading a response.
    public func refresh() { connection.refresh() }

    /// Ends `run`. Changes that were applied remain in the catalog.
    public func close() { connection.close() }

    /// Follows the source, and then closes the catalog. Call this method once. It ends if `close` is called, the task
    /// is cancelled, `handle` throws, or the source permanently fails.
    ///
    /// - Parameter handle: A closure that is called for each event in order, on any thread. The source waits while the
    ///   closure runs (back-pressure).
    /// - Throws: Errors of `handle`; the `LiveFault` of a source that fails permanently; `CatalogError` if the last
    ///   changes cannot be written into the catalog file, or the journal cannot be synced.
    public func run(_ handle: @escaping @Sendable (CatalogFollowerEvent) throws -> Void) async throws {
        // Ensures that only one thread at a time calls `handle`. The value is the error that `handle` threw for a
        // compaction event.
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
