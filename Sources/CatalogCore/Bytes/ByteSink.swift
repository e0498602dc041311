/// The variable-length encoding of numbers below 2³²: seven bits per byte, low bits first; all bytes but the last have
/// the top bit set.
@usableFromInline enum Varint {
    @inline(__always)
    @inlinable static func forEachByte(of value: UInt32, _ body: (UInt8) -> Void) {
        var rest = value
        while rest >= 0x80 {
            body(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest &>>= 7
        }
        body(UInt8(truncatingIfNeeded: rest))
    }

    /// Returns the encoding of a number below 2¹⁴, with the first byte in the lowest bits, and its length.
    @inline(__always)
    @inlinable static func word(of value: UInt32) -> (bytes: UInt64, count: UInt32) {
        let value = UInt64(value)
        return value < 0x80 ? (value, 1) : (value & 0x7F | 0x80 | (value & 0x3F80) &<< 1, 2)
    }
}

/// A buffer in which the bytes of a section are assembled: little-endian numbers, varints and spans.
@usableFromInline package struct ByteSink: ~Copyable, Sendable {
    @usableFromInline var bytes = TrivialArray<UInt8>()

    @inlinable package init() {}

    /// The number of bytes so far.
    @inlinable package var count: Int { bytes.count }

    /// The bytes, valid while the sink is borrowed.
    @inlinable package var span: Span<UInt8> {
        @_lifetime(borrow self)
        get { bytes.span }
    }

    /// The checksum of the bytes.
    @inlinable package var checksum: UInt64 { Checksum.of(bytes.span) }

    /// Reserves capacity for `count` bytes in total.
    @inlinable package mutating func reserve(_ count: Int) { bytes.reserve(count) }

    /// Removes the bytes after the first `count`.
    @inlinable package mutating func truncate(to count: Int) { bytes.truncate(to: count) }

    @inline(__always)
    @inlinable package mutating func append(_ byte: UInt8) { bytes.append(byte) }

    @inline(__always)
    @inlinable package mutating func append(_ span: Span<UInt8>) { bytes.append(span) }

    /// Appends a string in UTF-8.
    @inlinable package mutating func append(_ text: String) { bytes.append(text.utf8Span.span) }

    @inline(__always)
    @inlinable package mutating func append(u32 value: UInt32) { bytes.append(bytesOf: value.littleEndian) }

    @inline(__always)
    @inlinable package mutating func append(u64 value: UInt64) { bytes.append(bytesOf: value.littleEndian) }

    /// Appends a number below 2³² as a varint (`Varint`).
    @inline(__always)
    @inlinable package mutating func append(varint value: Int) {
        Varint.forEachByte(of: UInt32(truncatingIfNeeded: value)) { bytes.append($0) }
    }

    /// Appends `count` zero bytes.
    @inlinable package mutating func append(zeros count: Int) { bytes.append(repeating: 0, count: count) }

    /// Returns the 32-bit number at `offset`. Its four bytes must have been appended before.
    @inline(__always)
    @inlinable package func u32(at offset: Int) -> UInt32 { UInt32(littleEndian: bytes.number(at: offset)) }

    /// Returns the varint at `offset`, which must have been appended before, and advances `offset` past it.
    @inline(__always)
    @inlinable func varint(at offset: inout Int) -> UInt32 {
        var value: UInt32 = 0
        var shift: UInt32 = 0
        while true {
            let byte = bytes[offset]
            offset += 1
            value |= UInt32(byte & 0x7F) &<< shift
            if byte < 0x80 { return value }
            shift += 7
        }
    }

    /// Overwrites the four bytes at `offset`, which must have been appended before.
    @inline(__always)
    @inlinable package mutating func put(u32 value: UInt32, at offset: Int) {
        bytes.put(bytesOf: value.littleEndian, at: offset)
    }

    /// Overwrites the eight bytes at `offset`, which must have been appended before.
    @inline(__always)
    @inlinable package mutating func put(u64 value: UInt64, at offset: Int) {
        bytes.put(bytesOf: value.littleEndian, at: offset)
    }

    /// Prefetches the cache line at `offset`.
    @inline(__always)
    @inlinable package func fetch(_ offset: Int) { bytes.fetch(offset) }

    /// Appends zeros up to a multiple of `alignment`.
    @inlinable package mutating func pad(to alignment: Int) {
        while bytes.count % alignment != 0 { bytes.append(0) }
    }
}
