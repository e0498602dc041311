import Dispatch
import Synchronization
import SystemFiles

extension Publisher where Output: Sendable, Failure == Never {
    /// Returns a publisher that delivers the values on the main thread.
    ///
    /// If the base publisher sends on the main thread, the value is delivered immediately, otherwise by a task of the
    /// main actor. A subscription on the main thread receives the latest value immediately. If values arrive faster
    /// than they are demanded or delivered, only the latest is delivered. Values are always in order.
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

/// A subscriber and the latest value that it has not yet received.
///
/// `@unchecked Sendable`: The subscriber is not `Sendable`, but it is called only on the main thread. A lock guards all
/// other state.
private final class MainThreadSubscription<Element: Sendable>: Subscription, @unchecked Sendable {
    private struct State {
        var demand = Subscribers.Demand.none
        var unsent: Element?
        /// Whether a task of the main actor is scheduled.
        var isQueued = false
        /// Whether the subscriber is being called. If so, the loop that called it also delivers later values.
        var isSending = false
        /// Whether the base publisher has completed.
        var isFinished = false
        /// Whether the subscriber must not receive anything more.
        var isCancelled = false
    }

    /// The next step of `send` on the main thread.
    private enum Step {
        case send(Element), finish, rest
    }

    private let subscriber: AnySubscriber<Element, Never>
    private let state = Mutex(State())
    /// The subscription to the base publisher, which retains this object until the subscription is canceled.
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
        // Use a task of the main actor instead of the main queue. After `dispatchMain()`, the queue runs on threads
        // that the main actor does not accept as its own.
        Task { @MainActor in
            self.state.withLock { $0.isQueued = false }
            self.send()
        }
    }

    /// Delivers all pending values. Must run on the main thread.
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

/// A subscription that can be canceled before it is assigned.
private final class BaseSubscription: Sendable {
    private struct State: @unchecked Sendable {
        // `AnyCancellable` can be canceled on any thread.
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
    /// Whether the current thread is the main thread or runs a task of the main actor. After `dispatchMain()`, such
    /// tasks run on the main queue, so on any thread.
    static var isCurrent: Bool {
        if CallingThread.isMain { return true }
        guard DispatchQueue.getSpecific(key: key) != nil else { return false }
        // SAFETY: The task is only compared with `nil`.
        return unsafe withUnsafeCurrentTask { task in unsafe task != nil }
    }

    private static let key: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()
}
