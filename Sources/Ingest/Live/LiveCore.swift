import Synchronization
import SystemFiles

/// The loop of a live connection: attempts, each on its own thread, with waits between them.
///
/// The task that runs the loop retains this object until `close` ends the loop.
final class LiveCore: Sendable {
    let hub = LiveHub()
    let address: SourceAddress
    let options: LiveOptions
    private let clock: LiveClock
    private let state = Mutex(State())

    private struct State {
        var hasBegun = false
        var isClosed = false
        /// Whether `refresh` was called, so that the source is requested again immediately.
        var isRefreshed = false
        /// The token that cancels the current attempt.
        var attempt: CancellationToken?
        /// The task of the current wait.
        var sleeper: Task<Void, Never>?
        /// The number of attempts since the last success.
        var failures = 0
        /// The validators of the last version that was read from a polled source.
        var validators: Validators?
        /// Whether to discard the validators, including those of the response that is being read.
        var isVersionForgotten = false
        /// The stamp that the file had when it was last read.
        var stamp: FileStamp?
    }

    init(_ address: SourceAddress, _ options: LiveOptions) {
        self.address = address
        self.options = options
        clock = LiveClock(options.clock)
        if !options.asksForLive { state.withLock { $0.validators = options.validators } }
    }

    private var updatePeriod: Duration { options.updatePeriod ?? address.updatePeriod ?? .seconds(60) }

    // MARK: Calls from any thread

    func begin() {
        let isFirst = state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun && !state.isClosed
        }
        if isFirst { Task.detached { await self.run() } }
    }

    func refresh() {
        interrupt { state in state.isRefreshed = true }
    }

    func forgetVersion() { state.withLock { $0.isVersionForgotten = true } }

    func close() {
        interrupt { state in state.isClosed = true }
        hub.close(dropping: true)
    }

    private func interrupt(_ mark: (inout State) -> Void) {
        let (attempt, sleeper) = state.withLock { state in
            mark(&state)
            return (state.attempt, state.sleeper)
        }
        attempt?.cancel()
        sleeper?.cancel()
    }

    // MARK: The loop

    private func run() async {
        while let wait = await attempt() { await sleep(wait) }
        hub.close(dropping: false)
    }

    /// Makes one attempt. Returns how long to wait before the next one; `nil` to end the loop.
    private func attempt() async -> Duration? {
        let token = CancellationToken()
        let validators: Validators?? = state.withLock { state in
            guard !state.isClosed else { return nil }
            state.attempt = token
            state.isRefreshed = false
            if state.isVersionForgotten {
                (state.validators, state.stamp) = (nil, nil)
                state.isVersionForgotten = false
            }
            return .some(state.validators)
        }
        guard case .some(let validators) = validators else { return nil }
        let attempt = LiveAttempt(address, options, to: hub, token: token, validators: validators)
        let watchdog = Task { [clock] in
            if address.kind == .web { await attempt.watch(clock) }
        }
        let wait = await onThread { [self] in try perform(attempt) }
        state.withLock { $0.attempt = nil }
        watchdog.cancel()
        await watchdog.value
        return wait
    }

    private func sleep(_ wait: Duration) async {
        let end = clock.now() + wait
        let sleeper = Task { [clock] in _ = try? await clock.sleep(end) }
        let isWanted = state.withLock { state in
            guard !state.isClosed, !state.isRefreshed else { return false }
            state.sleeper = sleeper
            return true
        }
        if !isWanted { sleeper.cancel() }
        await sleeper.value
        state.withLock { $0.sleeper = nil }
    }

    /// Runs `work` on a separate thread, where it may block while it waits for a subscriber or a server.
    private func onThread(_ work: @escaping @Sendable () throws -> Duration?) async -> Duration? {
        await withCheckedContinuation { continuation in
            do throws(IngestError) {
                try WorkerThread.start { continuation.resume(returning: try? work()) }.detach()
            } catch {
                // No thread could be started. That may succeed later.
                continuation.resume(returning: updatePeriod)
            }
        }
    }

    // MARK: The attempt's thread

    private func perform(_ attempt: LiveAttempt) throws -> Duration? {
        try hub.send(.state(.connecting))
        var stamp: FileStamp?
        if let path = address.path {
            stamp = FileStamp(path)
            if let stamp, stamp == state.withLock({ $0.stamp }) { return try unchanged() }
        }
        switch attempt.run() {
        case .stopped:
            try hub.send(.state(.notConnected))
            return .zero
        case .notModified(let validators):
            state.withLock { $0.validators = validators ?? $0.validators }
            return try unchanged()
        case .read(let validators):
            state.withLock { ($0.validators, $0.stamp) = (validators, stamp) }
            return address.kind == .standardInput ? nil : rest()
        case .failed(let kind, let reason):
            return try retry(after: attempt, kind, reason)
        }
    }

    private func unchanged() throws -> Duration {
        try hub.send(.state(.connected))
        try hub.send(.notModified)
        return rest()
    }

    /// Returns how long to wait, after a successful attempt, until the source is polled again.
    private func rest() -> Duration {
        state.withLock { $0.failures = 0 }
        return updatePeriod
    }

    private func retry(after attempt: LiveAttempt, _ kind: LiveFault.Kind, _ reason: String) throws -> Duration? {
        let failures = state.withLock { state in
            // The validators of a polled source do not apply when the source becomes live.
            if attempt.isLive { state.validators = nil }
            state.failures = attempt.isComplete ? 1 : state.failures + 1
            return state.failures
        }
        var fault = LiveFault(kind: kind, reason: reason)
        if isFinal(kind) {
            try hub.send(.fault(fault))
            return nil
        }
        let policy = RetryPolicy(retries: .max, firstWait: options.firstRetry, longestWait: updatePeriod)
        var generator = SystemRandomNumberGenerator()
        let wait = policy.wait(before: failures, using: &generator)
        // `Retry-After` of the server is respected up to an hour.
        fault.retryIn = max(wait, min(attempt.retryAfter ?? .zero, .seconds(3600)))
        try hub.send(.fault(fault))
        try hub.send(.state(.notConnected))
        return fault.retryIn
    }

    private func isFinal(_ kind: LiveFault.Kind) -> Bool {
        if address.kind == .standardInput { return true }
        guard case .source(let error) = kind else { return false }
        return error.category == .address
    }
}

/// A type-erased clock. Its times are relative to the creation of this value.
struct LiveClock: Sendable {
    let now: @Sendable () -> Duration
    /// Waits until a time. Throws if the task is canceled.
    let sleep: @Sendable (Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }
}
