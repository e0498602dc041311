internal import Scanning

/// The 96 bits under which a symbol stands in its table (`SymbolSlots`).
///
/// Up to seventeen characters from `.` to `Z`, among them `/`, digits, `:`, `=` and capital letters, are a number of base 46: `.` is 1, `Z` 45,
/// and what isn't there is 0, as is a zero byte before the last character. Eight characters, the first one the highest digit, are
/// the bits 0 to 44, the next eight 45 to 89, and the last one 90 to 95. So equal keys are equal symbols. Any other symbol has its
/// hash (`ByteHash`) as bits 0 to 63, and ones above; whether the symbol is the same, it says itself.
///
/// Worked example: `AB` is (20 × 46 + 21) × 46⁶ = 8915313379136.
package struct SymbolKey: BitwiseCopyable, Equatable, Sendable {
    /// Bits 0 to 63.
    package let low: UInt64
    /// Bits 64 to 95.
    package let high: UInt32

    private static let longest = 17
    private static let isHash = UInt32.max
    /// In each of eight bytes the lowest bit.
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// The key of a symbol.
    ///
    /// - Complexity: O(`symbol.count`), some nanoseconds.
    @inline(__always)
    package init(_ symbol: Span<UInt8>) {
        let first = symbol.littleEndianWord(at: 0)
        let second = symbol.count > 8 ? symbol.littleEndianWord(at: 8) : 0
        let last = symbol.count > 16 ? UInt64(symbol[16]) : 0
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
    package func firstLine(of lines: Int) -> Int {
        Int(ByteHash.hash(low, UInt64(high)).multipliedFullWidth(by: UInt64(lines)).high)
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
