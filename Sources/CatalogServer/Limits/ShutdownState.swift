internal import Synchronization

/// Whether the service is about to end. From then on every answer is its connection's last.
final class ShutdownState: Sendable {
    private let begun = Atomic<Bool>(false)
    /// When the last request came, or the service was asked to end.
    private let last = Mutex(ContinuousClock.now)

    /// Called at the beginning of the end.
    private let listener = Mutex<@Sendable () -> Void>({})

    var isBegun: Bool { begun.load(ordering: .relaxed) }

    func begin() {
        note()
        begun.store(true, ordering: .relaxed)
        listener.withLock { $0 }()
    }

    /// Calls `body` when the service is asked to end.
    func listen(_ body: @escaping @Sendable () -> Void) { listener.withLock { $0 = body } }

    /// A request has come after all.
    func note() { last.withLock { $0 = .now } }

    /// Waits until no connection is open, or no request has come for `quiet`. Busy clients send their next request in this time, and it
    /// is answered instead of being cut off on its way.
    ///
    /// - Parameter limit: the longest wait.
    func settle(_ connections: ConnectionCount, quiet: Duration, limit: Duration) async {
        let end = ContinuousClock.now + limit
        while connections.open > 0, .now < min(end, last.withLock { $0 } + quiet),
            (try? await Task.sleep(for: .milliseconds(10))) != nil
        {}
    }
}
