/// A range of prices with one increment.
///
/// The increment is also stored as a decimal, `mantissa / scale`. So a multiple takes one exact product and one
/// correctly rounded division, and the result is the double nearest to the decimal multiple.
struct PriceRange: Sendable {
    /// The difference between adjacent prices; 0 if there is no rule.
    var increment: Double
    /// The magnitude of price up to which the increment applies; infinite in the outermost range.
    private(set) var limit = Double.infinity
    /// The range of magnitudes that count as equal to the limit. A magnitude that is near several limits counts only as
    /// the innermost of them.
    private(set) var limitStart = Double.infinity, limitEnd = Double.infinity
    /// The digits of the increment as an integer; infinite if no double represents the integer exactly.
    let mantissa: Double
    /// 10 to the power of `decimals`.
    let scale: Double
    /// The number of decimals of the increment, 0…18.
    let decimals: Int

    static let noRule = PriceRange(increment: 0, mantissa: 0, decimals: 0)

    /// Creates a range with the increment `mantissa / 10^decimals`.
    init(increment: Double, mantissa: Double, decimals: Int) {
        self.increment = increment
        self.mantissa = mantissa
        self.decimals = decimals
        scale = PowersOfTen.exact[decimals]
    }

    /// Ends the range at `limit`, where the range `outer` begins.
    ///
    /// The tolerance around a limit may extend beyond the next limits if the increment is large. Prices within several
    /// tolerances belong to the innermost limit, so `limitEnd` must not be less than that of the previous range.
    mutating func end(at limit: PriceNumber, beside outer: PriceRange, notBefore previousEnd: Double) {
        let smaller = increment <= outer.increment ? self : outer
        self.limit = limit.value
        limitStart = smaller.millionth(-1, beside: limit)
        limitEnd = max(previousEnd, smaller.millionth(1, beside: limit))
    }

    /// Returns the farthest double above (`sign` 1) or below (`sign` −1) a number that, as a decimal, differs from the
    /// number by at most a millionth of the increment.
    private func millionth(_ sign: Double, beside number: PriceNumber) -> Double {
        let places = max(number.decimals, decimals + 6)
        if places < PowersOfTen.exact.count {
            // Express both numbers in units of the last decimal place. The shortest text of a double with up to 15
            // digits has exactly these digits.
            let digits = number.mantissa * PowersOfTen.exact[places - number.decimals]
            let step = mantissa * PowersOfTen.exact[places - decimals - 6]
            if digits + step < 1e15 { return (digits + sign * step) / PowersOfTen.exact[places] }
        }
        let bound = DecimalBound(number.value, increment, isAbove: sign > 0)
        var double = number.value + sign * 1e-6 * increment
        // The sum is at most a few doubles away from the bound.
        for _ in 0..<8 where !bound.holds(double) { double = sign > 0 ? double.nextDown : double.nextUp }
        for _ in 0..<8 {
            let next = sign > 0 ? double.nextUp : double.nextDown
            if next < 0 || !next.isFinite || !bound.holds(next) { break }
            double = next
        }
        return double
    }

    /// Returns `count` times the increment. A product that is not an integer is rounded half up to 15 significant
    /// digits.
    ///
    /// A product of up to 15 digits (`digits`) needs no rounding.
    func multiple(_ count: Double) -> Double {
        let digits = count * mantissa
        if digits.magnitude < 1e15 { return digits / scale + 0 }
        return SignificantDigits.rounded(count * increment)
    }
}

/// The powers of ten that doubles represent exactly.
enum PowersOfTen {
    /// 10⁰…10²².
    static let exact: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}
