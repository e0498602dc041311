import SystemFiles

/// A few reused buffers that go round between one thread that fills them and one that reads them, in order.
///
/// ```
///   filler: acquire ─► fill ─► publish          full ring: the filler waits (back-pressure)
///   reader: next    ─► read ─► recycle          empty ring: the reader waits
/// ```
/// Handing over costs one short lock on either side, so with buffers of a MiB nothing that counts.
///
/// `@unchecked Sendable`: all variables are read and written under the monitor's lock, and a buffer belongs to the
/// filler from `acquire` to `publish`, to the reader from `next` to `recycle`, and to nobody else.
final class BlockingRing: @unchecked Sendable {
    private enum Ending {
        case finished
        case failed(IngestError)
    }

    private let monitor = Monitor()
    private let buffers: [RingBuffer]
    private var published = 0
    private var recycled = 0
    private var ending: Ending?
    private var isAbandoned = false
    private var fillerWait = 0.0
    private var readerWait = 0.0

    init(buffers count: Int, of bytes: Int) {
        buffers = (0..<count).map { _ in RingBuffer(capacity: bytes) }
    }

    // MARK: The filling side

    /// An empty buffer, once there is one; `nil` where the reader wants no more.
    func acquire() -> RingBuffer? {
        monitor.withLock {
            if published - recycled == buffers.count, !isAbandoned {
                let start = MonotonicTime.now
                while published - recycled == buffers.count, !isAbandoned { monitor.wait() }
                fillerWait += start.secondsSince
            }
            guard !isAbandoned else { return nil }
            let buffer = buffers[published % buffers.count]
            buffer.clear()
            return buffer
        }
    }

    /// Hands over the buffer of the last `acquire`.
    func publish() {
        monitor.withLock {
            published += 1
            monitor.signal()
        }
    }

    /// Nothing more will come.
    func finish() { end(.finished) }

    /// Nothing more can come: after what was published, `next` throws this.
    func fail(_ error: IngestError) { end(.failed(error)) }

    private func end(_ how: Ending) {
        monitor.withLock {
            ending = ending ?? how
            monitor.signal()
        }
    }

    /// Waits for a time; false where the reader wanted no more before it was over.
    func pause(for duration: Duration) -> Bool {
        let deadline = MonotonicTime.now + duration
        return monitor.withLock {
            while !isAbandoned, MonotonicTime.now < deadline { monitor.wait(until: deadline) }
            return !isAbandoned
        }
    }

    // MARK: The reading side

    /// What the reader finds.
    enum Next {
        case buffer(RingBuffer)
        case end
        /// Nothing came before the deadline.
        case nothingYet
    }

    /// The next buffer, once there is one, or the end.
    ///
    /// - Throws: what `fail` was given, after the last buffer; a `cancelled` error where the ring was abandoned.
    func next(before deadline: MonotonicTime? = nil) throws(IngestError) -> Next {
        try monitor.withLock { () throws(IngestError) -> Next in
            var start: MonotonicTime?
            defer { if let start { readerWait += start.secondsSince } }
            while true {
                if isAbandoned { throw .cancelled }
                if recycled < published { return .buffer(buffers[recycled % buffers.count]) }
                switch ending {
                case .finished: return .end
                case .failed(let error): throw error
                case nil: break
                }
                start = start ?? MonotonicTime.now
                guard let deadline else { monitor.wait(); continue }
                if deadline < MonotonicTime.now { return .nothingYet }
                monitor.wait(until: deadline)
            }
        }
    }

    /// Gives back the buffer of the last `next`.
    func recycle() {
        monitor.withLock {
            recycled += 1
            monitor.signal()
        }
    }

    /// The reader has little to do: at most the buffer that it reads.
    var isShort: Bool { monitor.withLock { published - recycled <= 1 } }

    /// `next` won't wait, for a reader that has yet to give back `held` buffers.
    func isReady(holding held: Int) -> Bool {
        monitor.withLock { published - recycled > held || ending != nil || isAbandoned }
    }

    // MARK: Either side

    /// Stops both sides: `acquire` gives nothing, `next` throws.
    func abandon() {
        monitor.withLock {
            isAbandoned = true
            monitor.signal()
        }
    }

    /// Seconds that the filler and the reader have waited for each other.
    var waits: (filler: Double, reader: Double) { monitor.withLock { (fillerWait, readerWait) } }
}
