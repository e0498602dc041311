internal import Scanning

/// The 96-bit key of a symbol in its hash table (`SymbolSlots`).
///
/// Up to seventeen characters from `.` to `Z` (including `/`, digits, `:`, `=` and uppercase letters) form digits of
/// base 46: `.` is 1, `Z` is 45. Missing characters, and zero bytes before the last character, are 0. Bits 0 to 44
/// encode eight characters, the first one as the highest digit. Bits 45 to 89 encode the next eight, and bits 90 to 95
/// the last one. Equal keys of this form mean equal symbols. For any other symbol, bits 0 to 63 are its hash
/// (`ByteHash`), and bits 64 to 95 are all 1.
package struct SymbolKey: BitwiseCopyable, Equatable, Sendable {
    /// Bits 0 to 63.
    package let low: UInt64
    /// Bits 64 to 95.
    package let high: UInt32

    private static let longest = 17
    private static let isHash = UInt32.max
    /// The lowest bit of each of eight bytes.
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Creates the key of a symbol.
    ///
    /// - Complexity: O(`symbol.count`).
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

    /// Whether equal keys mean equal symbols.
    @inline(__always)
    var isExact: Bool { high != Self.isHash }

    /// Returns the first line to probe in a table of `lines` lines.
    @inline(__always)
    package func firstLine(of lines: Int) -> Int {
        Int(ByteHash.hash(low, UInt64(high)).multipliedFullWidth(by: UInt64(lines)).high)
    }

    /// Returns eight bytes with the top bit set where a byte is neither 0 nor the character of a digit.
    @inline(__always)
    private static func refused(_ word: UInt64) -> UInt64 {
        // The top bits of the three sums: at least 1; at least `.`; above `Z`.
        let isOut = (word &+ 0x7F * ones) & (~(word &+ 0x52 * ones) | (word &+ 0x25 * ones))
        return (word | isOut) & (0x80 * ones)
    }

    /// Returns eight bytes with the digit of each character.
    @inline(__always)
    private static func digits(_ word: UInt64) -> UInt64 {
        word &- ((word &+ 0x7F * ones) &>> 7 & ones) &* 0x2D
    }

    /// Returns the number whose digits are the eight characters.
    @inline(__always)
    private static func number(_ word: UInt64) -> UInt64 {
        let digits = digits(word)
        // Pairs of neighbors are combined three times.
        let pairs = (digits & 0x00FF_00FF_00FF_00FF) &* 46 &+ (digits &>> 8 & 0x00FF_00FF_00FF_00FF)
        let fours = (pairs & 0xFFFF_0000_FFFF) &* 2116 &+ (pairs &>> 16 & 0xFFFF_0000_FFFF)
        return (fours & 0xFFFF_FFFF) &* 4_477_456 &+ fours &>> 32
    }
}
