/// Why a stage stops before its end.
enum PipelineStop: Error {
    /// The next stage wants no more.
    case abandoned
    /// The source starts over: what came before is void.
    case startsOver
    case failed(IngestError)
}

/// Where decoded bytes go.
protocol DecodedOutput: ~Copyable {
    /// Lets `body` write into free space, of which there is always some.
    mutating func write<Result>(
        _ body: (inout OutputSpan<UInt8>) throws(PipelineStop) -> Result
    ) throws(PipelineStop) -> Result

    /// A file of an archive begins with what is written next.
    mutating func begin(file name: String) throws(PipelineStop)

    /// Hands on what was written so far; called where the next bytes may take a while.
    mutating func flush()
}

/// The filling side of a ring, as an endless output.
struct RingWriter: DecodedOutput, ~Copyable {
    private let ring: BlockingRing
    private var buffer: RingBuffer?
    /// Bytes that the reader gets or has had.
    private(set) var handedOn: Int
    private var passingOver: Int

    /// - Parameter passingOver: bytes that the reader has had already, and that aren't handed on again.
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
        // A full buffer goes on its way no earlier than here: whoever filled it may first judge what is in it.
        if let buffer, buffer.isFull { flush() }
        let buffer = try acquired()
        let before = buffer.count
        defer { handedOn += buffer.count - before }
        return try buffer.append(body)
    }

    /// Copies all of `bytes`.
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
        // A buffer holds bytes of one file.
        flush()
        try acquired().file = name
    }

    mutating func flush() {
        guard let current = buffer, !current.isBlank else { return }
        buffer = nil
        ring.publish()
    }

    /// Hands on what there is as the end of something.
    mutating func end(_ what: RingBuffer.End) throws(PipelineStop) {
        try acquired().end = what
        flush()
    }

    /// Hands on what there is if the reader would soon have nothing to do; false where something is held back.
    mutating func flushIfReaderIsShort() -> Bool {
        guard let buffer, !buffer.isBlank else { return true }
        guard ring.isShort else { return false }
        flush()
        return true
    }

    /// Tells the reader that everything before is void.
    mutating func startOver() throws(PipelineStop) {
        // What the reader has not seen yet need not reach it.
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
    /// Appends a copy of `bytes`, for which there is room.
    @_lifetime(self: copy self)
    mutating func append(copying bytes: Span<UInt8>) {
        precondition(bytes.count <= freeCapacity)
        // SAFETY: the room was checked, and a span and an output span never overlap.
        unsafe bytes.withUnsafeBufferPointer { source in
            unsafe withUnsafeMutableBufferPointer { buffer, count in
                _ = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...]).update(fromContentsOf: source)
                count += source.count
            }
        }
    }
}
