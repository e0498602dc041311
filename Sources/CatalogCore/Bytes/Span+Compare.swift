/// Comparisons of short byte strings.
extension Span<UInt8> {
    /// Returns whether the `text.count` bytes at `start`, which must all be inside, equal `text`.
    @inline(__always)
    @inlinable package func holds(_ text: Span<UInt8>, at start: Int) -> Bool {
        precondition(start >= 0 && start <= count - text.count)
        // SAFETY: both sides have `part.count` bytes from there, as checked above; they are only read within the
        // calls.
        return unsafe withUnsafeBytes { whole in
            unsafe text.withUnsafeBytes { part in
                unsafe Self.isEqual(whole, start, part)
            }
        }
    }

    /// Compares eight bytes at a time, with an overlapping last word. Most fields are too short for `memcmp` to be
    /// faster.
    @inline(__always)
    @inlinable static func isEqual(_ a: UnsafeRawBufferPointer, _ start: Int, _ b: UnsafeRawBufferPointer) -> Bool {
        let count = b.count
        guard count > 0, let whole = a.baseAddress, let b = b.baseAddress else { return true }
        // SAFETY: every load ends at or before `count`, and the caller guarantees as many bytes from `start` on.
        let a = unsafe whole + start
        if count >= 8 {
            var offset = 0
            while offset < count - 8 {
                if unsafe word(a + offset) != word(b + offset) { return false }
                offset += 8
            }
            return unsafe word(a + (count - 8)) == word(b + (count - 8))
        }
        if count >= 4 {
            return unsafe half(a) == half(b) && half(a + (count - 4)) == half(b + (count - 4))
        }
        for offset in 0..<count
        where unsafe a.load(fromByteOffset: offset, as: UInt8.self) != b.load(fromByteOffset: offset, as: UInt8.self) {
            return false
        }
        return true
    }

    /// Returns how many bytes at `start` equal those of `other` at `otherStart`.
    @inline(__always)
    @inlinable package func commonPrefix(from start: Int, _ other: Span<UInt8>, from otherStart: Int) -> Int {
        let limit = Swift.min(count - start, other.count - otherStart)
        if limit <= 0 { return 0 }
        precondition(start >= 0 && otherStart >= 0)
        // SAFETY: both sides have `limit` bytes from there; they are only read within the calls.
        return unsafe withUnsafeBytes { a in
            unsafe other.withUnsafeBytes { b in
                var offset = 0
                while offset <= limit - 8 {
                    let difference =
                        unsafe a.loadUnaligned(fromByteOffset: start + offset, as: UInt64.self)
                        ^ b.loadUnaligned(fromByteOffset: otherStart + offset, as: UInt64.self)
                    if difference != 0 { return offset + UInt64(littleEndian: difference).trailingZeroBitCount / 8 }
                    offset += 8
                }
                if limit >= 8 {
                    // The last word overlaps bytes that were already compared and are equal.
                    offset = limit - 8
                    let difference =
                        unsafe a.loadUnaligned(fromByteOffset: start + offset, as: UInt64.self)
                        ^ b.loadUnaligned(fromByteOffset: otherStart + offset, as: UInt64.self)
                    return offset + UInt64(littleEndian: difference).trailingZeroBitCount / 8
                }
                while offset < limit, unsafe a[start + offset] == b[otherStart + offset] { offset += 1 }
                return offset
            }
        }
    }

    /// Returns the length of the common prefix with `other`.
    @inline(__always)
    @inlinable package func commonPrefix(_ other: Span<UInt8>) -> Int { commonPrefix(from: 0, other, from: 0) }

    /// Returns whether the bytes start with `prefix`.
    @inline(__always)
    @inlinable package func begins(with prefix: Span<UInt8>) -> Bool {
        count >= prefix.count && holds(prefix, at: 0)
    }

    /// Returns whether the bytes equal those of `other`.
    @inline(__always)
    @inlinable package func equals(_ other: Span<UInt8>) -> Bool { count == other.count && holds(other, at: 0) }

    /// Returns up to eight bytes at `start` as a number with the sort order of the bytes: big-endian, with zeros after
    /// `length`.
    @inline(__always)
    @inlinable package func bigEndianWord(at start: Int, length: Int) -> UInt64 {
        if length <= 0 { return 0 }
        if start + 8 <= count {
            // SAFETY: eight bytes at `start` are inside.
            let word = unsafe withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: start, as: UInt64.self) }
            let key = UInt64(bigEndian: word)
            return length >= 8 ? key : key & ~(UInt64.max &>> UInt64(8 * length))
        }
        var key: UInt64 = 0
        for index in 0..<Swift.min(8, length) { key |= UInt64(self[start + index]) << UInt64(56 - 8 * index) }
        return key
    }

    /// Returns eight bytes at `start` as a little-endian number, with zeros after the end.
    ///
    /// - Precondition: `start` is 0 or the index of a byte.
    @inline(__always)
    func littleEndianWord(at start: Int) -> UInt64 {
        if count < 8 {
            var word: UInt64 = 0
            for index in stride(from: count - 1, through: start, by: -1) { word = word &<< 8 | UInt64(self[index]) }
            return word
        }
        let first = Swift.min(start, count - 8)
        precondition(first >= 0)
        // SAFETY: eight bytes at `first` are inside; they are only read within the call.
        let word = unsafe withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: first, as: UInt64.self) }
        return UInt64(littleEndian: word) &>> UInt64(8 * (start - first))
    }

    /// The first eight bytes as a number with the sort order of the bytes; zeros after the end.
    var leadingKey: UInt64 { bigEndianWord(at: 0, length: count) }

    // SAFETY: for both, `isEqual` only reads words that end at or before its count.

    @inline(__always)
    @inlinable static func half(_ pointer: UnsafeRawPointer) -> UInt32 { unsafe pointer.loadUnaligned(as: UInt32.self) }

    @inline(__always)
    @inlinable static func word(_ pointer: UnsafeRawPointer) -> UInt64 { unsafe pointer.loadUnaligned(as: UInt64.self) }
}
