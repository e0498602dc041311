/// One buffer that is written over and over.
struct DiscardingOutput: DecodedOutput, ~Copyable {
    private let capacity: Int
    /// `nil` before the first byte.
    private var buffer: RingBuffer?

    init(_ capacity: Int) { self.capacity = capacity }

    mutating func write<Result>(
        _ body: (inout OutputSpan<UInt8>) throws(PipelineStop) -> Result
    ) throws(PipelineStop) -> Result {
        let buffer = buffer ?? RingBuffer(capacity: capacity)
        self.buffer = buffer
        if buffer.isFull { buffer.clear() }
        return try buffer.append(body)
    }

    mutating func begin(file name: String) {}

    mutating func flush() {}
}
