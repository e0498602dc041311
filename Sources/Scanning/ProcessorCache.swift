internal import CScan

/// What the processor is told of memory that is read soon.
package enum ProcessorCache {
    /// Lets it fetch the line of its cache that has an address, while it goes on. Any address will do: nothing is read.
    ///
    /// `@inlinable`: a call takes longer than the hint, of which a profile takes some dozens.
    @inlinable @inline(__always)
    package static func fetch(_ address: UnsafeRawPointer) {
        // SAFETY: a hint, which reads nothing.
        unsafe cscan_fetch(address)
    }
}
