extension PriceRange {
    /// The price as a multiple of this range's increment; NaN and infinities as they are.
    ///
    /// Inlined, as what it asks, so that a range among several isn't copied to be asked.
    @inline(__always)
    func round(_ price: Double, _ mode: PriceRoundingMode) -> Double {
        guard increment > 0 else { return price }
        let digits = whole(price, mode) * mantissa
        // Up to 15 digits: their own rounding, and one correctly rounded division.
        return digits.magnitude < 1e15 ? digits / scale + 0 : roundExactly(price, mode)
    }

    @inline(never)
    private func roundExactly(_ price: Double, _ mode: PriceRoundingMode) -> Double {
        guard price.isFinite else { return price }
        var rounding = ExactRounding(price, increment)
        let magnitude = rounding.multiple(mode, isNegative: price < 0)
        // Above the largest doubles there may be no finite multiple.
        guard magnitude.isFinite else { return price }
        return price < 0 ? 0 - magnitude : magnitude
    }

    /// A quotient within this distance of a whole number, or of a half, counts as that (price-increments.md).
    private static let tolerance = 1e-6

    /// The whole number of increments that stands for a price: one that the quotient is within 10⁻⁶ of, else by the mode, where a
    /// quotient within 10⁻⁶ of a half counts as that half. `increment` is above 0.
    @inline(__always)
    func whole(_ price: Double, _ mode: PriceRoundingMode) -> Double {
        let quotient = price / increment
        let nearest = Self.nearestWhole(quotient)
        let offset = quotient - nearest
        let distance = offset.magnitude
        // Price, increment and quotient are rounded to doubles: by no more than this in all.
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

    /// The same where the quotient can't tell: by the decimals that price and increment are written as. 70.00001 is a millionth of 10
    /// beyond 70, though 70.00001 / 10 gives 7.00000100000000014.
    ///
    /// - Parameter nearest: whole, less than one beside the quotient.
    @inline(never)
    private func wholeByDecimals(_ price: Double, _ nearest: Double, _ mode: PriceRoundingMode) -> Double {
        // A multiple of up to 15 digits is the decimal that its double is written as.
        let digits = nearest * mantissa
        if digits.magnitude < 1e15, digits / scale == price { return nearest }
        var rounding = ExactRounding(price, increment)
        let count = rounding.whole(mode, isNegative: price < 0)
        return price < 0 ? -count : count
    }

    private static func isEven(_ whole: Double) -> Bool { nearestWhole(whole * 0.5) * 2 == whole }

    /// The nearest whole number, ties to even.
    static func nearestWhole(_ value: Double) -> Double {
        // Doubles of 2⁵² ..< 2⁵³ are the whole numbers: adding such a one rounds, without the library call that
        // processors without a rounding instruction need.
        let whole = Double(signOf: value, magnitudeOf: 0x1p52)
        return value.magnitude < 0x1p52 ? (value + whole) - whole : value
    }
}
