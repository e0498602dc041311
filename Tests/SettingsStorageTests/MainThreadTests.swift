import SettingsStorage
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct MainThreadTests {
    @MainActor @Test func valuesSentOnTheMainThreadArriveImmediately() {
        let value = ReplayedValue(1)
        let received = Received(value.publisher.onMainThread())
        value.set(2)
        value.set(2)
        #expect(received.values == [1, 2, 2])
    }

    /// Values from other threads arrive as tasks on the main actor. The last value always arrives, and none arrives
    /// after a newer one.
    @Test func valuesOfOtherThreadsArriveOnTheMainActor() async {
        let value = ReplayedValue(0)
        let onMain = value.publisher.onMainThread().map { value in MainActor.assumeIsolated { value } }
        let received = Received(onMain.eraseToAnyPublisher())
        for number in 1...500 { value.set(number) }
        await received.wait { $0.last == 500 }
        #expect(zip(received.values, received.values.dropFirst()).allSatisfy { $0 < $1 })
    }

    /// A subscriber that requests values only when the test asks it to, and one more when it receives the first.
    private final class Asking: Subscriber {
        typealias Input = Int
        typealias Failure = Never
        var subscription: (any Subscription)?
        var values: [Int] = []
        var isFinished = false

        func receive(subscription: any Subscription) { self.subscription = subscription }
        func receive(_ input: Int) -> Subscribers.Demand {
            values.append(input)
            return values.count == 1 ? .max(1) : .none
        }
        func receive(completion: Subscribers.Completion<Never>) { isFinished = true }
    }

    @MainActor @Test func demandedValuesArriveBeforeTheCompletion() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let asking = Asking()
        subject.onMainThread().subscribe(asking)
        #expect(asking.values == [])
        subject.send(2)
        asking.subscription?.request(.max(1))
        #expect(asking.values == [2])
        subject.send(3)
        subject.send(4)
        subject.send(5)
        #expect(asking.values == [2, 3])
        // The last value arrives before the completion.
        subject.send(completion: .finished)
        #expect(!asking.isFinished)
        asking.subscription?.request(.unlimited)
        #expect(asking.values == [2, 3, 5] && asking.isFinished)
    }

    @MainActor @Test func nothingArrivesAfterCancellation() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let asking = Asking()
        subject.onMainThread().subscribe(asking)
        asking.subscription?.cancel()
        asking.subscription?.request(.unlimited)
        subject.send(2)
        subject.send(completion: .finished)
        #expect(asking.values == [] && !asking.isFinished)
    }

    /// If a subscriber sends a value while it receives another, the new value arrives afterward, not in a nested call.
    @MainActor @Test func valuesSentBySubscribersAreNotNested() {
        let subject = CurrentValueSubject<Int, Never>(1)
        var depth = 0
        var values: [Int] = []
        let subscription = subject.onMainThread().sink { value in
            depth += 1
            defer { depth -= 1 }
            values.append(value * 10 + depth)
            if value < 3 { subject.send(value + 1) }
        }
        defer { subscription.cancel() }
        #expect(values == [11, 21, 31])
    }
}
