/// The reason that a stage of the pipeline stops early.
enum PipelineStop: Error {
    /// The next stage does not need more bytes.
    case abandoned
    /// The source starts over, so that earlier bytes are invalid.
    case startsOver
    case failed(IngestError)
}

/// A destination for decoded bytes.
protocol DecodedOutput: ~Copyable {
    /// Calls `body` with an output span that has free capacity.
    mutating func write<Result>(
        _ body: (inout OutputSpan<UInt8>) throws(PipelineStop) -> Result
    ) throws(PipelineStop) -> Result

    /// Begins a file of an archive. It starts with the byte that is written next.
    mutating func begin(file name: String) throws(PipelineStop)

    /// Publishes the bytes written so far. This is called if the next bytes may be delayed.
    mutating func flush()
}

/// The filling side of a ring, as an output without a size limit.
struct RingWriter: DecodedOutput, ~Copyable {
    private let ring: BlockingRing
    private var buffer: RingBuffer?
    /// The number of bytes that were passed to the reader, including skipped ones.
    private(set) var handedOn: Int
    private var passingOver: Int

    /// - Parameter passingOver: The number of bytes that the reader has already received. As many bytes are discarded
    ///   first.
    init(_ ring: BlockingRing, passingOver: Int = 0) {
        self.ring = ring
        self.passingOver = passingOver
        handedOn = passingOver
    }

    mutating func write<Result>(
        _ body: (inout OutputSpan<UInt8>) throws(PipelineStop) -> Result
    ) throws(PipelineStop) -> Result {
        if passingOver > 0 {
            let nowhere = RingBuffer(capacity: min(passingOver, 64 << 10))
            defer { passingOver -= nowhere.count }
            return try nowhere.append(body)
        }
        // A full buffer is published only at the next write, so that its contents can be checked before.
        if let buffer, buffer.isFull { flush() }
        let buffer = try acquired()
        let before = buffer.count
        defer { handedOn += buffer.count - before }
        return try buffer.append(body)
    }

    /// Writes a copy of all `bytes`.
    mutating func write(copying bytes: Span<UInt8>) throws(PipelineStop) {
        var start = 0
        while start < bytes.count {
            try write { (output) throws(PipelineStop) in
                let count = min(output.freeCapacity, bytes.count - start)
                output.append(copying: bytes.extracting(start..<(start + count)))
                start += count
            }
        }
    }

    mutating func begin(file name: String) throws(PipelineStop) {
        // A buffer contains bytes of only one file.
        flush()
        try acquired().file = name
    }

    mutating func flush() {
        guard let current = buffer, !current.isBlank else { return }
        buffer = nil
        ring.publish()
    }

    /// Publishes the buffer, with a mark of what ends there.
    mutating func end(_ what: RingBuffer.End) throws(PipelineStop) {
        try acquired().end = what
        flush()
    }

    /// Publishes the buffer if the reader has nothing else to read. Returns `false` if bytes are not published.
    mutating func flushIfReaderIsShort() -> Bool {
        guard let buffer, !buffer.isBlank else { return true }
        guard ring.isShort else { return false }
        flush()
        return true
    }

    /// Makes the reader discard all earlier bytes.
    mutating func startOver() throws(PipelineStop) {
        // Bytes that are not yet published need not reach the reader.
        try acquired().clear()
        buffer?.startsOver = true
    }

    private mutating func acquired() throws(PipelineStop) -> RingBuffer {
        if let buffer { return buffer }
        guard let acquired = ring.acquire() else { throw .abandoned }
        buffer = acquired
        return acquired
    }
}

extension OutputSpan<UInt8> {
    /// Appends a copy of `bytes`, which must fit into the free capacity.
    @_lifetime(self: copy self)
    mutating func append(copying bytes: Span<UInt8>) {
        precondition(bytes.count <= freeCapacity)
        // SAFETY: The capacity was checked, and a span never overlaps an output span.
        unsafe bytes.withUnsafeBufferPointer { source in
            unsafe withUnsafeMutableBufferPointer { buffer, count in
                _ = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...]).update(fromContentsOf: source)
                count += source.count
            }
        }
    }
}
