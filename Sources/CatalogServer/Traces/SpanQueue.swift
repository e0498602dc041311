internal import Ingest
internal import Logging
internal import SystemFiles

/// Spans that wait to be sent to a collector: by a thread of its own, a batch each second, or as soon as there is one.
///
/// Its room is bounded: a collector that is slow or away costs spans, not memory, and no request waits for it.
///
/// `@unchecked Sendable`: what changes is changed with the monitor's lock held.
final class SpanQueue: @unchecked Sendable {
    private let monitor = Monitor()
    private var waiting: [FinishedSpan] = []
    private var isSending = false
    /// The thread that sends is there, and with it its connection.
    private var isRunning = false
    private var hasEnded = false

    private let sent: Counter
    private let dropped: Counter
    private let logger: Logger

    static let batch = 512
    static let room = 4096

    init(sent: Counter, dropped: Counter, _ logger: Logger) {
        self.sent = sent
        self.dropped = dropped
        self.logger = logger
        waiting.reserveCapacity(Self.batch)
    }

    func add(_ span: FinishedSpan) {
        let isTaken = monitor.withLock {
            if hasEnded || waiting.count >= Self.room { return false }
            waiting.append(span)
            // Only then: waking a thread costs more than a span.
            if waiting.count == Self.batch { monitor.signal() }
            return true
        }
        if !isTaken { dropped.increment() }
    }

    // MARK: Sending

    /// Begins to send, by POST to a URL.
    ///
    /// - Throws: `SystemError` where there is no thread left.
    func begin(_ url: String) throws {
        try begin {
            let sender: DocumentSender
            do {
                sender = try DocumentSender(url)
            } catch {
                return { _ in throw error }
            }
            return { try sender.send($0, type: "application/json") }
        }
    }

    /// - Parameter makeSend: called by the thread that sends.
    func begin(_ makeSend: @escaping @Sendable () -> ([UInt8]) throws -> Void) throws {
        monitor.withLock { isRunning = true }
        do {
            try WorkerThread { [self] in
                run(makeSend())
                monitor.withLock {
                    isRunning = false
                    monitor.signal()
                }
            }.detach()
        } catch {
            monitor.withLock { isRunning = false }
            throw error
        }
    }

    private func run(_ send: ([UInt8]) throws -> Void) {
        var isAway = false
        while let spans = next() {
            do {
                try send(FinishedSpan.document(spans))
                sent.increment(by: spans.count)
                if isAway { logger.notice("spans reach the collector again") }
                isAway = false
            } catch {
                dropped.increment(by: spans.count)
                if !isAway {
                    logger.warning(
                        "spans don't reach the collector, and are dropped until they do",
                        metadata: ["reason": "\(error)"])
                }
                isAway = true
            }
            monitor.withLock {
                isSending = false
                monitor.signal()
            }
        }
    }

    /// The next spans to send; `nil` at the end.
    private func next() -> [FinishedSpan]? {
        let deadline = MonotonicTime.now + .seconds(1)
        return monitor.withLock {
            while !hasEnded, waiting.isEmpty || waiting.count < Self.batch && MonotonicTime.now < deadline {
                // Without spans, their first one isn't waited for: it waits a second at most.
                if waiting.isEmpty { monitor.wait(until: .now + .seconds(1)) } else { monitor.wait(until: deadline) }
            }
            if waiting.isEmpty { return nil }
            let spans = Array(waiting.prefix(Self.batch))
            waiting.removeFirst(spans.count)
            isSending = true
            return spans
        }
    }

    /// Waits until what has ended is sent, or a second has passed.
    func flush() { wait(.seconds(1)) { isSending || !waiting.isEmpty } }

    /// Takes no more, and waits until the rest is sent and the connection closed, for a moment: a service ends in time, whether its
    /// collector answers or not.
    func end() {
        monitor.withLock {
            hasEnded = true
            monitor.signal()
        }
        wait(.milliseconds(400)) { isRunning }
    }

    private func wait(_ limit: Duration, while isBusy: () -> Bool) {
        let deadline = MonotonicTime.now + limit
        monitor.withLock {
            while isBusy(), MonotonicTime.now < deadline { monitor.wait(until: deadline) }
        }
    }
}
