internal import Scanning

/// The 64 bits under which an identifier stands in its index: made of its folded text, so that one key serves all comparisons.
///
/// Up to twelve capital letters and digits (an ISIN, CUSIP, SEDOL or FIGI) are a number of base 37, their *code*: 0 to 9 are 1 to 10, A
/// to Z 11 to 36, and the last character is the lowest digit. 37¹² is below 2⁶³, so equal codes are equal texts. Any other text has
/// the hash of its folded text (`ByteHash`) with the highest bit set; whether the text is the same, it says itself.
///
/// Worked example: `A1` is 11 × 37 + 2 = 409.
struct IdentifierKey: Equatable, Sendable {
    let bits: UInt64

    private static let longestCode = 12
    private static let isHash: UInt64 = 1 << 63

    init(bits: UInt64) { self.bits = bits }

    /// The key of a folded text.
    ///
    /// - Complexity: O(`folded.count`), some nanoseconds.
    @inline(__always)
    init(folded: Span<UInt8>) {
        bits = folded.count <= Self.longestCode ? Self.code(folded) : ByteHash.hash(folded) | Self.isHash
    }

    /// The key of any text.
    @inline(__always)
    init(of text: Span<UInt8>, _ scratch: inout TrivialArray<UInt8>) {
        self = TextFolding.withFolded(text, &scratch) { IdentifierKey(folded: $0) }
    }

    /// It is a code: equal keys are equal folded texts.
    var isExact: Bool { bits & Self.isHash == 0 }

    /// The first of `slots` slots to look at.
    @inline(__always)
    func firstSlot(of slots: Int) -> Int {
        // Codes of neighbours differ in their low bits alone; the product's high half takes the high bits.
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
