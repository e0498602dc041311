import Synchronization

/// A value that is told to whoever subscribes: the latest one first, then each new one.
///
/// ```swift
/// let count = ReplayedValue(1)
/// let subscription = count.publisher.sink { @Sendable value in print(value) }   // 1
/// count.set(2)                                                                  // 2
/// ```
///
/// It may be set from any thread, also by a subscriber that is just being told. Subscribers are told without a lock held,
/// one value at a time, all in the same order; a value that is set meanwhile is told after the one before, by the thread
/// that tells that one. So `set` may return before its value was told, if another thread is at it.
public final class ReplayedValue<Value: Sendable>: Sendable {
    private struct State {
        var latest: Value
        /// What was set and not told yet, oldest first.
        var untold: [Value] = []
        var isTelling = false

        /// The next to tell; `nil` where nobody has to tell any more.
        mutating func nextUntold() -> Value? {
            guard untold.isEmpty else { return untold.removeFirst() }
            isTelling = false
            return nil
        }
    }

    private let state: Mutex<State>
    private let subject: SharedSubject<Value>

    /// A value that begins with `value`.
    public init(_ value: Value) {
        state = Mutex(State(latest: value))
        subject = SharedSubject(value)
    }

    /// The latest value.
    public var value: Value { state.withLock { $0.latest } }

    /// The latest value at once, then each new one; it never ends.
    public var publisher: AnyPublisher<Value, Never> { subject.subject.eraseToAnyPublisher() }

    /// Makes `value` the latest, and tells it whatever was before.
    public func set(_ value: Value) {
        change { latest in
            latest = value; return true
        }
    }

    /// Changes the latest value under the lock, which `body` must not come back to.
    ///
    /// - Parameter body: changes what it is given; says whether that is to be told. What it leaves is the latest value in
    ///   any case.
    /// - Returns: what `body` said.
    @discardableResult
    public func change(_ body: (inout Value) -> Bool) -> Bool {
        let (isNew, tells) = state.withLock { state in
            guard body(&state.latest) else { return (false, false) }
            state.untold.append(state.latest)
            defer { state.isTelling = true }
            return (true, !state.isTelling)
        }
        if tells { tell() }
        return isNew
    }

    private func tell() {
        while let value = state.withLock({ $0.nextUntold() }) { subject.subject.send(value) }
    }
}

extension ReplayedValue where Value: Equatable {
    /// Makes `value` the latest, and tells it if it differs from the one before.
    ///
    /// - Returns: whether it differs.
    @discardableResult
    public func update(_ value: Value) -> Bool {
        change { latest in
            guard latest != value else { return false }
            latest = value
            return true
        }
    }
}

/// The publishers' own subject, which locks for itself but isn't declared `Sendable`.
private final class SharedSubject<Value: Sendable>: @unchecked Sendable {
    // Subjects of Combine and OpenCombine may be sent to and subscribed to from any thread; the reference never changes.
    let subject: CurrentValueSubject<Value, Never>

    init(_ value: Value) { subject = CurrentValueSubject(value) }
}
