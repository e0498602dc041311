internal import Ingest
internal import Logging
internal import SystemFiles

/// A bounded queue of spans for a collector. A separate thread sends a batch every second, or when one is full.
///
/// If the collector is slow or unavailable, spans are lost, but no request waits and the queue does not grow.
///
/// `@unchecked Sendable`: the mutable state is protected by the monitor's lock.
final class SpanQueue: @unchecked Sendable {
    private let monitor = Monitor()
    private var waiting: [FinishedSpan] = []
    private var isSending = false
    /// Whether the sending thread is running. The thread keeps the connection to the collector open until it ends.
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
            // Signal only when a batch is full, because waking a thread costs more than adding a span.
            if waiting.count == Self.batch { monitor.signal() }
            return true
        }
        if !isTaken { dropped.increment() }
    }

    // MARK: Sending

    /// Begins to send spans by POST to a URL.
    ///
    /// - Throws: `SystemError` if no thread can be created.
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

    /// - Parameter makeSend: Creates the closure that sends; called on the sending thread.
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
                if isAway { logger.notice("the collector accepts spans again") }
                isAway = false
            } catch {
                dropped.increment(by: spans.count)
                if !isAway {
                    logger.warning(
                        "the collector is unreachable; dropping spans",
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

    /// Returns the next spans to send; `nil` at the end.
    private func next() -> [FinishedSpan]? {
        let deadline = MonotonicTime.now + .seconds(1)
        return monitor.withLock {
            while !hasEnded, waiting.isEmpty || waiting.count < Self.batch && MonotonicTime.now < deadline {
                // If the queue is empty, spans do not signal the monitor, so wait at most one second.
                if waiting.isEmpty { monitor.wait(until: .now + .seconds(1)) } else { monitor.wait(until: deadline) }
            }
            if waiting.isEmpty { return nil }
            let spans = Array(waiting.prefix(Self.batch))
            waiting.removeFirst(spans.count)
            isSending = true
            return spans
        }
    }

    /// Waits until the finished spans are sent, but at most one second.
    func flush() { wait(.seconds(1)) { isSending || !waiting.isEmpty } }

    /// Refuses further spans, and waits briefly until the rest is sent and the connection closed. The wait is bounded,
    /// so that an unresponsive collector doesn't delay the shutdown.
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
