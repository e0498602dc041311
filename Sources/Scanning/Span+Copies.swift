extension Array where Element == UInt8 {
    /// The bytes of a span in an array of their own.
    ///
    /// - Complexity: O(`span.count`).
    @inlinable package init(copying span: Span<UInt8>) {
        // SAFETY: the bytes are copied within the call.
        self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }
}

extension String {
    /// The text of UTF-8 bytes; what isn't UTF-8 becomes U+FFFD.
    ///
    /// - Complexity: O(`span.count`).
    @inlinable package init(decoding span: Span<UInt8>) {
        // SAFETY: the bytes are copied within the call.
        self = unsafe span.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
