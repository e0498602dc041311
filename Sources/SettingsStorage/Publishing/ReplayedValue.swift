import Synchronization

/// A value with a publisher: each subscriber receives the latest value first, then each new one.
///
/// ```swift
/// let count = ReplayedValue(1)
/// let subscription = count.publisher.sink { @Sendable value in print(value) }   // 1
/// count.set(2)                                                                  // 2
/// ```
///
/// It may be set from any thread, also by a subscriber while it receives a value. Values are sent without a lock held, one at a
/// time, to all subscribers in the same order. A value that is set while another is sent is sent after it, by the same thread. So
/// `set` may return before its value was sent, if another thread is sending.
public final class ReplayedValue<Value: Sendable>: Sendable {
    private struct State {
        var latest: Value
        /// What was set and not sent yet, oldest first.
        var unsent: [Value] = []
        var isSending = false

        /// The next to send; `nil` where nothing is left, and no thread is sending any more.
        mutating func nextUnsent() -> Value? {
            guard unsent.isEmpty else { return unsent.removeFirst() }
            isSending = false
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

    /// Makes `value` the latest, and sends it also where it equals the one before.
    public func set(_ value: Value) {
        change { latest in
            latest = value; return true
        }
    }

    /// Changes the latest value under the lock, which `body` must not come back to.
    ///
    /// - Parameter body: changes the value; returns whether the new one is to be sent. It is the latest value in any case.
    /// - Returns: what `body` returned.
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
    /// Makes `value` the latest, and sends it if it differs from the one before.
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
