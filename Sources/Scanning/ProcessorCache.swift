public import CScan

/// Prefetch hints for the processor.
///
/// The functions must be inlined, because a call would cost more than a hint. Other modules cannot inline `package`
/// declarations, so this type is public. It is SPI, which hides it from users of the package.
@_spi(Inlined) public enum ProcessorCache {
    /// Prefetches the cache line that contains an address. Any address is valid, because nothing is read.
    @inlinable @inline(__always)
    public static func fetch(_ address: UnsafeRawPointer) {
        // SAFETY: This is only a hint, which reads nothing.
        unsafe cscan_fetch(address)
    }

    /// Reads a byte of a text, so that the system maps its page and some pages after it. (Pages that are not mapped
    /// cannot be prefetched.)
    @inlinable @inline(__always)
    public static func touch(_ text: Span<UInt8>, _ offset: Int) {
        precondition(offset >= 0 && offset < text.count)
        // SAFETY: The byte is within the text.
        unsafe text.withUnsafeBufferPointer { bytes in unsafe cscan_touch(bytes.baseAddress! + offset) }
    }
}
