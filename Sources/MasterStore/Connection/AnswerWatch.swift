internal import Synchronization
internal import SystemFiles

/// Ends a connection whose server doesn't answer in time: one that was stopped, or whose machine hangs, keeps its connections.
///
/// `check` is called now and then, by another thread than the one that waits for the answer.
package final class AnswerWatch: Sendable {
    private struct State {
        /// The connection's socket; `nil` between connections.
        var descriptor: Int32?
        /// When the answer must be there; `nil` while none is waited for.
        var deadline: ContinuousClock.Instant?
        var wasLate = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Begins to watch a connection.
    func begin(_ descriptor: Int32) { state.withLock { $0 = State(descriptor: descriptor) } }

    /// Forgets the connection: the system may give its descriptor to another file from now on.
    func end() { state.withLock { $0 = State() } }

    /// Sets the deadline of the answer that is waited for.
    func expect(within bound: Duration) { state.withLock { $0.deadline = .now + bound } }

    /// Clears the deadline: the answer came.
    func hear() { state.withLock { $0.deadline = nil } }

    /// A Boolean value that indicates whether the connection was ended because an answer was overdue.
    var wasLate: Bool { state.withLock { $0.wasLate } }

    /// Ends the connection where an answer is overdue.
    func check(at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            guard let deadline = state.deadline, now > deadline, let descriptor = state.descriptor else { return }
            state.wasLate = true
            Sockets.shutDown(descriptor)
        }
    }

    /// Ends the connection.
    func shutDown() { state.withLock { if let descriptor = $0.descriptor { Sockets.shutDown(descriptor) } } }
}
