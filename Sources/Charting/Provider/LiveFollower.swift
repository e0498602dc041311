internal import Ingest
internal import Synchronization

/// Follows a source into a live catalog, and says when there is something new.
final class LiveFollower: Sendable {
    /// What it says, on some thread, one after the other.
    enum News: Sendable {
        case instruments(CatalogView)
        case loading(Bool)
        /// The source can't be read for now; what is known is still true.
        case failure(any Error)
        /// Why the last snapshot was not taken; `nil` where it was.
        case refused(ServerError?)
    }

    private let connection: LiveConnection
    private let catalog: LiveCatalog
    private let rules: SnapshotRules
    private let interval: Duration
    private let tell: @Sendable (News) -> Void
    private let pace = Mutex(Pace())
    /// The refusal of the last snapshot that was read to its end: what a source means that has not changed.
    private let refusal = Mutex<ServerError?>(nil)

    /// When the instruments were told, and whether they will be.
    private struct Pace {
        var lastTold: ContinuousClock.Instant?
        var isDue = false
    }

    /// - Parameters:
    ///   - rules: what a snapshot may take away.
    ///   - interval: the shortest time between two tellings of changes.
    init(
        _ address: SourceAddress, _ options: LiveOptions, into catalog: LiveCatalog, rules: SnapshotRules,
        interval: Duration, tell: @escaping @Sendable (News) -> Void
    ) {
        connection = LiveConnection(address: address, options: options)
        self.catalog = catalog
        self.rules = rules
        self.interval = interval
        self.tell = tell
    }

    /// Follows until it is closed.
    func start() {
        if catalog.view.count > 0 { tell(.instruments(catalog.view)) }
        Task.detached(priority: .utility) { [self] in
            for await event in connection.events {
                do { try take(event) } catch {
                    tell(.failure(error))
                    connection.close()
                }
            }
            tell(.loading(false))
            // What could not be synced is in the journal, as far as the system has it.
            try? catalog.close()
        }
    }

    /// Asks the source again.
    func refresh() { connection.refresh() }

    func close() { connection.close() }

    private func take(_ event: LiveEvent) throws {
        switch event {
        case .snapshotBegan:
            tell(.loading(true))
            catalog.beginSnapshot()
        case .profiles(let profiles): try catalog.apply(profiles)
        case .flushed: tellSoon()
        case .snapshotComplete:
            let refusal = catalog.refusal(by: rules).map { ServerError($0, at: connection.address) }
            self.refusal.withLock { $0 = refusal }
            if refusal == nil { try catalog.completeSnapshot() }
            tell(.refused(refusal))
            tell(.loading(false))
            tellNow()
        case .notModified:
            tell(.refused(refusal.withLock { $0 }))
            tell(.loading(false))
        case .fault(let fault) where fault.retryIn != nil:
            if fault.isOfIncompleteSnapshot, let refusal = catalog.refusal(by: rules, isComplete: false) {
                tell(.refused(ServerError(refusal, at: connection.address)))
            }
            tell(.loading(false))
            tell(.failure(fault))
        case .state, .heartbeat, .fault: break
        }
    }

    private func tellNow() {
        pace.withLock { $0.lastTold = .now }
        tell(.instruments(catalog.view))
    }

    /// Tells the instruments when the interval is over; what changes until then is told with it.
    private func tellSoon() {
        let wait: Duration? = pace.withLock { pace in
            if pace.isDue { return nil }
            pace.isDue = true
            return pace.lastTold.map { interval - ($0.duration(to: .now)) } ?? .zero
        }
        guard let wait else { return }
        Task.detached(priority: .utility) { [self] in
            if wait > .zero { try? await Task.sleep(for: wait) }
            pace.withLock { $0.isDue = false }
            tellNow()
        }
    }
}
