package import Ingest
internal import InstrumentCatalog
internal import Synchronization

/// A copy of a source's content that a follower keeps current: a catalog, or a source's records in a master.
package protocol SnapshotTarget: ~Copyable {
    /// The error that is thrown if the copy cannot be written.
    associatedtype Failure: Error
    /// The type that represents changes that were stored.
    associatedtype Kept

    /// Discards the held profiles and begins a snapshot. If the source is polled, its profiles are held until the end
    /// of the snapshot.
    mutating func begin(isLive: Bool) throws(Failure)
    mutating func receive(_ profiles: [InstrumentProfile]) throws(Failure)
    /// Returns the reason why the snapshot should be refused; `nil` to accept it. If `isComplete` is false, the
    /// snapshot may be truncated.
    func refusal(by rules: SnapshotRules, isComplete: Bool) -> SnapshotRefusal?
    mutating func end(_ ending: SnapshotEnding) throws(Failure)
    /// Stores changes if they are due, and returns those that were stored since the last call.
    ///
    /// - Parameter moreWait: Whether further events of the source have already arrived.
    mutating func keep(moreWait: Bool) throws(Failure) -> Kept
    /// Discards the held profiles after a failure, and returns the changes that were stored before it.
    mutating func abandon() -> Kept
}

/// The ways to end a snapshot.
package enum SnapshotEnding {
    /// Apply the snapshot, and remove the instruments that the source has not sent since the snapshot began.
    case complete
    /// Apply the snapshot without removing instruments.
    case withoutRemovals
    /// Discard the held profiles.
    case dropped
}

/// Applies the events of a connection to a copy of the source.
///
/// - Profiles of a live source are applied immediately, because each is valid by itself.
/// - Profiles of a polled source are held until the snapshot is complete, so a partial snapshot changes nothing.
/// - Only a complete snapshot removes instruments, within the limits of the rules.
/// - If changes cannot be stored, the rest of the response is skipped. The next snapshot contains the missing changes.
package struct SnapshotApplier<Target: SnapshotTarget & ~Copyable>: ~Copyable {
    private var target: Target
    private let rules: SnapshotRules
    /// The reason why the last snapshot was refused; `nil` if it was accepted, or if no snapshot has ended yet.
    package private(set) var refusal: SnapshotRefusal?
    /// The reason why the last complete snapshot was refused; `nil` if it was accepted. It applies again if the source
    /// reports that it has not changed.
    private var refusalOfComplete: SnapshotRefusal?
    /// Whether events are ignored until the next snapshot, because changes could not be stored.
    package private(set) var isWaitingForSnapshot = false

    package init(_ target: consuming Target, rules: SnapshotRules) {
        self.target = target
        self.rules = rules
    }

    /// Applies the next event of the connection.
    ///
    /// - Returns: The changes that were stored; and the error if further changes could not be stored, otherwise `nil`.
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
        // If a snapshot is complete except for malformed records, its profiles are applied, but it removes nothing.
        if case .damagedSnapshot = fault.kind {
            (refusal, refusalOfComplete) = (nil, nil)
            return try target.end(.withoutRemovals)
        }
        if fault.isOfIncompleteSnapshot { refusal = target.refusal(by: rules, isComplete: false) }
        if !fault.goesOn { try target.end(.dropped) }
    }
}

// MARK: Following

/// An event of a followed source, with its effect on the copy.
package enum FollowedEvent<Kept, Failure: Error> {
    case source(LiveEvent, kept: Kept, refusal: SnapshotRefusal?)
    /// Changes could not be stored. The rest of the response is skipped, and the whole source is requested after
    /// `retryIn`.
    case notKept(Failure, kept: Kept, retryIn: Duration)
}

extension LiveConnection {
    /// Applies the events of the source until the connection is closed or `handle` throws.
    ///
    /// - Throws: Errors of `handle`; the `LiveFault` of a source that fails permanently.
    package func follow<Target: SnapshotTarget & ~Copyable>(
        into applier: inout SnapshotApplier<Target>, _ options: LiveOptions,
        _ handle: (FollowedEvent<Target.Kept, Target.Failure>) throws -> Void
    ) async throws {
        let retries = ApplyRetries(self, options)
        defer { retries.cancel() }
        /// The fault that ended the connection; `nil` if the last event is no such fault.
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
    /// Whether the event is part of a response, and is therefore skipped after changes could not be stored.
    fileprivate var isOfAnswer: Bool {
        switch self {
        case .snapshotBegan, .profiles, .flushed, .snapshotComplete, .notModified: true
        case .state, .heartbeat, .fault: false
        }
    }
}

/// Requests the whole source again after changes could not be stored. Repeated failures increase the delay
/// exponentially.
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

    /// Starts the delay before the next attempt, and returns its length.
    func begin() -> Duration {
        // Forget the version, because the next response must contain everything.
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

    /// Cancels the delay, because the source sends a snapshot or is no longer followed.
    func cancel() {
        state.withLock { state in
            state.wait?.cancel()
            state.wait = nil
        }
    }
}
