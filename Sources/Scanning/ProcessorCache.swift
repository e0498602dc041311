public import CScan

/// Prefetch hints for the processor.
///
/// The functions must be inlined, since a call would cost more than a hint. Other modules can't inline `package`
/// declarations, so this type is public; it is SPI to hide it from users of the package.
@_spi(Inlined) public enum ProcessorCache {
    /// Prefetches the cache line at an address. Any address is valid, since nothing is read.
    @inlinable @inline(__always)
    public static func fetch(_ address: UnsafeRawPointer) {
        // SAFETY: A hint, which reads nothing.
        unsafe cscan_fetch(address)
    }

    /// Reads a byte of a text, so that the system maps its page and some after it: unmapped pages are not prefetched.
    @inlinable @inline(__always)
    public static func touch(_ text: Span<UInt8>, _ offset: Int) {
        precondition(offset >= 0 && offset < text.count)
        // SAFETY: The byte is within the text.
        unsafe text.withUnsafeBufferPointer { bytes in unsafe cscan_touch(bytes.baseAddress! + offset) }
    }
}
