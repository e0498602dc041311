import Synchronization
import SystemFiles

/// A ring buffer: a few reused buffers circulate, in order, between one thread that fills them and one thread that
/// reads them.
///
/// ```
///   filler: acquire ─► fill ─► publish          full ring: the filler waits (back-pressure)
///   reader: next    ─► read ─► recycle          empty ring: the reader waits
/// ```
/// Passing a buffer on takes one short lock for each thread, which is negligible with buffers of 256 KiB.
///
/// With a `ChunkQueue`, a filler reads ahead instead of blocking: it parses the last published buffer. So do
/// threads in `help`. The reader receives the result with the buffer. It waits for a buffer that is being read ahead.
///
/// `@unchecked Sendable`: All variables are accessed under the monitor's lock. A buffer is used by one thread at a
/// time: the filler from `acquire` to `publish`, a helper while it reads ahead, and the reader from `next` to
/// `recycle`.
final class BlockingRing: @unchecked Sendable {
    private enum Ending {
        case finished
        case failed(IngestError)
    }

    /// The state of a published buffer.
    private struct Slot {
        enum Work {
            case none, underWay, done
        }

        var work = Work.none
        /// The number of the offer with which the buffer could not be read ahead, or 0. It may succeed with another
        /// offer.
        var failedOffer = 0
        /// The offset of the buffer's first byte in its text, and the number of that text.
        var offset = 0
        var text = 0
    }

    private let monitor = Monitor()
    private let buffers: [RingBuffer]
    private let board: ChunkQueue?
    private var slots: [Slot]
    /// The end of the text that was published so far.
    private var textEnd = (offset: 0, text: 0)
    private var published = 0
    private var recycled = 0
    private var ending: Ending?
    private var isAbandoned = false
    private var fillerWait = 0.0
    private var readerWait = 0.0

    /// The number of buffers.
    var bufferCount: Int { buffers.count }
    /// The capacity of a buffer in bytes.
    let bufferBytes: Int

    init(buffers count: Int, of bytes: Int, helping board: ChunkQueue? = nil) {
        bufferBytes = bytes
        buffers = (0..<count).map { _ in RingBuffer(capacity: bytes) }
        slots = Array(repeating: Slot(), count: count)
        self.board = board
    }

    // MARK: The filling side

    /// Waits for an empty buffer. Returns `nil` if the reader has abandoned the ring.
    func acquire() -> RingBuffer? {
        var start: MonotonicTime?
        while true {
            let (buffer, task) = monitor.withLock { () -> (RingBuffer?, PartTask?) in
                while published - recycled == buffers.count, !isAbandoned {
                    start = start ?? MonotonicTime.now
                    if let task = nextTask() { return (nil, task) }
                    monitor.wait()
                }
                if let start { fillerWait += start.secondsSince }
                guard !isAbandoned else { return (nil, nil) }
                let buffer = buffers[published % buffers.count]
                buffer.clear()
                return (buffer, nil)
            }
            guard let task else { return buffer }
            work(task)
        }
    }

    /// Passes the buffer of the last `acquire` to the reader.
    func publish() {
        monitor.withLock {
            let place = published % buffers.count
            let buffer = buffers[place]
            if buffer.beginsText { textEnd = (0, textEnd.text + 1) }
            slots[place] = Slot(offset: textEnd.offset, text: textEnd.text)
            textEnd.offset += buffer.count
            published += 1
            monitor.signal()
        }
    }

    /// Ends the ring, and then helps to read the remaining buffers.
    func finish() {
        end(.finished)
        let start = MonotonicTime.now
        help()
        monitor.withLock { fillerWait += start.secondsSince }
    }

    /// Ends the ring with an error. After the published buffers, `next` throws it.
    func fail(_ error: IngestError) { end(.failed(error)) }

    private func end(_ how: Ending) {
        monitor.withLock {
            ending = ending ?? how
            monitor.signal()
        }
    }

    /// Waits for a duration. Returns `false` if the reader abandons the ring earlier.
    func pause(for duration: Duration) -> Bool {
        let deadline = MonotonicTime.now + duration
        return monitor.withLock {
            while !isAbandoned, MonotonicTime.now < deadline { monitor.wait(until: deadline) }
            return !isAbandoned
        }
    }

    // MARK: The reading side

    /// The result of `next`.
    enum Next {
        case buffer(RingBuffer)
        case end
        /// No buffer arrived before the deadline.
        case nothingYet
    }

    /// Waits for the next buffer, or the end.
    ///
    /// - Throws: The error of `fail`, after the last buffer; an error of kind `cancelled` if the ring was abandoned.
    func next(before deadline: MonotonicTime? = nil) throws(IngestError) -> Next {
        try monitor.withLock { () throws(IngestError) -> Next in
            var start: MonotonicTime?
            defer { if let start { readerWait += start.secondsSince } }
            while true {
                if isAbandoned { throw .cancelled }
                if recycled < published {
                    let place = recycled % buffers.count
                    if slots[place].work != .underWay { return .buffer(buffers[place]) }
                } else {
                    switch ending {
                    case .finished: return .end
                    case .failed(let error): throw error
                    case nil: break
                    }
                }
                start = start ?? MonotonicTime.now
                guard let deadline else { monitor.wait(); continue }
                if deadline < MonotonicTime.now { return .nothingYet }
                monitor.wait(until: deadline)
            }
        }
    }

    /// Returns the buffer of the last `next` to the ring.
    func recycle() {
        monitor.withLock {
            recycled += 1
            monitor.signal()
        }
    }

    /// Whether no buffer is ready for the reader, except the one that it is reading.
    var isShort: Bool { monitor.withLock { published - recycled <= 1 } }

    /// Whether `next` would return without blocking, if the reader is still using `held` buffers.
    func isReady(holding held: Int) -> Bool {
        monitor.withLock { published - recycled > held || ending != nil || isAbandoned }
    }

    // MARK: Helping

    /// Reads buffers ahead of their turn, until no more buffers will come.
    func help() {
        while true {
            let task = monitor.withLock { () -> PartTask? in
                while !isAbandoned {
                    if let task = nextTask() { return task }
                    // After the ring was ended, several unread buffers may remain. Wait, because the reader may still
                    // post how to read them.
                    if board == nil || ending != nil && published - recycled <= 1 { return nil }
                    monitor.wait()
                }
                return nil
            }
            guard let task else { return }
            work(task)
        }
    }

    private struct PartTask {
        let place: Int
        let offset: Int
        let offer: ChunkQueue.Offer
    }

    /// Returns the last unread buffer that can be read ahead. The next buffer in order is left to the reader. The
    /// caller must hold the lock.
    private func nextTask() -> PartTask? {
        guard let board, published > recycled else { return nil }
        for number in (recycled + 1..<max(published, recycled + 1)).reversed() {
            let place = number % buffers.count
            let slot = slots[place]
            guard slot.work == .none, let offer = board.offer(text: slot.text), offer.number != slot.failedOffer else {
                continue
            }
            slots[place].work = .underWay
            return PartTask(place: place, offset: slot.offset, offer: offer)
        }
        return nil
    }

    private func work(_ task: PartTask) {
        let buffer = buffers[task.place]
        let part = task.offer.read(buffer.bytes, task.offset)
        monitor.withLock {
            buffer.part = part
            slots[task.place].work = part == nil ? .none : .done
            slots[task.place].failedOffer = task.offer.number
            monitor.signal()
        }
    }

    // MARK: Both sides

    /// Stops both threads: `acquire` returns `nil`, and `next` throws.
    func abandon() {
        monitor.withLock {
            isAbandoned = true
            monitor.signal()
        }
    }

    /// The seconds for which the filler and the reader have waited for each other.
    var waits: (filler: Double, reader: Double) { monitor.withLock { (fillerWait, readerWait) } }
}

/// Contains the current offer, which defines how other threads can read buffers of a ring ahead of their turn.
final class ChunkQueue: Sendable {
    /// A closure that reads a buffer, whose first byte is at an offset of its text. Returns `nil` if the buffer must be
    /// read in order.
    typealias Read = @Sendable (_ bytes: Span<UInt8>, _ offset: Int) -> (any Sendable)?

    /// How to read the buffers of a text, as the reader has posted it.
    struct Offer {
        fileprivate let text: Int
        /// The number of the offer, counted from 1.
        let number: Int
        let read: Read
    }

    private let offer = Mutex<Offer?>(nil)

    /// Sets how to read the text with a number. Another text begins when the source starts over, and with each file of
    /// an archive.
    func post(text: Int, _ read: @escaping Read) {
        offer.withLock { $0 = Offer(text: text, number: ($0?.number ?? 0) + 1, read: read) }
    }

    /// Returns how to read a text; `nil` if the reader has not posted an offer for this text.
    func offer(text: Int) -> Offer? { offer.withLock { $0.flatMap { $0.text == text ? $0 : nil } } }
}
