import Synchronization
import SystemFiles

/// A few reused buffers that go round between one thread that fills them and one that reads them, in order.
///
/// ```
///   filler: acquire ─► fill ─► publish          full ring: the filler waits (back-pressure)
///   reader: next    ─► read ─► recycle          empty ring: the reader waits
/// ```
/// Handing over costs one short lock on either side, so with buffers of 256 KiB nothing that counts.
///
/// Where there is a `ChunkQueue`, a filler that would wait works on the last buffer that it published, and so do the threads in
/// `help`. The reader gets what they made along with the buffer, and waits for what is being made.
///
/// `@unchecked Sendable`: all variables are read and written under the monitor's lock, and a buffer belongs to the
/// filler from `acquire` to `publish`, to who works on it until that is done, to the reader from `next` to `recycle`, and to nobody else.
final class BlockingRing: @unchecked Sendable {
    private enum Ending {
        case finished
        case failed(IngestError)
    }

    /// What is known of a buffer that was published.
    private struct Slot {
        enum Work {
            case none, underWay, done
        }

        var work = Work.none
        /// The offer that it couldn't be read by, or 0: another one may do.
        var failedOffer = 0
        /// Of its first byte in the text that it belongs to, and which text that is.
        var offset = 0
        var text = 0
    }

    private let monitor = Monitor()
    private let buffers: [RingBuffer]
    private let board: ChunkQueue?
    private var slots: [Slot]
    /// Where the text ends that was published.
    private var textEnd = (offset: 0, text: 0)
    private var published = 0
    private var recycled = 0
    private var ending: Ending?
    private var isAbandoned = false
    private var fillerWait = 0.0
    private var readerWait = 0.0

    /// Buffers that go round.
    var bufferCount: Int { buffers.count }
    /// Bytes that a buffer has room for.
    let bufferBytes: Int

    init(buffers count: Int, of bytes: Int, helping board: ChunkQueue? = nil) {
        bufferBytes = bytes
        buffers = (0..<count).map { _ in RingBuffer(capacity: bytes) }
        slots = Array(repeating: Slot(), count: count)
        self.board = board
    }

    // MARK: The filling side

    /// An empty buffer, once there is one; `nil` where the reader wants no more.
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

    /// Hands over the buffer of the last `acquire`.
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

    /// Nothing more will come.
    func finish() {
        end(.finished)
        let start = MonotonicTime.now
        help()
        monitor.withLock { fillerWait += start.secondsSince }
    }

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

    // MARK: Helping

    /// Works on buffers before their turn comes, until nothing more will come.
    func help() {
        while true {
            let task = monitor.withLock { () -> PartTask? in
                while !isAbandoned {
                    if let task = nextTask() { return task }
                    // At the end the reader may have yet to say how.
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

    /// The last buffer that may be read by itself and isn't yet, the lock held. Not the one whose turn it is: that is the reader's.
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

/// Where the reader of a ring says how its buffers can be read before their turn comes.
final class ChunkQueue: Sendable {
    /// Reads a buffer's bytes, which begin at an offset of their text; `nil` where that has to wait for their turn.
    typealias Read = @Sendable (_ bytes: Span<UInt8>, _ offset: Int) -> (any Sendable)?

    /// The last word of the reader.
    struct Offer {
        fileprivate let text: Int
        /// Counts what was said, from 1.
        let number: Int
        let read: Read
    }

    private let offer = Mutex<Offer?>(nil)

    /// How a text is read from now on, by its number: each start over and each file of an archive begins another one.
    func post(text: Int, _ read: @escaping Read) {
        offer.withLock { $0 = Offer(text: text, number: ($0?.number ?? 0) + 1, read: read) }
    }

    /// How a text is read; `nil` while the reader hasn't said so.
    func offer(text: Int) -> Offer? { offer.withLock { $0.flatMap { $0.text == text ? $0 : nil } } }
}
