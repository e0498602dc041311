import Synchronization

/// A value with a publisher that sends the latest value to each new subscriber, then each new value.
///
/// ```swift
/// let count = ReplayedValue(1)
/// let subscription = count.publisher.sink { @Sendable value in print(value) }   // 1
/// count.set(2)                                                                  // 2
/// ```
///
/// The value can be set on any thread, even by a subscriber that is receiving a value. All subscribers receive the
/// values in the same order, one at a time, without a lock. If a value is set during a delivery, the delivering thread
/// sends it next. So `set` may return before its value is sent.
public final class ReplayedValue<Value: Sendable>: Sendable {
    private struct State {
        var latest: Value
        /// The values that are not yet sent, oldest first.
        var unsent: [Value] = []
        var isSending = false

        /// Removes and returns the next value to send. If no value is left, returns `nil` and ends the delivery.
        mutating func nextUnsent() -> Value? {
            guard unsent.isEmpty else { return unsent.removeFirst() }
            isSending = false
            return nil
        }
    }

    private let state: Mutex<State>
    private let subject: SharedSubject<Value>

    /// Creates the object with an initial value.
    public init(_ value: Value) {
        state = Mutex(State(latest: value))
        subject = SharedSubject(value)
    }

    /// The latest value.
    public var value: Value { state.withLock { $0.latest } }

    /// Publishes the latest value, then each new value; never completes.
    public var publisher: AnyPublisher<Value, Never> { subject.subject.eraseToAnyPublisher() }

    /// Sets the value and sends it, even if it equals the previous value.
    public func set(_ value: Value) {
        change { latest in
            latest = value; return true
        }
    }

    /// Changes the value under the lock. `body` must not access this object.
    ///
    /// - Parameter body: Changes the value, and returns whether to send it. The change takes effect in either case.
    /// - Returns: The result of `body`.
    @discardableResult
    public func change(_ body: (inout Value) -> Bool) -> Bool {
        let (isNew, sends) = state.withLock { state in
            guard body(&state.latest) else { return (false, false) }
            state.unsent.append(state.latest)
            defer { state.isSending = true }
            return (true, !state.isSending)
        }
        if sends { send() }
        return isNew
    }

    private func send() {
        while let value = state.withLock({ $0.nextUnsent() }) { subject.subject.send(value) }
    }
}

extension ReplayedValue where Value: Equatable {
    /// Sets the value. If it differs from the previous value, also sends it.
    ///
    /// - Returns: Whether the values differ.
    @discardableResult
    public func update(_ value: Value) -> Bool {
        change { latest in
            guard latest != value else { return false }
            latest = value
            return true
        }
    }
}

/// A subject. Subjects are thread-safe, but not declared `Sendable`.
private final class SharedSubject<Value: Sendable>: @unchecked Sendable {
    // Combine and OpenCombine allow any thread to send to a subject and to subscribe to it. The reference never
    // changes.
    let subject: CurrentValueSubject<Value, Never>

    init(_ value: Value) { subject = CurrentValueSubject(value) }
}
