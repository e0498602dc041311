import Scanning

/// Decimal rounding, as the procedures require it.
enum RoundedText {
    /// Rounds to at most six decimals, half to even, by the exact value of the double.
    ///
    /// The double is m · 2^e. Its product with 10⁶ is the integer m · 10⁶ of up to 73 bits, shifted right. The bits
    /// that are shifted out decide about rounding.
    static func upToSixDecimals(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 0x1p53 else {
            return value.isFinite ? DecimalNumber.format(value) : value.fieldText
        }
        if value == 0 { return "0" }
        let shift = 52 - Int(value.exponent)
        let product = UInt128(value.significandBitPattern | (value.isNormal ? 1 << 52 : 0)) * 1_000_000
        // The product is at most 2⁵³ · 10⁶, which exceeds 64 bits.
        let millionths = shift > 126 ? 0 : shiftedHalfToEven(product, shift)
        let (whole, fraction) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
        var text = (value < 0 && millionths > 0 ? "-" : "") + String(whole)
        if fraction > 0 {
            var digits = Substring(String(1_000_000 + fraction).dropFirst())
            while digits.last == "0" { digits.removeLast() }
            text += "." + digits
        }
        return text
    }

    private static func shiftedHalfToEven(_ value: UInt128, _ shift: Int) -> UInt128 {
        guard shift > 0 else { return value << UInt128(-shift) }
        let whole = value >> UInt128(shift)
        let rest = value & ((1 << UInt128(shift)) - 1)
        let half: UInt128 = 1 << UInt128(shift - 1)
        return rest > half || rest == half && whole & 1 == 1 ? whole + 1 : whole
    }

    /// Rounds half up to 14 significant digits. Digits are counted from the first one before the point; a number below
    /// 1 has 14 decimals.
    static func toFourteenDigits(_ value: Double) -> Double {
        let magnitude = value.magnitude
        guard magnitude < 1e14, magnitude != magnitude.rounded(.towardZero) else { return value }
        var decimals = 14
        var bound = 1.0
        while magnitude >= bound {
            bound *= 10
            decimals -= 1
        }
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let rounded = (magnitude * scale + 0.5).rounded(.down) / scale
        return value < 0 ? -rounded : rounded
    }
}
