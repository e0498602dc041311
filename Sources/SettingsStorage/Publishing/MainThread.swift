import Dispatch
import Synchronization
import SystemFiles

extension Publisher where Output: Sendable, Failure == Never {
    /// The values, received on the main thread.
    ///
    /// Where the publisher sends on the main thread, as it does when a subscription that is made there gets the latest value, a
    /// value is received at once; else by a task of the main actor. Of values that come quicker than the main thread takes them, or than
    /// they are demanded, the last is received, never an older one after a newer.
    package func onMainThread() -> AnyPublisher<Output, Never> { MainThreadPublisher(base: self).eraseToAnyPublisher() }
}

private struct MainThreadPublisher<Base: Publisher>: Publisher where Base.Output: Sendable, Base.Failure == Never {
    typealias Output = Base.Output
    typealias Failure = Never

    let base: Base

    func receive<Receiver: Subscriber>(subscriber: Receiver)
    where Receiver.Input == Base.Output, Receiver.Failure == Never {
        let subscription = MainThreadSubscription(AnySubscriber(subscriber))
        subscriber.receive(subscription: subscription)
        subscription.begin(base)
    }
}

/// One subscriber, and the last value that it has yet to get.
///
/// `@unchecked Sendable`: the subscriber, which isn't declared so, is called on the main thread alone; all else is under the lock.
private final class MainThreadSubscription<Element: Sendable>: Subscription, @unchecked Sendable {
    private struct State {
        var demand = Subscribers.Demand.none
        var unsent: Element?
        /// The main actor has yet to come to it.
        var isQueued = false
        /// The subscriber is being called: what comes meanwhile is sent by that call's loop.
        var isSending = false
        /// The publisher has ended.
        var isFinished = false
        /// The subscriber gets nothing more.
        var isCancelled = false
    }

    /// What is to be done next on the main thread.
    private enum Step {
        case send(Element), finish, rest
    }

    private let subscriber: AnySubscriber<Element, Never>
    private let state = Mutex(State())
    /// The subscription to the publisher, which holds this one until it is cancelled.
    private let base = BaseSubscription()

    init(_ subscriber: AnySubscriber<Element, Never>) { self.subscriber = subscriber }

    func begin(_ publisher: some Publisher<Element, Never>) {
        base.keep(
            publisher.sink(
                receiveCompletion: { _ in
                    self.state.withLock { $0.isFinished = true }
                    self.deliver()
                },
                receiveValue: { value in
                    self.state.withLock { $0.unsent = value }
                    self.deliver()
                }))
    }

    func request(_ demand: Subscribers.Demand) {
        state.withLock { $0.demand += demand }
        deliver()
    }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.unsent = nil
        }
        base.cancel()
    }

    private func deliver() {
        if MainThread.isCurrent { return send() }
        let isFirst = state.withLock { state in
            defer { state.isQueued = true }
            return !state.isQueued
        }
        guard isFirst else { return }
        // A task of the main actor, not of the main queue: where a program has ended its main thread by `dispatchMain()`, the queue's
        // work is done on threads that the actor doesn't take for its own.
        Task { @MainActor in
            self.state.withLock { $0.isQueued = false }
            self.send()
        }
    }

    /// On the main thread: sends until nothing is left.
    private func send() {
        while true {
            let step = state.withLock { state -> Step in
                guard !state.isCancelled, !state.isSending else { return .rest }
                if state.demand > .none, let value = state.unsent.take() {
                    state.demand -= 1
                    state.isSending = true
                    return .send(value)
                }
                guard state.isFinished, state.unsent == nil else { return .rest }
                state.isCancelled = true
                return .finish
            }
            switch step {
            case .send(let value):
                let more = subscriber.receive(value)
                state.withLock { state in
                    state.demand += more
                    state.isSending = false
                }
            case .finish:
                base.cancel()
                return subscriber.receive(completion: .finished)
            case .rest: return
            }
        }
    }

    var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

/// A subscription that may be cancelled before it is known.
private final class BaseSubscription: Sendable {
    private struct State: @unchecked Sendable {
        // `AnyCancellable` may be cancelled from any thread.
        var subscription: AnyCancellable?
        var isCancelled = false
    }

    private let state = Mutex(State())

    func keep(_ subscription: AnyCancellable) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.subscription = subscription }
            return state.isCancelled
        }
        if isCancelled { subscription.cancel() }
    }

    func cancel() {
        let subscription = state.withLock { state in
            state.isCancelled = true
            return state.subscription.take()
        }
        subscription?.cancel()
    }
}

private enum MainThread {
    /// Whether this is the main thread, or a task of the main actor: where a program has ended its main thread by `dispatchMain()`,
    /// those run on the main queue, on any thread.
    static var isCurrent: Bool {
        if CallingThread.isMain { return true }
        guard DispatchQueue.getSpecific(key: key) != nil else { return false }
        // SAFETY: the task is only asked whether there is one.
        return unsafe withUnsafeCurrentTask { task in unsafe task != nil }
    }

    private static let key: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()
}
