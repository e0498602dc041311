import Publishers
import Synchronization

/// The events of a live connection as a publisher that keeps to its subscribers' demand.
struct LivePublisher: Publisher {
    typealias Output = LiveEvent
    typealias Failure = Never

    private let connection: LiveConnection

    init(_ connection: LiveConnection) { self.connection = connection }

    func receive<Receiver: Subscriber>(subscriber: Receiver)
    where Receiver.Input == LiveEvent, Receiver.Failure == Never {
        subscriber.receive(subscription: LiveSubscription(connection, AnySubscriber(subscriber)))
    }
}

/// One subscriber of a live connection, and what it has yet to get.
///
/// `@unchecked Sendable`: the subscriber, which isn't declared so, is called by one task at a time: the one that `request` starts
/// while none is at it.
private final class LiveSubscription: Subscription, @unchecked Sendable {
    private struct Order {
        var demand = Subscribers.Demand.none
        var isDelivering = false
        var isCancelled = false
    }

    private let connection: LiveConnection
    private let mailbox: LiveMailbox
    private let subscriber: AnySubscriber<LiveEvent, Never>
    private let order = Mutex(Order())

    init(_ connection: LiveConnection, _ subscriber: AnySubscriber<LiveEvent, Never>) {
        self.connection = connection
        self.subscriber = subscriber
        mailbox = connection.subscribe()
    }

    func request(_ demand: Subscribers.Demand) {
        let begins = order.withLock { order in
            order.demand += demand
            guard !order.isDelivering, order.demand > .none else { return false }
            order.isDelivering = true
            return true
        }
        if begins { Task { await deliver() } }
    }

    private func deliver() async {
        while isWanted() {
            guard let event = await mailbox.next() else {
                let isCancelled = order.withLock { $0.isCancelled }
                return isCancelled ? () : subscriber.receive(completion: .finished)
            }
            let more = subscriber.receive(event)
            order.withLock { order in
                order.demand -= 1
                order.demand += more
            }
        }
    }

    private func isWanted() -> Bool {
        order.withLock { order in
            order.isDelivering = order.demand > .none && !order.isCancelled
            return order.isDelivering
        }
    }

    func cancel() {
        order.withLock { $0.isCancelled = true }
        mailbox.leave()
    }

    var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
