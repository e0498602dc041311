package import Ingest
internal import InstrumentCatalog
internal import Synchronization

/// A copy of a source, which a follower keeps current: a catalog, or a source's records in a master store.
package protocol SnapshotTarget: ~Copyable {
    /// The error of a copy that could not be written.
    associatedtype Failure: Error
    /// The changes that an event made in the copy.
    associatedtype Kept

    /// Drops what is held, and begins a snapshot. The profiles of one that is not live are held until `end`.
    mutating func begin(isLive: Bool) throws(Failure)
    mutating func receive(_ profiles: [InstrumentProfile]) throws(Failure)
    /// Why the snapshot must not be taken, if it is all of the source (`isComplete`) or may have been cut off.
    func refusal(by rules: SnapshotRules, isComplete: Bool) -> SnapshotRefusal?
    mutating func end(_ ending: SnapshotEnding) throws(Failure)
    /// Writes what is due, and returns what was kept since the last call.
    ///
    /// - Parameter moreWait: further events have come already.
    mutating func keep(moreWait: Bool) throws(Failure) -> Kept
    /// Drops what is held after a failure, and returns what was kept before it.
    mutating func abandon() -> Kept
}

/// The fate of a snapshot that has ended.
package enum SnapshotEnding {
    /// It is kept, and what was neither in it nor after it is removed.
    case complete
    /// It is kept, and removes nothing.
    case withoutRemovals
    /// Its held profiles are dropped.
    case dropped
}

/// Applies the events of a connection to a copy of the source.
///
/// - What a live source sends is applied at once: each profile is true by itself.
/// - What a polled source sends is held until its snapshot is complete, so that half of one changes nothing.
/// - Only a complete snapshot removes anything, and only as far as the rules allow.
/// - After changes that could not be kept, the rest of the answer is skipped: what is missing comes with the next snapshot.
package struct SnapshotApplier<Target: SnapshotTarget & ~Copyable>: ~Copyable {
    private var target: Target
    private let rules: SnapshotRules
    /// Why the source's last snapshot was not taken; `nil` if it was, and before the first one.
    package private(set) var refusal: SnapshotRefusal?
    /// Why the last complete snapshot was not taken: a source that has not changed still means that one.
    private var refusalOfComplete: SnapshotRefusal?
    /// Changes could not be kept: nothing is applied before the next snapshot.
    package private(set) var isWaitingForSnapshot = false

    package init(_ target: consuming Target, rules: SnapshotRules) {
        self.target = target
        self.rules = rules
    }

    /// Applies the next event of the connection.
    ///
    /// - Returns: what was kept, and why further changes could not be; `nil` if all were.
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
        // A snapshot that is whole but for some records is as good as any, for what it brought.
        if case .damagedSnapshot = fault.kind {
            (refusal, refusalOfComplete) = (nil, nil)
            return try target.end(.withoutRemovals)
        }
        if fault.isOfIncompleteSnapshot { refusal = target.refusal(by: rules, isComplete: false) }
        if !fault.goesOn { try target.end(.dropped) }
    }
}

// MARK: Following

/// An event of a source that is followed, and its effect on the copy.
package enum FollowedEvent<Kept, Failure: Error> {
    case source(LiveEvent, kept: Kept, refusal: SnapshotRefusal?)
    /// The rest of the answer is skipped; the source is asked again for all of it after `retryIn`.
    case notKept(Failure, kept: Kept, retryIn: Duration)
}

extension LiveConnection {
    /// Applies what the source sends until the connection is closed or `handle` throws.
    ///
    /// - Throws: what `handle` throws; the `LiveFault` of a source that can never be read again.
    package func follow<Target: SnapshotTarget & ~Copyable>(
        into applier: inout SnapshotApplier<Target>, _ options: LiveOptions,
        _ handle: (FollowedEvent<Target.Kept, Target.Failure>) throws -> Void
    ) async throws {
        let retries = ApplyRetries(self, options)
        defer { retries.cancel() }
        /// The fault that ends the connection, if the last event is one.
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
    /// It is about what the answer at hand brings, which is skipped after changes could not be kept.
    fileprivate var isOfAnswer: Bool {
        switch self {
        case .snapshotBegan, .profiles, .flushed, .snapshotComplete, .notModified: true
        case .state, .heartbeat, .fault: false
        }
    }
}

/// Asks the source again for all of it, after changes of an answer could not be kept; the waits grow.
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

    /// Begins the wait for the next try; its length.
    func begin() -> Duration {
        // The changes were lost, so the next request asks for everything.
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
    func succeeded() { state.withLock { $0.failures = 0 } }

    /// Gives up the wait: the source begins again by itself, or is no longer followed.
    func cancel() {
        state.withLock { state in
            state.wait?.cancel()
            state.wait = nil
        }
    }
}
