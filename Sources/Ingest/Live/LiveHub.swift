import SystemFiles

/// Delivers the events of the connection's thread to each subscriber, in order and without loss.
///
/// `@unchecked Sendable`: All variables, including those of the mailboxes, are accessed under the monitor's lock.
final class LiveHub: @unchecked Sendable {
    fileprivate let monitor = Monitor()
    fileprivate var mailboxes: [LiveMailbox] = []
    private var current = LiveState.notConnected
    private var isCompleted = false
    private var isBlocked = false

    var state: LiveState { monitor.withLock { current } }

    /// Whether the connection is waiting for a slow subscriber.
    var isWaiting: Bool { monitor.withLock { isBlocked } }

    /// Whether any mailbox contains events.
    var hasWaitingEvents: Bool { monitor.withLock { mailboxes.contains { !$0.isEmpty } } }

    func subscribe(capacity: Int) -> LiveMailbox {
        let mailbox = LiveMailbox(self, capacity: max(capacity, 1))
        monitor.withLock {
            mailbox.put(.state(current))
            if current == .closed { mailbox.isEnded = true } else { mailboxes.append(mailbox) }
        }
        return mailbox
    }

    /// Waits until all subscribers have room for an event, then delivers it to all of them. An unchanged state, or a
    /// second `completed`, is not sent.
    ///
    /// - Throws: `IngestError` of kind `cancelled` if the connection was closed.
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
    /// - Parameter dropping: Whether to discard events that were not yet received.
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

/// The queue of one subscriber. Only one task at a time may read from it.
///
/// `@unchecked Sendable`: See `LiveHub`.
final class LiveMailbox: @unchecked Sendable {
    private let hub: LiveHub
    private let capacity: Int
    /// The queue. Its first event is at index `first`, so that reading does not move events.
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

    /// Waits for the next event. Returns `nil` after the last event, or if the task was canceled.
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

    /// Removes the subscriber.
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
