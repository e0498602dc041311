import SystemFiles

/// Takes events from the connection's thread to its subscribers, to each one all of them and in order.
///
/// `@unchecked Sendable`: all variables, those of the mailboxes too, are read and written under the monitor's lock.
final class LiveHub: @unchecked Sendable {
    fileprivate let monitor = Monitor()
    fileprivate var mailboxes: [LiveMailbox] = []
    private var current = LiveState.notConnected
    private var isCompleted = false
    private var isBlocked = false

    var state: LiveState { monitor.withLock { current } }

    /// The connection waits for a subscriber.
    var isWaiting: Bool { monitor.withLock { isBlocked } }

    /// Some mailbox has events.
    var hasWaitingEvents: Bool { monitor.withLock { mailboxes.contains { !$0.isEmpty } } }

    func subscribe(capacity: Int) -> LiveMailbox {
        let mailbox = LiveMailbox(self, capacity: max(capacity, 1))
        monitor.withLock {
            mailbox.put(.state(current))
            if current == .closed { mailbox.isEnded = true } else { mailboxes.append(mailbox) }
        }
        return mailbox
    }

    /// Hands an event to every subscriber, once each has room for it. A state that it has already is not sent again, and nor is
    /// `completed` for the second time.
    ///
    /// - Throws: a `cancelled` error where the connection was closed.
    func send(_ event: LiveEvent) throws(IngestError) {
        try monitor.withLock { () throws(IngestError) in
            while current != .closed, mailboxes.contains(where: \.isFull) {
                isBlocked = true
                monitor.wait()
            }
            isBlocked = false
            guard current != .closed else { throw .cancelled }
            if case .state(let state) = event {
                if state == current || state == .completed && isCompleted { return }
                isCompleted = isCompleted || state == .completed
                current = state
            }
            for mailbox in mailboxes { mailbox.put(event) }
        }
    }

    /// Ends all mailboxes with `.state(.closed)`.
    ///
    /// - Parameter dropping: what waits in them is dropped.
    func close(dropping: Bool) {
        monitor.withLock {
            guard current != .closed else { return }
            current = .closed
            for mailbox in mailboxes { mailbox.end(dropping: dropping) }
            mailboxes = []
            monitor.signal()
        }
    }
}

/// What waits for one subscriber, who takes from one task at a time.
///
/// `@unchecked Sendable`: see `LiveHub`.
final class LiveMailbox: @unchecked Sendable {
    private let hub: LiveHub
    private let capacity: Int
    /// What waits, from `first` on: taking moves nothing.
    private var events: [LiveEvent] = []
    private var first = 0
    private var taker: CheckedContinuation<LiveEvent?, Never>?
    fileprivate var isEnded = false

    fileprivate init(_ hub: LiveHub, capacity: Int) {
        self.hub = hub
        self.capacity = capacity
    }

    fileprivate var isFull: Bool { events.count - first >= capacity }
    fileprivate var isEmpty: Bool { first == events.count }

    fileprivate func put(_ event: LiveEvent) {
        guard let taker else { return events.append(event) }
        self.taker = nil
        taker.resume(returning: event)
    }

    fileprivate func end(dropping: Bool) {
        if dropping { (events, first) = ([], 0) }
        put(.state(.closed))
        isEnded = true
    }

    /// The next event, once there is one; `nil` after the last, and where the task was cancelled.
    func next() async -> LiveEvent? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                hub.monitor.withLock {
                    if let event = take() {
                        continuation.resume(returning: event)
                    } else if isEnded {
                        continuation.resume(returning: nil)
                    } else {
                        taker = continuation
                    }
                }
            }
        } onCancel: {
            leave()
        }
    }

    private func take() -> LiveEvent? {
        guard first < events.count else { return nil }
        let wasFull = isFull
        let event = events[first]
        first += 1
        if first == events.count {
            events.removeAll(keepingCapacity: true)
            first = 0
        } else if first >= capacity {
            events.removeFirst(first)
            first = 0
        }
        if wasFull { hub.monitor.signal() }
        return event
    }

    /// Wants no more events.
    func leave() {
        hub.monitor.withLock {
            isEnded = true
            (events, first) = ([], 0)
            hub.mailboxes.removeAll { $0 === self }
            hub.monitor.signal()
            taker?.resume(returning: nil)
            taker = nil
        }
    }
}
