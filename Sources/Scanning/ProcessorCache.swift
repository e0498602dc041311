public import CScan

/// What the processor is told of memory that is read soon.
///
/// A call takes longer than the hint, of which a profile takes some dozens; and what is `package` is inlined by no other module, be it
/// `@inlinable`. So this is public, and SPI, which keeps it from those who use the package.
@_spi(Inlined) public enum ProcessorCache {
    /// Lets it fetch the line of its cache that has an address, while it goes on. Any address will do: nothing is read.
    @inlinable @inline(__always)
    public static func fetch(_ address: UnsafeRawPointer) {
        // SAFETY: a hint, which reads nothing.
        unsafe cscan_fetch(address)
    }

    /// Reads a byte of a text, so that the system maps its page, and a few after it: what isn't mapped isn't fetched.
    @inlinable @inline(__always)
    public static func touch(_ text: Span<UInt8>, _ offset: Int) {
        precondition(offset >= 0 && offset < text.count)
        // SAFETY: the byte lies in the text.
        unsafe text.withUnsafeBufferPointer { bytes in unsafe cscan_touch(bytes.baseAddress! + offset) }
    }
}
