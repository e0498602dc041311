#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Makes a thread that waits in `poll` look up: a pipe that becomes readable.
final class PollWaker: Sendable {
    private let reading: FileDescriptor
    private let writing: FileDescriptor

    init() throws(IngestError) {
        var ends: [Int32] = [0, 0]
        // SAFETY: the array holds the two numbers that the call writes.
        guard unsafe ends.withUnsafeMutableBufferPointer({ unsafe pipe($0.baseAddress!) }) == 0 else {
            throw SystemError.error(SystemError.current, reading: "a pipe")
        }
        reading = FileDescriptor(ends[0])
        writing = FileDescriptor(ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    /// Makes `wait` return false, now and from now on.
    func wake() {
        var byte: UInt8 = 0
        // SAFETY: one byte of this function's own; a pipe that is full is readable already.
        unsafe _ = write(writing.number, &byte, 1)
    }

    /// Waits until `file` has bytes or an end; false where `wake` was called.
    func wait(for file: FileDescriptor) -> Bool {
        var polled = [
            pollfd(fd: file.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: reading.number, events: Int16(POLLIN), revents: 0),
        ]
        // SAFETY: the call is told the array's count.
        _ = retrying {
            unsafe polled.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress!, nfds_t($0.count), -1) }
        }
        return polled[1].revents == 0
    }
}

/// What is no regular file, or standard input: read as it comes.
struct PipeSource: ByteSource, ~Copyable {
    private let file: FileDescriptor
    private let waker: PollWaker
    private let counters: PipelineCounters
    private let buffer = RingBuffer(capacity: 256 << 10)
    private var waited = 0.0

    init(_ file: FileDescriptor, _ waker: PollWaker, _ counters: PipelineCounters) {
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
            do { count = try buffer.append { (output) throws(IngestError) in try file.read(into: &output) } } catch {
                throw .failed(error)
            }
        }
        waited += start.secondsSince
        counters.transferMicroseconds.store(Int(waited * 1e6))
        counters.bytesIn.store(counters.bytesIn.load() + (count ?? 0))
        return count != 0
    }

    /// Nobody knows what a pipe brings next.
    var isReady: Bool { false }
}
