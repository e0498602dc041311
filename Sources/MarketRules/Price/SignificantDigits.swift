/// Rounds a double to 15 significant decimal digits, half away from zero, exactly and without allocation.
///
/// The double is `m · 2^e` with an integer m. A scale s is chosen so that the integer part of the double times 10^s has
/// 15 digits. This product is `m · 5^s · 2^(e + s)`, a 128-bit integer shifted right, so it can be rounded exactly.
/// Finally, the 15 digits are divided by 10^s with one correct rounding.
///
/// ```
/// 0.30000000000000004 = 5404319552844596 · 2^−54,  s = 15
///   5404319552844596 · 5^15 >> 39 = 300000000000000  →  300000000000000 / 10^15 = 0.3
/// ```
package enum SignificantDigits {
    /// Returns the double nearest to `value` rounded to 15 significant digits. Integers, infinities and NaN are
    /// unchanged.
    ///
    /// Magnitudes below 10⁻¹⁸ are also unchanged, because no multiple of a valid increment is that small.
    package static func rounded(_ value: Double) -> Double {
        let magnitude = value.magnitude
        // BOUNDED: below 2⁵³.
        guard magnitude >= 1e-18, magnitude < 0x1p53, value != Double(Int64(value)) else { return value }
        let result = roundedFraction(magnitude)
        return value < 0 ? -result : result
    }

    /// Rounds a magnitude in 10⁻¹⁸ ..< 2⁵³ that is not an integer.
    private static func roundedFraction(_ magnitude: Double) -> Double {
        // Round away the last of 16 digits before the point; the fraction cannot affect this. BOUNDED: below 2⁵³.
        if magnitude >= 1e15 { return Double((UInt64(magnitude) + 5) / 10 * 10) }
        var shift = decimalShift(of: magnitude)
        var digits = scaled(magnitude, byPowerOfTen: shift)
        // `shift` was 1 too large, so there are 16 digits. If rounding up resulted in exactly 10¹⁵, no correction is
        // needed.
        if digits > 1_000_000_000_000_000 {
            shift -= 1
            digits = scaled(magnitude, byPowerOfTen: shift)
        }
        while shift > 22, digits % 10 == 0 {
            digits /= 10
            shift -= 1
        }
        return shift <= 22
            ? Double(digits) / PowersOfTen.exact[shift] : quotient(digits, byPowerOfTen: shift)
    }

    /// Returns the s in 0…32 for which the integer part of `magnitude · 10^s` has 15 digits. Near a power of ten, s may
    /// be 1 too large.
    private static func decimalShift(of magnitude: Double) -> Int {
        // Multiply a magnitude below 1 by ten until it is at least 1; compare any other magnitude with powers of ten.
        // In both cases, rounding errors matter only near powers of ten.
        var shift = 14
        var bound = 10.0
        if magnitude >= 1 {
            while magnitude >= bound {
                bound *= 10
                shift -= 1
            }
        } else {
            var lifted = magnitude
            while lifted < 1 {
                lifted *= 10
                shift += 1
            }
        }
        return min(shift, 32)
    }

    /// Returns `magnitude · 10^shift`, rounded half up to an integer.
    private static func scaled(_ magnitude: Double, byPowerOfTen shift: Int) -> UInt64 {
        let product = UInt128(magnitude.significandBitPattern | 1 << 52) * powerOfFive(shift)
        // The magnitude is not an integer, and its product with 10^shift is below 10¹⁶. So at least one bit is shifted
        // out, unless the power of two alone makes the product an integer.
        let right = 52 - Int(magnitude.exponent) - shift
        guard right > 0 else { return UInt64(product << UInt128(-right)) }
        return UInt64((product + (1 << UInt128(right - 1))) >> UInt128(right))
    }

    /// Returns the double nearest to `digits / 10^shift`, ties to even. `digits` must be in 1 ..< 10¹⁵, and `shift` at
    /// most 32.
    private static func quotient(_ digits: UInt64, byPowerOfTen shift: Int) -> Double {
        // The dividend has 128 bits and the divisor at most 75, so the quotient has at least the 53 bits that a double
        // needs.
        let left = UInt128(digits).leadingZeroBitCount
        let divisor = powerOfFive(shift)
        let (whole, remainder) = (UInt128(digits) << UInt128(left)).quotientAndRemainder(dividingBy: divisor)
        let extra = (128 - whole.leadingZeroBitCount) - 53
        var bits = UInt64(truncatingIfNeeded: whole >> UInt128(extra))
        let rest = extra > 0 ? whole & ((1 << UInt128(extra)) - 1) : 0
        let half: UInt128 = extra > 0 ? 1 << UInt128(extra - 1) : 0
        let isAbove = extra > 0 ? rest > half || (rest == half && remainder > 0) : remainder > divisor - remainder
        let isTie = extra > 0 ? rest == half && remainder == 0 : remainder == divisor - remainder
        if isAbove || (isTie && bits & 1 == 1) { bits += 1 }
        return Double(sign: .plus, exponent: extra - left - shift, significand: Double(bits))
    }

    private static func powerOfFive(_ exponent: Int) -> UInt128 {
        var power: UInt128 = 1
        for _ in 0..<exponent { power *= 5 }
        return power
    }
}
