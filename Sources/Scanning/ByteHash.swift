/// A fast 64-bit hash of bytes. It is equal on all machines, because catalog files contain hash tables. It does not
/// resist keys that are chosen to collide.
///
/// Each block of 16 bytes is multiplied into the state (64 × 64 → 128 bits, then XOR of both halves). The last block
/// may overlap the previous one, so that no byte is processed alone. The DocC page `CatalogFile` specifies the
/// function.
@usableFromInline package enum ByteHash {
    @inlinable static var seed0: UInt64 { 0x9E37_79B9_7F4A_7C15 }
    @inlinable static var seed1: UInt64 { 0xC2B2_AE3D_27D4_EB4F }
    @inlinable static var seed2: UInt64 { 0x1656_67B1_9E37_79F9 }

    /// Returns the hash of `bytes`.
    ///
    /// - Complexity: O(`bytes.count`).
    @inlinable @inline(__always)
    package static func hash(_ bytes: Span<UInt8>) -> UInt64 {
        // SAFETY: The bytes are read only during the call.
        unsafe bytes.withUnsafeBytes { unsafe hash($0) }
    }

    /// Returns the hash of two numbers.
    @inlinable @inline(__always)
    package static func hash(_ first: UInt64, _ second: UInt64) -> UInt64 { mix(first ^ seed0, second ^ seed1) }

    @inlinable @inline(__always)
    static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let count = bytes.count
        var state = seed0 ^ (UInt64(truncatingIfNeeded: count) &* seed2)
        var low: UInt64
        var high: UInt64
        // SAFETY: Every read ends at or before `count`, because each branch checks the length that its reads need.
        if count > 16 {
            var position = 0
            while position < count - 16 {
                state = mix(unsafe word(bytes, position) ^ state, unsafe word(bytes, position + 8) ^ seed1)
                position += 16
            }
            unsafe low = word(bytes, count - 16)
            unsafe high = word(bytes, count - 8)
        } else if count >= 8 {
            unsafe low = word(bytes, 0)
            unsafe high = word(bytes, count - 8)
        } else if count >= 4 {
            low = UInt64(unsafe half(bytes, 0))
            high = UInt64(unsafe half(bytes, count - 4))
        } else if count > 0 {
            low = UInt64(unsafe bytes[0]) | UInt64(unsafe bytes[count / 2]) << 8
            high = UInt64(unsafe bytes[count - 1])
        } else {
            low = 0
            high = 0
        }
        return mix(mix(low ^ state, high ^ seed1) ^ seed2, state ^ seed1)
    }

    @inlinable @inline(__always)
    static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }

    @inlinable @inline(__always)
    static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        // SAFETY: `hash` calls this only for words that end at or before `count`.
        UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inlinable @inline(__always)
    static func half(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        // SAFETY: As in `word`.
        UInt32(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}
