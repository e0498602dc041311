import Charting
import Foundation
import Synchronization
import Testing

/// What a publisher sends, from whatever thread.
final class Received<Value: Sendable>: Sendable {
    private let box = Box()

    private final class Box: Sendable {
        let values = Mutex<[Value]>([])
        let news = NSCondition()
        let subscription = Mutex<Subscription>(Subscription())
    }

    /// `AnyCancellable` isn't declared `Sendable`; it is only touched under the lock.
    private struct Subscription: @unchecked Sendable { var cancellable: AnyCancellable? }

    init(_ publisher: AnyPublisher<Value, Never>, then: @escaping @Sendable (Value) -> Void = { _ in }) {
        let box = box
        let cancellable = publisher.sink { @Sendable value in
            box.news.withLock {
                box.values.withLock { $0.append(value) }
                box.news.broadcast()
            }
            then(value)
        }
        let subscription = Subscription(cancellable: cancellable)
        box.subscription.withLock { $0 = subscription }
    }

    deinit { cancel() }

    var values: [Value] { box.values.withLock { $0 } }

    /// Waits until what was sent is as it should be; a minute is as good as never.
    func wait(until isThere: ([Value]) -> Bool, _ place: SourceLocation = #_sourceLocation) {
        let deadline = Date(timeIntervalSinceNow: 60)
        box.news.withLock {
            while !isThere(values) {
                guard box.news.wait(until: deadline) else {
                    Issue.record("waited in vain; so far: \(values)", sourceLocation: place)
                    return
                }
            }
        }
    }

    func cancel() { box.subscription.withLock { $0.cancellable = nil } }
}
