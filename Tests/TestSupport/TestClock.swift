import Synchronization

/// A clock that tests advance, so that no test waits for real time.
///
/// Sleeps of at most `passing` return immediately and advance the clock by their duration. Longer sleeps end when
/// `advance` reaches their end, or when their task is cancelled.
public final class TestClock: Clock, Sendable {
    public struct Instant: InstantProtocol {
        var offset: Duration

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let end: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var nextKey = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        /// The continuations of `untilAsleep` calls that wait until a task sleeps.
        var watchers: [CheckedContinuation<Void, Never>] = []
        var waits: [Duration] = []
    }

    private let passing: Duration
    private let state = Mutex(State())

    public init(passing: Duration = .zero) { self.passing = passing }

    public var now: Instant { state.withLock { $0.now } }
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The sleeps that returned immediately, in order.
    public var waits: [Duration] { state.withLock { $0.waits } }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let key = state.withLock { state in
            state.nextKey += 1
            return state.nextKey
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let watchers = begin(key, Sleeper(end: deadline, continuation: continuation))
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(key)
                return state.sleepers.removeValue(forKey: key)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    private func begin(_ key: Int, _ sleeper: Sleeper) -> [CheckedContinuation<Void, Never>] {
        state.withLock { state in
            if state.cancelled.contains(key) {
                sleeper.continuation.resume(throwing: CancellationError())
                return []
            }
            let length = state.now.duration(to: sleeper.end)
            guard length > passing else {
                state.now = max(state.now, sleeper.end)
                state.waits.append(length)
                sleeper.continuation.resume()
                return []
            }
            state.sleepers[key] = sleeper
            defer { state.watchers = [] }
            return state.watchers
        }
    }

    /// Waits until a task sleeps.
    public func untilAsleep() async {
        await withCheckedContinuation { continuation in
            let isAsleep = state.withLock { state in
                if state.sleepers.isEmpty { state.watchers.append(continuation) }
                return !state.sleepers.isEmpty
            }
            if isAsleep { continuation.resume() }
        }
    }

    /// Advances the time, and ends the sleeps that are due.
    public func advance(by duration: Duration) {
        let ended = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let ended = state.sleepers.filter { $0.value.end <= state.now }
            for key in ended.keys { state.sleepers[key] = nil }
            return ended.values.sorted { $0.end < $1.end }
        }
        for sleeper in ended { sleeper.continuation.resume() }
    }
}
