/// A fast hash of byte strings: 64 well-mixed bits, the same on every machine, since the catalog file holds tables that
/// are built from it. Not a defence against keys that were chosen to collide.
///
/// Sixteen bytes at a time are multiplied into the state (64 × 64 → 128 bits, both halves folded together); the last
/// sixteen are read overlapping, so that no byte is handled alone. The DocC page `CatalogFile` gives
/// the rule.
@usableFromInline package enum ByteHash {
    @inlinable static var seed0: UInt64 { 0x9E37_79B9_7F4A_7C15 }
    @inlinable static var seed1: UInt64 { 0xC2B2_AE3D_27D4_EB4F }
    @inlinable static var seed2: UInt64 { 0x1656_67B1_9E37_79F9 }

    /// The hash of `bytes`.
    ///
    /// - Complexity: O(`bytes.count`), some nanoseconds up to 16 bytes.
    @inlinable @inline(__always)
    package static func hash(_ bytes: Span<UInt8>) -> UInt64 {
        // SAFETY: the bytes are read within the call.
        unsafe bytes.withUnsafeBytes { unsafe hash($0) }
    }

    /// The hash of two numbers.
    @inlinable @inline(__always)
    package static func hash(_ first: UInt64, _ second: UInt64) -> UInt64 { mix(first ^ seed0, second ^ seed1) }

    @inlinable @inline(__always)
    static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let count = bytes.count
        var state = seed0 ^ (UInt64(truncatingIfNeeded: count) &* seed2)
        var low: UInt64
        var high: UInt64
        // SAFETY: every read lies below `count`: each branch states the length that it needs.
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
        // SAFETY: `hash` asks for words that end at or before `count`.
        UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inlinable @inline(__always)
    static func half(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        // SAFETY: as in `word`.
        UInt32(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}
