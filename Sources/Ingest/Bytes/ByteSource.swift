import SystemFiles

/// Stored bytes, a piece at a time, for a decoder that pulls them.
protocol ByteSource: ~Copyable {
    /// The current piece; empty before the first `advance`.
    var piece: Span<UInt8> { @_lifetime(borrow self) get }

    /// Waits for the next piece, never an empty one; false at the end.
    mutating func advance() throws(PipelineStop) -> Bool

    /// `advance` won't wait.
    var isReady: Bool { get }
}

/// The pieces of a mapped file, in place.
struct MappedSource: ByteSource, ~Copyable {
    /// Bytes of a piece: enough that what is done once for each costs nothing, little enough to show progress.
    static let pieceBytes = 256 << 10

    private let file: MappedFile
    private let counters: PipelineCounters
    private var range = 0..<0

    init(_ file: MappedFile, _ counters: PipelineCounters) {
        self.file = file
        self.counters = counters
    }

    var piece: Span<UInt8> {
        @_lifetime(borrow self)
        get { file.bytes(range) }
    }

    mutating func advance() throws(PipelineStop) -> Bool {
        file.release(range)
        range = range.upperBound..<min(range.upperBound + Self.pieceBytes, file.count)
        counters.bytesIn.store(range.upperBound)
        return !range.isEmpty
    }

    var isReady: Bool { true }
}

/// What a download brings.
struct RingSource: ByteSource, ~Copyable {
    private let ring: BlockingRing
    private var buffer: RingBuffer?

    init(_ ring: BlockingRing) { self.ring = ring }

    var piece: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            guard let buffer else { return Span() }
            // SAFETY: `self` keeps the buffer, and gives it back no earlier than in its next mutation.
            return unsafe _overrideLifetime(buffer.bytes, borrowing: self)
        }
    }

    mutating func advance() throws(PipelineStop) -> Bool {
        while true {
            if buffer != nil { ring.recycle() }
            buffer = nil
            let next: BlockingRing.Next
            do { next = try ring.next() } catch { throw .failed(error) }
            guard case .buffer(let buffer) = next else { return false }
            self.buffer = buffer
            if buffer.startsOver {
                // The mark is taken once; the bytes after it are the next piece.
                buffer.startsOver = false
                throw .startsOver
            }
            if buffer.count > 0 { return true }
        }
    }

    var isReady: Bool { ring.isReady(holding: buffer == nil ? 0 : 1) }
}

/// A pipe, a device or standard input, read as its bytes come.
struct PipeSource: ByteSource, ~Copyable {

    private let file: OpenFile
    private let waker: PollWaker
    private let counters: PipelineCounters
    private let buffer = RingBuffer(capacity: 256 << 10)
    private var waited = 0.0

    init(_ file: OpenFile, _ waker: PollWaker, _ counters: PipelineCounters) {
        self.file = file
        self.waker = waker
        self.counters = counters
    }

    var piece: Span<UInt8> {
        @_lifetime(borrow self)
        get { buffer.bytes }
    }

    mutating func advance() throws(PipelineStop) -> Bool {
        let start = MonotonicTime.now
        buffer.clear()
        var count: Int?
        while count == nil {
            guard waker.wait(for: file) else { throw .abandoned }
            do throws(FileFault) {
                count = try buffer.append { (output) throws(FileFault) in try file.read(into: &output) }
            } catch {
                throw .failed(IngestError(error))
            }
        }
        waited += start.secondsSince
        counters.transferMicroseconds.store(Int(clamping: waited * 1e6))
        counters.bytesIn.store(counters.bytesIn.load() + (count ?? 0))
        return count != 0
    }

    /// A pipe may bring its next bytes at any time.
    var isReady: Bool { false }
}
