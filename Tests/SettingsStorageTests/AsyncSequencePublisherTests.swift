import SettingsStorage
import Synchronization
import TestSupport
import Testing

@Suite struct AsyncSequencePublisherTests {
    /// The numbers 1 to `last`. Each iterator begins with 1. Counts the consumed elements.
    private struct Counting: AsyncSequence, Sendable {
        typealias Failure = Never
        let last: Int
        let taken = Taken()

        final class Taken: Sendable { let count = Mutex(0) }

        struct Iterator: AsyncIteratorProtocol {
            let last: Int
            let taken: Taken
            var next = 1

            mutating func next() async -> Int? { await next(isolation: nil) }

            mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
                guard next <= last else { return nil }
                defer { next += 1 }
                taken.count.withLock { $0 += 1 }
                return next
            }
        }

        func makeAsyncIterator() -> Iterator { Iterator(last: last, taken: taken) }
    }

    @Test(.timeLimit(.minutes(60))) func eachSubscriberReceivesAllElementsInOrder() async {
        let numbers = Counting(last: 500)
        let received = (0..<4).map { _ in Received(numbers.publisher) }
        for subscriber in received { await subscriber.wait { $0.count == 500 } }
        for subscriber in received { #expect(subscriber.values == Array(1...500)) }
    }

    /// A subscriber that requests one number at a time, and only when the test asks it to.
    private final class Sparing: Subscriber, Sendable {
        typealias Input = Int
        typealias Failure = Never

        struct State: @unchecked Sendable {
            var subscription: (any Subscription)?
            var values: [Int] = []
            var isFinished = false
        }
        let state = Mutex(State())
        let arrivals: AsyncStream<Void>
        private let arrived: AsyncStream<Void>.Continuation

        init() { (arrivals, arrived) = AsyncStream.makeStream(of: Void.self) }

        func receive(subscription: any Subscription) {
            let held = State(subscription: subscription)
            state.withLock { $0 = held }
        }

        func receive(_ input: Int) -> Subscribers.Demand {
            state.withLock { $0.values.append(input) }
            arrived.yield()
            return .none
        }

        func receive(completion: Subscribers.Completion<Never>) {
            state.withLock { $0.isFinished = true }
            arrived.yield()
        }

        func demand(_ count: Int) { state.withLock { $0 }.subscription?.request(.max(count)) }
        func cancel() { state.withLock { $0 }.subscription?.cancel() }
    }

    @Test(.timeLimit(.minutes(60))) func onlyDemandedElementsAreTaken() async {
        let numbers = Counting(last: 3)
        let sparing = Sparing()
        numbers.publisher.subscribe(sparing)
        var arrivals = sparing.arrivals.makeAsyncIterator()
        for count in 1...3 {
            sparing.demand(1)
            await arrivals.next()
            #expect(sparing.state.withLock { $0.values } == Array(1...count))
            #expect(numbers.taken.count.withLock { $0 } == count)
        }
        sparing.demand(1)
        await arrivals.next()
        #expect(sparing.state.withLock { $0.isFinished })
    }

    @Test(.timeLimit(.minutes(60))) func aCanceledSubscriberReceivesNothingMore() async {
        let numbers = Counting(last: 10)
        let sparing = Sparing()
        numbers.publisher.subscribe(sparing)
        var arrivals = sparing.arrivals.makeAsyncIterator()
        sparing.demand(2)
        await arrivals.next()
        await arrivals.next()
        sparing.cancel()
        sparing.demand(5)
        let other = Received(numbers.publisher)
        await other.wait { $0.count == 10 }
        #expect(sparing.state.withLock { $0.values } == [1, 2])
        #expect(!sparing.state.withLock { $0.isFinished })
    }
}
