import SystemFiles

/// A source of bytes as they are stored, which a decoder reads piece by piece.
protocol ByteSource: ~Copyable {
    /// The current piece; empty before the first `advance`.
    var piece: Span<UInt8> { @_lifetime(borrow self) get }

    /// Waits for the next piece, which is never empty. Returns `false` at the end.
    mutating func advance() throws(PipelineStop) -> Bool

    /// Whether `advance` returns without blocking.
    var isReady: Bool { get }
}

/// A source that returns the pieces of a mapped file without copying them.
struct MappedSource: ByteSource, ~Copyable {
    /// The size of a piece in bytes: large enough that the work per piece is negligible, small enough to report
    /// progress.
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

/// A source that reads a download from the ring of buffers.
struct RingSource: ByteSource, ~Copyable {
    private let ring: BlockingRing
    private var buffer: RingBuffer?

    init(_ ring: BlockingRing) { self.ring = ring }

    var piece: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            guard let buffer else { return Span() }
            // SAFETY: `self` retains the buffer, and recycles it only in a mutating call, which ends the borrow.
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
                // Report the flag only once. The bytes that follow are the next piece.
                buffer.startsOver = false
                throw .startsOver
            }
            if buffer.count > 0 { return true }
        }
    }

    var isReady: Bool { ring.isReady(holding: buffer == nil ? 0 : 1) }
}

/// A source that reads a pipe, a device or standard input as bytes arrive.
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

    /// Always `false`, because a pipe may block at any time.
    var isReady: Bool { false }
}
