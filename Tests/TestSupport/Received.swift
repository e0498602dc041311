public import SettingsStorage
import Synchronization
public import Testing

/// The values that a publisher sends, from any thread.
public final class Received<Value: Sendable>: Sendable {
    private let box = Box()

    private final class Box: Sendable {
        let state = Mutex(State())
        let subscription = Mutex<Subscription>(Subscription())

        func take(_ value: Value) {
            state.withLock { state in
                state.values.append(value)
                for waiter in state.waiters { waiter.yield(state.values) }
            }
        }
    }

    private struct State {
        var values: [Value] = []
        var waiters: [AsyncStream<[Value]>.Continuation] = []
    }

    /// `AnyCancellable` isn't declared `Sendable`; it is only touched under the lock.
    private struct Subscription: @unchecked Sendable { var cancellable: AnyCancellable? }

    public init(_ publisher: AnyPublisher<Value, Never>, then: @escaping @Sendable (Value) -> Void = { _ in }) {
        let box = box
        let cancellable = publisher.sink { @Sendable value in
            box.take(value)
            then(value)
        }
        let subscription = Subscription(cancellable: cancellable)
        box.subscription.withLock { $0 = subscription }
    }

    deinit { cancel() }

    public var values: [Value] { box.state.withLock { $0.values } }

    /// Waits until the received values satisfy `isThere`. Suspends without blocking a thread, because the publisher may
    /// need it.
    public func wait(until isThere: ([Value]) -> Bool, _ place: SourceLocation = #_sourceLocation) async {
        let (stream, continuation) = AsyncStream.makeStream(of: [Value].self)
        box.state.withLock { state in
            continuation.yield(state.values)
            state.waiters.append(continuation)
        }
        for await values in stream where isThere(values) { return }
        Issue.record("waited in vain; so far: \(values)", sourceLocation: place)
    }

    public func cancel() { box.subscription.withLock { $0.cancellable = nil } }
}
