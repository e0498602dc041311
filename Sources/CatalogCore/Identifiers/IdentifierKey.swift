internal import Scanning

/// The 64-bit key of an identifier in its index, derived from its folded text, so that one key serves all comparisons.
///
/// Up to twelve uppercase letters and digits (an ISIN, CUSIP, SEDOL or FIGI) are a number in base 37, the *code*: 0
/// to 9 are the digits 1 to 10, A to Z the digits 11 to 36, and the last character is the lowest digit. 37¹² is below
/// 2⁶³, so equal codes mean equal texts. The key of any other text is the hash of its folded text (`ByteHash`) with
/// the highest bit set, and the texts must be compared.
///
/// Worked example: the code of `A1` is 11 × 37 + 2 = 409.
struct IdentifierKey: Equatable, Sendable {
    let bits: UInt64

    private static let longestCode = 12
    private static let isHash: UInt64 = 1 << 63

    init(bits: UInt64) { self.bits = bits }

    /// Creates the key of a folded text.
    ///
    /// - Complexity: O(`folded.count`).
    @inline(__always)
    init(folded: Span<UInt8>) {
        bits = folded.count <= Self.longestCode ? Self.code(folded) : ByteHash.hash(folded) | Self.isHash
    }

    /// Creates the key of any text.
    @inline(__always)
    init(of text: Span<UInt8>, _ scratch: inout TrivialArray<UInt8>) {
        self = TextFolding.withFolded(text, &scratch) { IdentifierKey(folded: $0) }
    }

    /// Whether the key is a code, so that equal keys mean equal folded texts.
    var isExact: Bool { bits & Self.isHash == 0 }

    /// Returns the first slot to probe in a table of `slots` slots.
    @inline(__always)
    func firstSlot(of slots: Int) -> Int {
        // Similar texts have codes that differ only in their low bits, but the first slot depends on the high bits of
        // the product.
        let mixed = (bits ^ bits &>> 32) &* 0x9E37_79B9_7F4A_7C15
        return Int(mixed.multipliedFullWidth(by: UInt64(slots)).high)
    }

    @inline(__always)
    private static func code(_ folded: Span<UInt8>) -> UInt64 {
        var code: UInt64 = 0
        for index in 0..<folded.count {
            let byte = folded[index]
            if byte &- 0x30 < 10 {
                code = code &* 37 &+ UInt64(byte &- 0x2F)
            } else if byte &- 0x41 < 26 {
                code = code &* 37 &+ UInt64(byte &- 0x36)
            } else {
                return ByteHash.hash(folded) | isHash
            }
        }
        return code
    }
}
