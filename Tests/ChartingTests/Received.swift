import Charting
import Synchronization

/// What a publisher sends, from whatever thread.
final class Received<Value: Sendable>: Sendable {
    private let box = Box()

    private final class Box: Sendable {
        let values = Mutex<[Value]>([])
        let subscription = Mutex<Subscription>(Subscription())
    }

    /// `AnyCancellable` isn't declared `Sendable`; it is only touched under the lock.
    private struct Subscription: @unchecked Sendable { var cancellable: AnyCancellable? }

    init(_ publisher: AnyPublisher<Value, Never>, then: @escaping @Sendable (Value) -> Void = { _ in }) {
        let box = box
        let cancellable = publisher.sink { @Sendable value in
            box.values.withLock { $0.append(value) }
            then(value)
        }
        let subscription = Subscription(cancellable: cancellable)
        box.subscription.withLock { $0 = subscription }
    }

    var values: [Value] { box.values.withLock { $0 } }

    func cancel() { box.subscription.withLock { $0.cancellable = nil } }
}
