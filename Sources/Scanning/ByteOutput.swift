/// Takes the bytes of a text that is being written.
package protocol ByteOutput: ~Copyable {
    /// Appends one byte.
    mutating func append(_ byte: UInt8)

    /// Appends bytes in their order.
    mutating func append(span: Span<UInt8>)
}

extension [UInt8]: ByteOutput {
    /// Appends bytes in their order.
    package mutating func append(span: Span<UInt8>) {
        // SAFETY: the bytes are read within the call only.
        unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
