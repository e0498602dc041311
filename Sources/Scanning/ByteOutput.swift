/// A destination to which the bytes of a text are written.
package protocol ByteOutput: ~Copyable {
    /// Appends one byte.
    mutating func append(_ byte: UInt8)

    /// Appends bytes in order.
    mutating func append(span: Span<UInt8>)
}

extension [UInt8]: ByteOutput {
    /// Appends bytes in order.
    package mutating func append(span: Span<UInt8>) {
        // SAFETY: The bytes are read only during the call.
        unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
