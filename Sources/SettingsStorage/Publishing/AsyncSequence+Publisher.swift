import Synchronization

extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
    /// A publisher of the sequence's elements. Each subscriber iterates separately, and receives as many elements as it
    /// demands, on any thread, one at a time. When the sequence ends, the publisher completes.
    ///
    /// ```swift
    /// let subscription = connection.events.publisher.sink { @Sendable event in print(event) }
    /// ```
    public var publisher: AnyPublisher<Element, Never> { AsyncSequencePublisher(self).eraseToAnyPublisher() }
}

private struct AsyncSequencePublisher<Base: AsyncSequence & Sendable>: Publisher
where Base.Element: Sendable, Base.Failure == Never {
    typealias Output = Base.Element
    typealias Failure = Never

    private let base: Base

    init(_ base: Base) { self.base = base }

    func receive<Receiver: Subscriber>(subscriber: Receiver)
    where Receiver.Input == Base.Element, Receiver.Failure == Never {
        subscriber.receive(subscription: AsyncSequenceSubscription(base, AnySubscriber(subscriber)))
    }
}

/// A subscriber and the number of elements that it still demands.
///
/// A task starts to iterate when the subscription is created, so that no element is missed. It waits for demand before
/// each element, so that the demand is back-pressure on the sequence.
///
/// `@unchecked Sendable`: The subscriber is not `Sendable`, but only the task calls it. A lock guards all other state.
private final class AsyncSequenceSubscription<Element: Sendable>: Subscription, @unchecked Sendable {
    private struct Order {
        var demand = Subscribers.Demand.none
        var isCancelled = false
        /// The continuation of the task while it waits for demand.
        var waiting: CheckedContinuation<Void, Never>?
        var task: Task<Void, Never>?
    }

    private let subscriber: AnySubscriber<Element, Never>
    private let order = Mutex(Order())

    init<Base: AsyncSequence & Sendable>(_ base: Base, _ subscriber: AnySubscriber<Element, Never>)
    where Base.Element == Element, Base.Failure == Never {
        self.subscriber = subscriber
        let iterator = Handed(base.makeAsyncIterator())
        let task = Task {
            var iterator = iterator.value
            while await isWanted() {
                guard let element = await iterator.next(isolation: nil) else { return finish() }
                deliver(element)
            }
        }
        order.withLock { $0.task = task }
    }

    func request(_ demand: Subscribers.Demand) {
        let waiting = order.withLock { order in
            order.demand += demand
            return order.demand > .none ? order.waiting.take() : nil
        }
        waiting?.resume()
    }

    func cancel() {
        let (waiting, task) = order.withLock { order in
            order.isCancelled = true
            return (order.waiting.take(), order.task.take())
        }
        waiting?.resume()
        task?.cancel()
    }

    /// Waits for demand; returns `false` after cancellation.
    private func isWanted() async -> Bool {
        await withCheckedContinuation { continuation in
            let resumes = order.withLock { order in
                if order.isCancelled || order.demand > .none { return true }
                order.waiting = continuation
                return false
            }
            if resumes { continuation.resume() }
        }
        return order.withLock { !$0.isCancelled }
    }

    private func deliver(_ element: Element) {
        guard order.withLock({ !$0.isCancelled }) else { return }
        let more = subscriber.receive(element)
        order.withLock { order in
            order.demand -= 1
            order.demand += more
        }
    }

    private func finish() {
        guard order.withLock({ !$0.isCancelled }) else { return }
        subscriber.receive(completion: .finished)
    }

    var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

/// Transfers an iterator that is not `Sendable` to the only task that uses it.
private struct Handed<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
