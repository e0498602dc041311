package import Ingest
internal import Synchronization

extension LiveEvent {
    /// It is about what the answer at hand brings, which is skipped after changes could not be kept.
    package var isOfAnswer: Bool {
        switch self {
        case .snapshotBegan, .profiles, .flushed, .snapshotComplete, .notModified: true
        case .state, .heartbeat, .fault: false
        }
    }
}

/// Asks the source again for all of it, after changes of an answer could not be kept; the waits grow.
package final class ApplyRetries: Sendable {
    private let connection: LiveConnection
    private let policy: RetryPolicy
    private let options: LiveOptions
    private let state = Mutex((failures: 0, wait: Task<Void, Never>?.none))

    package init(_ connection: LiveConnection, _ options: LiveOptions) {
        self.connection = connection
        self.options = options
        policy = RetryPolicy(retries: .max, firstWait: options.firstRetry)
    }

    /// Begins the wait for the next try; its length.
    package func begin() -> Duration {
        // What was read has not arrived: whoever asks next asks for everything.
        connection.forgetVersion()
        let failures = state.withLock { state in
            state.failures += 1
            return state.failures
        }
        var generator = SystemRandomNumberGenerator()
        let wait = policy.wait(before: failures, using: &generator)
        let task = Task { [connection, options] in
            guard (try? await options.clock.sleep(for: wait)) != nil else { return }
            connection.refresh()
        }
        state.withLock { state in
            state.wait?.cancel()
            state.wait = task
        }
        return wait
    }

    /// A whole snapshot was kept: the next failure is the first one again.
    package func succeeded() { state.withLock { $0.failures = 0 } }

    /// Gives up the wait: the source begins anew by itself, or nobody wants it any more.
    package func cancel() {
        state.withLock { state in
            state.wait?.cancel()
            state.wait = nil
        }
    }
}
