import Dispatch
import SettingsStorage
import Synchronization
import TestSupport
import Testing

@Suite struct ReplayedValueTests {
    @Test func theLatestValuePrecedesNewValues() {
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

    @Test func valuesSetBySubscribersArriveInOrder() {
        let value = ReplayedValue(0)
        let first = Received(value.publisher) { if $0 < 5 { value.set($0 + 1) } }
        let second = Received(value.publisher)
        value.set(1)
        #expect(first.values.first == 0 && first.values.suffix(5) == [1, 2, 3, 4, 5])
        #expect(second.values.last == 5)
        #expect(value.value == 5)
    }

    @Test func canceledSubscribersReceiveNothing() {
        let value = ReplayedValue(0)
        let received = Received(value.publisher)
        received.cancel()
        value.set(1)
        #expect(received.values == [0])
    }

    /// Many threads increment a counter; a subscriber receives ascending numbers, including the last.
    @Test func concurrentChangesArriveInOneOrder() {
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
