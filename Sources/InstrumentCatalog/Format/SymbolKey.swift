/// The 96 bits under which a symbol stands in its table (`SymbolSlots`).
///
/// Up to seventeen characters from `.` to `Z`, among them `/`, digits, `:`, `=` and capital letters, are a number of base 46: `.` is 1, `Z` 45,
/// and what isn't there is 0, as is a zero byte before the last character. Eight characters, the first one the highest digit, are
/// the bits 0 to 44, the next eight 45 to 89, and the last one 90 to 95. So equal keys are equal symbols. Any other symbol has its
/// hash (`ByteHash`) as bits 0 to 63, and ones above; whether the symbol is the same, it says itself.
///
/// Worked example: `AB` is (20 × 46 + 21) × 46⁶ = 8915313379136.
struct SymbolKey: BitwiseCopyable, Equatable, Sendable {
    /// Bits 0 to 63.
    let low: UInt64
    /// Bits 64 to 95.
    let high: UInt32

    private static let longest = 17
    private static let isHash = UInt32.max
    /// In each of eight bytes the lowest bit.
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// The key of a symbol.
    ///
    /// - Complexity: O(`symbol.count`), some nanoseconds.
    @inline(__always)
    init(_ symbol: Span<UInt8>) {
        // SAFETY: the bytes are read within the call.
        let (first, second, last) = unsafe symbol.withUnsafeBytes { unsafe Self.words($0) }
        let refused = Self.refused(first) | Self.refused(second) | Self.refused(last)
        if symbol.count > Self.longest || refused != 0 || !symbol.isEmpty && symbol[symbol.count &- 1] == 0 {
            low = ByteHash.hash(symbol)
            high = Self.isHash
            return
        }
        let middle = Self.number(second)
        low = Self.number(first) | middle &<< 45
        high = UInt32(truncatingIfNeeded: middle &>> 19 | Self.digits(last) &<< 26)
    }

    /// Equal keys are equal symbols.
    @inline(__always)
    var isExact: Bool { high != Self.isHash }

    /// The first of `lines` lines to look at.
    @inline(__always)
    func firstLine(of lines: Int) -> Int {
        Int(ByteHash.hash(low, UInt64(high)).multipliedFullWidth(by: UInt64(lines)).high)
    }

    /// Bytes 0 to 7, 8 to 15, and 16, the first one lowest, with zeros after the last.
    @inline(__always)
    private static func words(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64, UInt64) {
        let count = bytes.count
        // SAFETY: bytes are read where there are any: below, both words end at or before `count`, and byte 16 is asked for.
        if count < 8 { return unsafe (shortWord(bytes), 0, 0) }
        let second = min(8, count &- 8)
        return unsafe (
            word(bytes, 0), word(bytes, second) >> UInt64(8 &* (8 &- second)), count > 16 ? UInt64(bytes[16]) : 0
        )
    }

    /// At most seven bytes, the first one lowest.
    @inline(__always)
    private static func shortWord(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let count = bytes.count
        // SAFETY: every read lies below `count`; bytes that are read twice are put in the same place.
        if count >= 4 {
            let end = unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
            let start = unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
            return UInt64(start) | UInt64(end) &<< UInt64(8 &* (count &- 4))
        }
        if count == 0 { return 0 }
        let middle = unsafe UInt64(bytes[count / 2]) &<< UInt64(8 &* (count / 2))
        return unsafe UInt64(bytes[0]) | middle | UInt64(bytes[count &- 1]) &<< UInt64(8 &* (count &- 1))
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        // SAFETY: `words` asks for words that end at or before `count`.
        UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The top bit of each byte that isn't 0 and has no digit.
    @inline(__always)
    private static func refused(_ word: UInt64) -> UInt64 {
        // The top bits of the sums: 1 or above, `.` or above, above `Z`.
        let isOut = (word &+ 0x7F * ones) & (~(word &+ 0x52 * ones) | (word &+ 0x25 * ones))
        return (word | isOut) & (0x80 * ones)
    }

    /// The digit of each byte.
    @inline(__always)
    private static func digits(_ word: UInt64) -> UInt64 {
        word &- ((word &+ 0x7F * ones) &>> 7 & ones) &* 0x2D
    }

    /// The number of eight bytes.
    @inline(__always)
    private static func number(_ word: UInt64) -> UInt64 {
        let digits = digits(word)
        // Two neighbours become one, three times.
        let pairs = (digits & 0x00FF_00FF_00FF_00FF) &* 46 &+ (digits &>> 8 & 0x00FF_00FF_00FF_00FF)
        let fours = (pairs & 0xFFFF_0000_FFFF) &* 2116 &+ (pairs &>> 16 & 0xFFFF_0000_FFFF)
        return (fours & 0xFFFF_FFFF) &* 4_477_456 &+ fours &>> 32
    }
}
