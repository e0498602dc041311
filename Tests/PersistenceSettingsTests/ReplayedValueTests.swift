import Dispatch
import PersistenceSettings
import Synchronization
import TestSupport
import Testing

@Suite struct ReplayedValueTests {
    @Test func theLatestComesFirstThenWhatIsNew() {
        let value = ReplayedValue(1)
        value.set(2)
        let early = Received(value.publisher)
        value.update(2)
        value.update(3)
        let late = Received(value.publisher)
        value.set(3)
        value.change { latest in
            latest = 9; return false
        }
        value.update(4)
        #expect(early.values == [2, 3, 3, 4])
        #expect(late.values == [3, 3, 4])
        #expect(value.value == 4)
    }

    @Test func aSubscriberMaySetAndIsToldInOrder() {
        let value = ReplayedValue(0)
        let first = Received(value.publisher) { if $0 < 5 { value.set($0 + 1) } }
        let second = Received(value.publisher)
        value.set(1)
        #expect(first.values.first == 0 && first.values.suffix(5) == [1, 2, 3, 4, 5])
        #expect(second.values.last == 5)
        #expect(value.value == 5)
    }

    @Test func nobodyIsToldAfterTheEndOfTheSubscription() {
        let value = ReplayedValue(0)
        let received = Received(value.publisher)
        received.cancel()
        value.set(1)
        #expect(received.values == [0])
    }

    /// Many threads count up; whoever subscribes meanwhile sees numbers that only grow, and the last of them.
    @Test func manyThreadsAreToldInOneOrder() {
        let value = ReplayedValue(0)
        let all = Mutex<[Received<Int>]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<200 {
                if round % 20 == thread { all.withLock { $0.append(Received(value.publisher)) } }
                value.change { latest in
                    latest += 1; return true
                }
            }
        }
        for received in all.withLock({ $0 }) {
            #expect(zip(received.values, received.values.dropFirst()).allSatisfy(<=))
            #expect(received.values.last == 1600)
        }
    }
}

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

    deinit { cancel() }

    var values: [Value] { box.values.withLock { $0 } }

    func cancel() { box.subscription.withLock { $0.cancellable = nil } }
}
