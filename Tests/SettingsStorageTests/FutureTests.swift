import Dispatch
import SettingsStorage
import TestSupport
import Testing

/// A promise that another thread fulfills, as `@Sendable` code of Swift 6 requires.
@Suite(.timeLimit(.minutes(60))) struct FutureTests {
    @Test func anyThreadMayFulfillAPromise() async {
        let future = Future<Int, Never> { promise in
            DispatchQueue.global().async {
                promise(.success(1))
                promise(.success(2))
            }
        }
        let received = Received(future.eraseToAnyPublisher())
        await received.wait { $0 == [1] }
        let later = Received(future.eraseToAnyPublisher())
        #expect(later.values == [1])
    }

    private struct Refused: Error {}

    @Test func aFailureIsReceived() {
        let future = Future<Int, Refused> { promise in promise(.failure(Refused())) }
        let received = Received(future.map { "\($0)" }.catch { _ in Just("refused") }.eraseToAnyPublisher())
        #expect(received.values == ["refused"])
    }
}
