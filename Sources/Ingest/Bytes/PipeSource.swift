import SystemFiles

/// What isn't a regular file, or standard input: read as it comes.
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

    /// Nobody knows what a pipe brings next.
    var isReady: Bool { false }
}
