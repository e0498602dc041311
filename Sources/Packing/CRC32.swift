import CZlib

#if ISAL
    import CIsal
#endif

/// CRC-32 as gzip and zip have it.
package struct CRC32 {
    /// The checksum of what was added.
    package private(set) var value: UInt32 = 0

    package init() {}

    /// Takes further bytes.
    package mutating func add(_ bytes: Span<UInt8>) {
        // SAFETY: the call gets the span's own count.
        unsafe bytes.withUnsafeBufferPointer { bytes in
            // A null pointer would mean "begin again".
            if let base = bytes.baseAddress { unsafe add(base, bytes.count) }
        }
    }

    /// Takes another byte.
    mutating func add(_ byte: UInt8) {
        // SAFETY: the pointer is to one byte, and used within the call only.
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
