internal import Ingest
internal import Synchronization
internal import SystemFiles

/// Shuts down a connection whose server does not answer in time. This is needed because a stopped server or a machine
/// that hangs does not close its connections.
///
/// A thread calls `check` at intervals. It must not be the thread that waits for the server.
package final class AnswerWatch: Sendable {
    private struct State {
        /// The connection's socket; `nil` if there is no connection.
        var descriptor: Int32?
        /// The time by which the answer must arrive; `nil` if no answer is expected.
        var deadline: ContinuousClock.Instant?
        var wasLate = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Begins to watch a connection.
    func begin(_ descriptor: Int32) { state.withLock { $0 = State(descriptor: descriptor) } }

    /// Stops watching the connection. Must be called before the descriptor is closed, because the system may reuse it
    /// afterwards.
    func end() { state.withLock { $0 = State() } }

    /// Sets the deadline for the expected answer.
    func expect(within bound: Duration) { state.withLock { $0.deadline = .now + bound } }

    /// Clears the deadline after an answer arrived.
    func hear() { state.withLock { $0.deadline = nil } }

    /// A Boolean value that indicates whether the connection was ended because an answer was overdue.
    var wasLate: Bool { state.withLock { $0.wasLate } }

    /// Ends the connection if an answer is overdue.
    func check(at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            guard let deadline = state.deadline, now > deadline, let descriptor = state.descriptor else { return }
            state.wasLate = true
            Sockets.shutDown(descriptor)
        }
    }

    /// Checks at intervals, on another thread, while `body` runs.
    ///
    /// - Throws: The error that `body` throws; `SystemError` if no thread can be created.
    func whileChecking<Result>(_ body: () throws -> Result) throws -> Result {
        let isDone = CancellationToken()
        defer { isDone.cancel() }
        try WorkerThread { [self] in
            while !isDone.isCancelled {
                check()
                MonotonicTime.sleep(milliseconds: 100)
            }
        }.detach()
        return try body()
    }

    /// Ends the connection.
    func shutDown() { state.withLock { if let descriptor = $0.descriptor { Sockets.shutDown(descriptor) } } }
}
