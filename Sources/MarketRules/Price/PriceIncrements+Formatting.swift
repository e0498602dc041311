extension PriceIncrements {
    /// Returns the price in plain decimal notation, with as many decimals as its increment: `3.10`, `-0.0625`,
    /// `1.0000`.
    ///
    /// Further decimals are rounded half away from zero, based on the shortest decimal text. For example, 1.005 becomes
    /// `1.01` with an increment of 0.01. Without a rule, all digits are written. Values that are not finite become
    /// `NaN`, `Infinity` or `-Infinity`.
    public func format(_ price: Double) -> String {
        if price.isNaN { return "NaN" }
        if price.isInfinite { return price < 0 ? "-Infinity" : "Infinity" }
        return hasRule ? DecimalText.fixed(price, decimals: precision(at: price)) : DecimalNumber.format(price)
    }
}

/// Formats decimals with a fixed number of digits after the point.
enum DecimalText {
    /// Formats a finite value with exactly `decimals` digits after the point. If `decimals` is 0, the point is omitted.
    static func fixed(_ value: Double, decimals: Int) -> String {
        var digits = Array(DecimalNumber.format(value.magnitude).utf8)
        let point = digits.firstIndex(of: ASCII.period)
        let missing = decimals - (point.map { digits.count - $0 - 1 } ?? 0)
        if missing > 0 {
            if point == nil { digits.append(ASCII.period) }
            digits += repeatElement(ASCII.zero, count: missing)
        } else if missing < 0 {
            let isRoundedUp = digits[digits.count + missing] >= ASCII.zero + 5
            digits.removeLast(-missing)
            if digits.last == ASCII.period { digits.removeLast() }
            if isRoundedUp { increment(&digits) }
        }
        let isZero = digits.allSatisfy { $0 == ASCII.zero || $0 == ASCII.period }
        return (value < 0 && !isZero ? "-" : "") + String(decoding: digits, as: UTF8.self)
    }

    /// Adds one unit in the last digit.
    private static func increment(_ digits: inout [UInt8]) {
        for index in digits.indices.reversed() where digits[index] != ASCII.period {
            if digits[index] < ASCII.zero + 9 {
                digits[index] += 1
                return
            }
            digits[index] = ASCII.zero
        }
        digits.insert(ASCII.zero + 1, at: 0)
    }
}
