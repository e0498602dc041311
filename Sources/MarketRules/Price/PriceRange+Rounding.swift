extension PriceRange {
    /// Returns the price rounded to a multiple of this range's increment. NaN and infinities are unchanged.
    ///
    /// This function and its callees are inlined, so that a range in an array is not copied.
    @inline(__always)
    func round(_ price: Double, _ mode: PriceRoundingMode) -> Double {
        guard increment > 0 else { return price }
        let digits = whole(price, mode) * mantissa
        // With up to 15 digits, `digits` and `scale` are exact, so the division rounds only once.
        return digits.magnitude < 1e15 ? digits / scale + 0 : roundExactly(price, mode)
    }

    @inline(never)
    private func roundExactly(_ price: Double, _ mode: PriceRoundingMode) -> Double {
        guard price.isFinite else { return price }
        var rounding = ExactRounding(price, increment)
        let magnitude = rounding.multiple(mode, isNegative: price < 0)
        // Near the largest doubles, there may be no finite multiple.
        guard magnitude.isFinite else { return price }
        return price < 0 ? 0 - magnitude : magnitude
    }

    /// The tolerance within which a quotient counts as a whole number or a half (price-increments.md).
    private static let tolerance = 1e-6

    /// Returns the number of increments for a price, an integer. A quotient within 10⁻⁶ of an integer counts as that
    /// integer, and one within 10⁻⁶ of a half as that half; otherwise the mode decides. `increment` must be greater
    /// than 0.
    @inline(__always)
    func whole(_ price: Double, _ mode: PriceRoundingMode) -> Double {
        let quotient = price / increment
        let nearest = Self.nearestWhole(quotient)
        let offset = quotient - nearest
        let distance = offset.magnitude
        // The maximum rounding error that price, increment and quotient have together.
        let noise = 0x1p-51 * quotient.magnitude
        if distance <= Self.tolerance + noise {
            if distance < Self.tolerance - noise { return nearest }
            return wholeByDecimals(price, nearest, mode)
        }
        let floor = offset < 0 ? nearest - 1 : nearest
        switch mode {
        case .floor: return floor
        case .ceiling: return floor + 1
        case .up: return quotient < 0 ? floor : floor + 1
        case .down: return quotient < 0 ? floor + 1 : floor
        case .halfUp, .halfDown, .halfEven: break
        }
        let half = 0.5 - Self.tolerance
        guard distance >= half - noise else { return nearest }
        if distance <= half + noise { return wholeByDecimals(price, nearest, mode) }
        switch mode {
        case .halfUp: return quotient < 0 ? floor : floor + 1
        case .halfDown: return quotient < 0 ? floor + 1 : floor
        default: return Self.isEven(floor) ? floor : floor + 1
        }
    }

    /// Rounds by the decimal texts of price and increment, if the quotient is too imprecise. For example, 70.00001
    /// exceeds 70 by a millionth of 10, although 70.00001 / 10 gives 7.00000100000000014.
    ///
    /// - Parameter nearest: An integer that is less than one away from the quotient.
    @inline(never)
    private func wholeByDecimals(_ price: Double, _ nearest: Double, _ mode: PriceRoundingMode) -> Double {
        // If the multiple has up to 15 digits and equals the price as a double, their decimal texts are equal, too.
        let digits = nearest * mantissa
        if digits.magnitude < 1e15, digits / scale == price { return nearest }
        var rounding = ExactRounding(price, increment)
        let count = rounding.whole(mode, isNegative: price < 0)
        return price < 0 ? -count : count
    }

    private static func isEven(_ whole: Double) -> Bool { nearestWhole(whole * 0.5) * 2 == whole }

    /// Returns the nearest integer; ties go to the even integer.
    static func nearestWhole(_ value: Double) -> Double {
        // From 2⁵² to 2⁵³, doubles have no fraction, so adding 2⁵² rounds to an integer. On processors without a
        // rounding instruction, `rounded` would be a library call.
        let whole = Double(signOf: value, magnitudeOf: 0x1p52)
        return value.magnitude < 0x1p52 ? (value + whole) - whole : value
    }
}
