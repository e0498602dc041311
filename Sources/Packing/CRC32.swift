import CZlib

/// CRC-32 of what zip entries hold.
package struct CRC32 {
    /// The checksum of what was added.
    package private(set) var value: UInt32 = 0

    package init() {}

    /// Takes further bytes.
    package mutating func add(_ bytes: Span<UInt8>) {
        // SAFETY: the call gets the span's own count.
        unsafe bytes.withUnsafeBufferPointer { bytes in
            // A null pointer would mean "begin anew".
            if let base = bytes.baseAddress {
                value = unsafe UInt32(truncatingIfNeeded: crc32_z(UInt(value), base, bytes.count))
            }
        }
    }
}
