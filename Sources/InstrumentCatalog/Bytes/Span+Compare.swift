/// Comparing short byte strings.
extension Span<UInt8> {
    /// The `text.count` bytes from `start`, which all lie inside, are `text`.
    @inline(__always)
    func holds(_ text: Span<UInt8>, at start: Int) -> Bool {
        precondition(start >= 0 && start <= count - text.count)
        // SAFETY: both sides hold `part.count` bytes from there, as checked above; they are read within the calls.
        return unsafe withUnsafeBytes { whole in
            unsafe text.withUnsafeBytes { part in
                unsafe Self.isEqual(whole, start, part)
            }
        }
    }

    /// Eight bytes at a time, the last eight overlapping: fields are too short for a call of `memcmp` to pay.
    @inline(__always)
    private static func isEqual(_ a: UnsafeRawBufferPointer, _ start: Int, _ b: UnsafeRawBufferPointer) -> Bool {
        let count = b.count
        guard count > 0, let whole = a.baseAddress, let b = b.baseAddress else { return true }
        // SAFETY: every load ends at or before `count`, and the caller has as many bytes from `start` on.
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

    /// How many bytes from `start` are those of `other` from `otherStart`.
    @inline(__always)
    func commonPrefix(from start: Int, _ other: Span<UInt8>, from otherStart: Int) -> Int {
        let limit = Swift.min(count - start, other.count - otherStart)
        if limit <= 0 { return 0 }
        precondition(start >= 0 && otherStart >= 0)
        // SAFETY: both sides hold `limit` bytes from there; they are read within the calls.
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
                    // The last eight bytes; those of them that were compared before are the same.
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

    // SAFETY: for both, `isEqual` asks for words that end at or before its count.

    @inline(__always)
    private static func half(_ pointer: UnsafeRawPointer) -> UInt32 { unsafe pointer.loadUnaligned(as: UInt32.self) }

    @inline(__always)
    private static func word(_ pointer: UnsafeRawPointer) -> UInt64 { unsafe pointer.loadUnaligned(as: UInt64.self) }
}
