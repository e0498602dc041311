internal import CatalogSync
internal import Synchronization

/// Updates a live catalog from a source, and reports changes at most once per interval.
final class LiveFollower: Sendable {
    /// A report. Reports are sent on any thread, one at a time.
    enum News: Sendable {
        case instruments(Catalog)
        case loading(Bool)
        /// The source cannot be read, temporarily or permanently. The known instruments remain valid.
        case failure(LoadFault)
        /// The reason that the last snapshot was refused, entirely or partly; `nil` if it was accepted.
        case refused(LoadFault?)
    }

    private let follower: CatalogFollower
    private let interval: Duration
    private let tell: @Sendable (News) -> Void
    private let pace = Mutex(Pace())

    /// When the last report was sent, and whether another is scheduled.
    private struct Pace {
        var lastTold: ContinuousClock.Instant?
        var isDue = false
    }

    /// - Parameter interval: The minimum time between two reports of changes.
    init(_ follower: CatalogFollower, interval: Duration, tell: @escaping @Sendable (News) -> Void) {
        self.follower = follower
        self.interval = interval
        self.tell = tell
    }

    /// Updates the catalog from the source until the follower is closed.
    func start() {
        Task.detached(priority: .utility) { [self] in
            // Other errors mean that changes were not synced at the end. The journal contains these changes, as far as
            // the system has written it.
            var end: LiveFault?
            do { try await follower.run { self.take($0) } } catch { end = error as? LiveFault }
            tell(.loading(false))
            if let end { tell(.failure(LoadFault(end))) }
        }
    }

    /// Checks whether the source has changed.
    func refresh() { follower.refresh() }

    func close() { follower.close() }

    private func take(_ event: CatalogFollowerEvent) {
        switch event {
        case .began: if follower.catalog.view.count > 0 { tell(.instruments(follower.catalog.view)) }
        case .source(let event, _, let refusal):
            take(event, refusal.map { LoadFault($0, at: follower.address) })
        case .notKept(let error, let changes, _):
            tell(.loading(false))
            tell(.failure(LoadFault(error)))
            if !changes.isEmpty { tellSoon() }
        case .damaged, .compacted: break
        }
    }

    private func take(_ event: LiveEvent, _ refusal: LoadFault?) {
        switch event {
        case .snapshotBegan: tell(.loading(true))
        case .flushed: tellSoon()
        case .snapshotComplete:
            tell(.refused(refusal))
            tell(.loading(false))
            tellNow()
        case .notModified:
            tell(.refused(refusal))
            tell(.loading(false))
        case .fault(let fault) where fault.retryIn != nil:
            let keepsInstruments = fault.isOfIncompleteSnapshot && follower.catalog.view.count > 0
            tell(.loading(false))
            tell(.failure((keepsInstruments ? refusal : nil) ?? LoadFault(fault)))
        case .fault(let fault):
            // A damaged snapshot has malformed records; the records that could be read are accepted.
            if case .damagedSnapshot = fault.kind {
                tell(.refused(LoadFault(fault)))
                tell(.loading(false))
                tellSoon()
            }
        case .state, .profiles, .heartbeat: break
        }
    }

    private func tellNow() {
        pace.withLock { $0.lastTold = .now }
        tell(.instruments(follower.catalog.view))
    }

    /// Reports the instruments once the interval has passed, with all changes until then.
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
