import CZlib

#if ISAL
    import CIsal
#endif

/// The checksum CRC-32, as in gzip and zip.
package struct CRC32 {
    /// The checksum of the added bytes.
    package private(set) var value: UInt32 = 0

    package init() {}

    /// Adds bytes.
    package mutating func add(_ bytes: Span<UInt8>) {
        // SAFETY: the call gets the count of the span.
        unsafe bytes.withUnsafeBufferPointer { bytes in
            // For a null pointer, zlib would restart the checksum.
            if let base = bytes.baseAddress { unsafe add(base, bytes.count) }
        }
    }

    /// Adds a byte.
    mutating func add(_ byte: UInt8) {
        // SAFETY: the pointer refers to one byte, and is used only within the call.
        unsafe withUnsafePointer(to: byte) { unsafe add($0, 1) }
    }

    @unsafe
    private mutating func add(_ base: UnsafePointer<UInt8>, _ count: Int) {
        #if ISAL
            if cisal_is_there() { return unsafe value = crc32_gzip_refl(value, base, UInt64(count)) }
        #endif
        unsafe value = UInt32(truncatingIfNeeded: crc32_z(UInt(value), base, count))
    }
}
