/// One range of prices and its step.
///
/// An increment is also kept as the decimal it was written as, `mantissa / scale`. A multiple of it is then one exact
/// product and one correctly rounded division: the double nearest to the decimal, without noise digits.
struct PriceRange: Sendable {
    /// The step between prices; 0: no rule.
    var increment: Double
    /// The magnitude up to which the step holds; infinite in the outermost range.
    private(set) var limit = Double.infinity
    /// Magnitudes in `limitStart`…`limitEnd` that aren't within those of a range before are at the limit.
    private(set) var limitStart = Double.infinity, limitEnd = Double.infinity
    /// The increment's digits as a whole number; infinite where no double holds them exactly.
    let mantissa: Double
    /// 10 to the number of the increment's decimals.
    let scale: Double
    /// The number of the increment's decimals, 0…18.
    let decimals: Int

    static let noRule = PriceRange(increment: 0, mantissa: 0, decimals: 0)

    /// A range of an increment that is `mantissa / 10^decimals`.
    init(increment: Double, mantissa: Double, decimals: Int) {
        self.increment = increment
        self.mantissa = mantissa
        self.decimals = decimals
        scale = PowersOfTen.exact[decimals]
    }

    /// Ends the range at `limit`, where `outer` follows.
    ///
    /// A millionth of a large increment may lie beyond limits that follow. Such prices are at this limit, the first
    /// that they are near to, so `limitEnd` is at least that of the range before.
    mutating func end(at limit: PriceNumber, beside outer: PriceRange, notBefore previousEnd: Double) {
        let smaller = increment <= outer.increment ? self : outer
        self.limit = limit.value
        limitStart = smaller.millionth(-1, beside: limit)
        limitEnd = max(previousEnd, smaller.millionth(1, beside: limit))
    }

    /// The last double whose decimal is no more than a millionth of the increment beside `number`: `sign` is 1 or −1.
    private func millionth(_ sign: Double, beside number: PriceNumber) -> Double {
        let places = max(number.decimals, decimals + 6)
        if places < PowersOfTen.exact.count {
            // Both as whole numbers of the last decimal place. Up to 15 digits are the decimal that their double is
            // written as.
            let digits = number.mantissa * PowersOfTen.exact[places - number.decimals]
            let step = mantissa * PowersOfTen.exact[places - decimals - 6]
            if digits + step < 1e15 { return (digits + sign * step) / PowersOfTen.exact[places] }
        }
        let bound = DecimalBound(number.value, increment, isAbove: sign > 0)
        var double = number.value + sign * 1e-6 * increment
        // The sum is a few doubles beside the bound at most.
        for _ in 0..<8 where !bound.holds(double) { double = sign > 0 ? double.nextDown : double.nextUp }
        for _ in 0..<8 {
            let next = sign > 0 ? double.nextUp : double.nextDown
            if next < 0 || !next.isFinite || !bound.holds(next) { break }
            double = next
        }
        return double
    }

    /// `count` increments, rounded half-up to 15 significant digits if that isn't a whole number.
    ///
    /// A product below 10¹⁵ has no more than 15 digits, and so is its own rounding.
    func multiple(_ count: Double) -> Double {
        let digits = count * mantissa
        if digits.magnitude < 1e15 { return digits / scale + 0 }
        return SignificantDigits.rounded(count * increment)
    }
}

/// Powers of ten that a double holds exactly.
enum PowersOfTen {
    /// 10⁰…10²².
    static let exact: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}
