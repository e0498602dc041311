/// How a number below 2³² is written: seven bits a byte, low ones first, the top bit set on all but the last byte.
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

    /// The bytes of a number below 2¹⁴, the first one lowest, and how many they are.
    @inline(__always)
    @inlinable static func word(of value: UInt32) -> (bytes: UInt64, count: UInt32) {
        let value = UInt64(value)
        return value < 0x80 ? (value, 1) : (value & 0x7F | 0x80 | (value & 0x3F80) &<< 1, 2)
    }
}

/// The bytes of one section while they are put together: little-endian numbers, varints, spans.
@usableFromInline package struct ByteSink: ~Copyable, Sendable {
    @usableFromInline var bytes = TrivialArray<UInt8>()

    @inlinable package init() {}

    /// Bytes so far.
    @inlinable package var count: Int { bytes.count }

    /// All bytes, for the time that the sink is borrowed.
    @inlinable package var span: Span<UInt8> {
        @_lifetime(borrow self)
        get { bytes.span }
    }

    /// The checksum of all bytes.
    @inlinable package var checksum: UInt64 { Checksum.of(bytes.span) }

    /// Makes room for `count` bytes in all.
    @inlinable package mutating func reserve(_ count: Int) { bytes.reserve(count) }

    /// Forgets the bytes after the first `count`.
    @inlinable package mutating func truncate(to count: Int) { bytes.truncate(to: count) }

    @inline(__always)
    @inlinable package mutating func append(_ byte: UInt8) { bytes.append(byte) }

    @inline(__always)
    @inlinable package mutating func append(_ span: Span<UInt8>) { bytes.append(span) }

    /// The bytes of a string in UTF-8.
    @inlinable package mutating func append(_ text: String) { bytes.append(text.utf8Span.span) }

    @inline(__always)
    @inlinable package mutating func append(u32 value: UInt32) { bytes.append(bytesOf: value.littleEndian) }

    @inline(__always)
    @inlinable package mutating func append(u64 value: UInt64) { bytes.append(bytesOf: value.littleEndian) }

    /// A number below 2³² (`Varint`).
    @inline(__always)
    @inlinable package mutating func append(varint value: Int) {
        Varint.forEachByte(of: UInt32(truncatingIfNeeded: value)) { bytes.append($0) }
    }

    /// Appends `count` zeros.
    @inlinable package mutating func append(zeros count: Int) { bytes.append(repeating: 0, count: count) }

    /// The four bytes at `offset`, which were appended before.
    @inline(__always)
    @inlinable package func u32(at offset: Int) -> UInt32 { UInt32(littleEndian: bytes.number(at: offset)) }

    /// The number at `offset`, which was appended before (`append(varint:)`); the offset moves after it.
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

    /// Writes four bytes over those at `offset`, which were appended before.
    @inline(__always)
    @inlinable package mutating func put(u32 value: UInt32, at offset: Int) {
        bytes.put(bytesOf: value.littleEndian, at: offset)
    }

    /// Writes eight bytes over those at `offset`, which were appended before.
    @inline(__always)
    @inlinable package mutating func put(u64 value: UInt64, at offset: Int) {
        bytes.put(bytesOf: value.littleEndian, at: offset)
    }

    /// Lets the processor fetch what is at `offset` while it goes on.
    @inline(__always)
    @inlinable package func fetch(_ offset: Int) { bytes.fetch(offset) }

    /// Zeros up to a multiple of `alignment`.
    @inlinable package mutating func pad(to alignment: Int) {
        while bytes.count % alignment != 0 { bytes.append(0) }
    }
}
