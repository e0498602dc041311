import Synchronization

extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
    /// The sequence as a publisher. Each subscriber iterates over the sequence for itself, and receives as many elements as it
    /// demands, on any thread, one after the other; the sequence's end finishes it.
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

/// One subscriber, and how many elements it has yet to get.
///
/// A task iterates from the subscription on, so that nothing is missed, and waits before each element until it is demanded:
/// the subscriber's demand is back-pressure on what produces the elements.
///
/// `@unchecked Sendable`: the subscriber, which isn't declared so, is called by the task alone; all else is under the lock.
private final class AsyncSequenceSubscription<Element: Sendable>: Subscription, @unchecked Sendable {
    private struct Order {
        var demand = Subscribers.Demand.none
        var isCancelled = false
        /// The task, where it waits for demand.
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

    /// Waits until an element is demanded; false once the subscription was cancelled.
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

/// An iterator on its way into the one task that uses it.
private struct Handed<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
