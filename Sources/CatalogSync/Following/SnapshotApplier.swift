package import Ingest
internal import InstrumentCatalog
internal import Synchronization

/// A copy of a source that a follower keeps current: a catalog, or a source's records in a master.
package protocol SnapshotTarget: ~Copyable {
    /// The error if the copy cannot be written.
    associatedtype Failure: Error
    /// The changes to the copy that were stored.
    associatedtype Kept

    /// Discards the held profiles and begins a snapshot. Profiles of a source that is not live are held until `end`.
    mutating func begin(isLive: Bool) throws(Failure)
    mutating func receive(_ profiles: [InstrumentProfile]) throws(Failure)
    /// Returns the reason to refuse the snapshot; `nil` to accept it. `isComplete` is false if the snapshot may be
    /// truncated.
    func refusal(by rules: SnapshotRules, isComplete: Bool) -> SnapshotRefusal?
    mutating func end(_ ending: SnapshotEnding) throws(Failure)
    /// Stores the changes that are due, and returns the changes stored since the last call.
    ///
    /// - Parameter moreWait: Whether further events have already arrived.
    mutating func keep(moreWait: Bool) throws(Failure) -> Kept
    /// Discards the held profiles after a failure, and returns the changes stored before it.
    mutating func abandon() -> Kept
}

/// The treatment of a snapshot that has ended.
package enum SnapshotEnding {
    /// Apply it, and remove instruments that the source sent neither in the snapshot nor later.
    case complete
    /// Apply it without removing instruments.
    case withoutRemovals
    /// Discard its held profiles.
    case dropped
}

/// Applies the events of a connection to a copy of the source.
///
/// - Profiles of a live source are applied immediately, since each is valid by itself.
/// - Profiles of a polled source are held until the snapshot is complete, so a partial one changes nothing.
/// - Only a complete snapshot removes instruments, within the limits of the rules.
/// - If changes cannot be stored, the rest of the response is skipped. The next snapshot contains the missing changes.
package struct SnapshotApplier<Target: SnapshotTarget & ~Copyable>: ~Copyable {
    private var target: Target
    private let rules: SnapshotRules
    /// The reason that the last snapshot was refused; `nil` if it was accepted, and before the first one.
    package private(set) var refusal: SnapshotRefusal?
    /// The reason that the last complete snapshot was refused. The reason remains valid while the source does not
    /// change; `nil` if the snapshot was accepted.
    private var refusalOfComplete: SnapshotRefusal?
    /// Whether to ignore events until the next snapshot, because changes could not be stored.
    package private(set) var isWaitingForSnapshot = false

    package init(_ target: consuming Target, rules: SnapshotRules) {
        self.target = target
        self.rules = rules
    }

    /// Applies the next event of the connection.
    ///
    /// - Returns: The changes that were stored. `error` is `nil` unless further changes could not be stored.
    package mutating func take(_ event: LiveEvent, moreWait: Bool) -> (kept: Target.Kept, error: Target.Failure?) {
        if case .snapshotBegan = event { isWaitingForSnapshot = false }
        do throws(Target.Failure) {
            if !isWaitingForSnapshot { try apply(event) }
            return (try target.keep(moreWait: moreWait), nil)
        } catch {
            isWaitingForSnapshot = true
            return (target.abandon(), error)
        }
    }

    private mutating func apply(_ event: LiveEvent) throws(Target.Failure) {
        switch event {
        case .snapshotBegan(let isLive): try target.begin(isLive: isLive)
        case .profiles(let profiles): try target.receive(profiles)
        case .snapshotComplete:
            refusalOfComplete = target.refusal(by: rules, isComplete: true)
            refusal = refusalOfComplete
            try target.end(refusal == nil ? .complete : .dropped)
        case .fault(let fault): try apply(fault)
        case .notModified: refusal = refusalOfComplete
        case .state, .flushed, .heartbeat: break
        }
    }

    private mutating func apply(_ fault: LiveFault) throws(Target.Failure) {
        // A snapshot that is complete except for malformed records is applied like any other, but removes nothing.
        if case .damagedSnapshot = fault.kind {
            (refusal, refusalOfComplete) = (nil, nil)
            return try target.end(.withoutRemovals)
        }
        if fault.isOfIncompleteSnapshot { refusal = target.refusal(by: rules, isComplete: false) }
        if !fault.goesOn { try target.end(.dropped) }
    }
}

// MARK: Following

/// An event of a followed source, and its effect on the copy.
package enum FollowedEvent<Kept, Failure: Error> {
    case source(LiveEvent, kept: Kept, refusal: SnapshotRefusal?)
    /// The rest of the response is skipped, and the whole source is requested again after `retryIn`.
    case notKept(Failure, kept: Kept, retryIn: Duration)
}

extension LiveConnection {
    /// Applies the events of the source until the connection is closed or `handle` throws.
    ///
    /// - Throws: Errors of `handle`; the `LiveFault` of a source that can never be read again.
    package func follow<Target: SnapshotTarget & ~Copyable>(
        into applier: inout SnapshotApplier<Target>, _ options: LiveOptions,
        _ handle: (FollowedEvent<Target.Kept, Target.Failure>) throws -> Void
    ) async throws {
        let retries = ApplyRetries(self, options)
        defer { retries.cancel() }
        /// The fault that ended the connection, if the last event is one.
        var last: LiveFault?
        for await event in events {
            if case .snapshotBegan = event { retries.cancel() }
            let (kept, error) = applier.take(event, moreWait: hasWaitingEvents)
            if let error {
                try handle(.notKept(error, kept: kept, retryIn: retries.begin()))
                continue
            }
            if applier.isWaitingForSnapshot, event.isOfAnswer { continue }
            if case .snapshotComplete = event { retries.succeeded() }
            try handle(.source(event, kept: kept, refusal: applier.refusal))
            if case .fault(let fault) = event { last = fault.retryIn == nil && !fault.goesOn ? fault : nil }
        }
        if let last { throw last }
    }
}

extension LiveEvent {
    /// Whether the event depends on the current response, which is skipped after changes could not be stored.
    fileprivate var isOfAnswer: Bool {
        switch self {
        case .snapshotBegan, .profiles, .flushed, .snapshotComplete, .notModified: true
        case .state, .heartbeat, .fault: false
        }
    }
}

/// Requests the whole source again after changes could not be stored, with exponential backoff.
private final class ApplyRetries: Sendable {
    private let connection: LiveConnection
    private let policy: RetryPolicy
    private let options: LiveOptions
    private let state = Mutex((failures: 0, wait: Task<Void, Never>?.none))

    init(_ connection: LiveConnection, _ options: LiveOptions) {
        self.connection = connection
        self.options = options
        policy = RetryPolicy(retries: .max, firstWait: options.firstRetry)
    }

    /// Starts the wait for the next attempt, and returns its length.
    func begin() -> Duration {
        // The changes were lost, so the next request must read everything.
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

    /// Resets the backoff after a complete snapshot was stored.
    func succeeded() { state.withLock { $0.failures = 0 } }

    /// Cancels the wait, because the source sends a snapshot or is no longer followed.
    func cancel() {
        state.withLock { state in
            state.wait?.cancel()
            state.wait = nil
        }
    }
}
