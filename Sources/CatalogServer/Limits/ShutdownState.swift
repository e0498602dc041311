internal import Synchronization

/// The state of the service's shutdown. After its start, each connection is closed after its next answer.
final class ShutdownState: Sendable {
    private let begun = Atomic<Bool>(false)
    /// The time of the last request or of the start of the shutdown, whichever is later.
    private let last = Mutex(ContinuousClock.now)

    /// The closure to call when the shutdown begins.
    private let listener = Mutex<@Sendable () -> Void>({})

    var isBegun: Bool { begun.load(ordering: .relaxed) }

    func begin() {
        note()
        begun.store(true, ordering: .relaxed)
        listener.withLock { $0 }()
    }

    /// Calls `body` when the shutdown begins.
    func listen(_ body: @escaping @Sendable () -> Void) { listener.withLock { $0 = body } }

    /// Records the time of another request.
    func note() { last.withLock { $0 = .now } }

    /// Waits until no connection is open, or no request has arrived for `quiet`. Busy clients send their next request
    /// in this time, and receive an answer instead of a closed connection.
    ///
    /// - Parameter limit: The maximum time to wait.
    func settle(_ connections: ConnectionCount, quiet: Duration, limit: Duration) async {
        let end = ContinuousClock.now + limit
        while connections.open > 0, .now < min(end, last.withLock { $0 } + quiet),
            (try? await Task.sleep(for: .milliseconds(10))) != nil
        {}
    }
}
