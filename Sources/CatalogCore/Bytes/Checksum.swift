/// The 64-bit checksum of sections: four lanes of eight bytes each, multiplied and rotated.
///
/// Each step is invertible for a given word, so a change within one word is always detected. Other changes go
/// undetected with a probability of 2⁻⁶⁴. The checksum protects against damage, not against forgery.
///
/// ```
/// lane i starts as SEED + i;  for each 32 bytes: lane i = rotl(lane i xor word i, 29) × PRIME (mod 2⁶⁴)
/// the last bytes are padded with zeros to 32
/// sum = count × PRIME;  for each lane: sum = rotl(sum xor lane, 31) × PRIME
/// result: sum xor (sum >> 32)
/// ```
@usableFromInline package enum Checksum {
    private static let seed: UInt64 = 0x6970_6663_6174_0001
    private static let prime: UInt64 = 0x9FB2_1C65_1E98_DF25

    /// Returns the checksum of `bytes`.
    ///
    /// - Complexity: O(`bytes.count`).
    @usableFromInline package static func of(_ bytes: Span<UInt8>) -> UInt64 {
        var a = seed
        var b = seed &+ 1
        var c = seed &+ 2
        var d = seed &+ 3
        // SAFETY: the bytes are only read within the call.
        unsafe bytes.withUnsafeBytes { source in
            let whole = source.count & ~31
            var offset = 0
            while offset < whole {
                // SAFETY: offset + 32 ≤ whole ≤ count.
                a = step(a, unsafe source.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                b = step(b, unsafe source.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
                c = step(c, unsafe source.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self))
                d = step(d, unsafe source.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self))
                offset += 32
            }
            if whole < source.count {
                var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
                // SAFETY: fewer than 32 bytes are left, and the tuple has 32.
                unsafe withUnsafeMutableBytes(of: &words) {
                    unsafe $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[whole...]))
                }
                a = step(a, words.0)
                b = step(b, words.1)
                c = step(c, words.2)
                d = step(d, words.3)
            }
        }
        var sum = UInt64(truncatingIfNeeded: bytes.count) &* prime
        for lane in [a, b, c, d] { sum = fold(sum ^ lane, 31) }
        return sum ^ (sum >> 32)
    }

    @inline(__always)
    private static func step(_ lane: UInt64, _ word: UInt64) -> UInt64 { fold(lane ^ UInt64(littleEndian: word), 29) }

    @inline(__always)
    private static func fold(_ value: UInt64, _ bits: UInt64) -> UInt64 {
        ((value &<< bits) | (value &>> (64 &- bits))) &* prime
    }
}
