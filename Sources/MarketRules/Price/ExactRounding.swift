/// Rounds to a multiple of an increment in exact decimal arithmetic, for quotients that doubles do not represent
/// precisely enough.
///
/// A double denotes the decimal number of its shortest text (price-increments.md). Price and increment are `p · 10^a`
/// and `i · 10^b` with integers p and i below 10^17, so the quotient can be computed by long division:
///
/// ```
/// 2310.47 / 1e-8 = 231047 · 10^-2 / 1 · 10^-8 = 231047 · 10^6 / 1 = 231047000000, no remainder
/// ```
struct ExactRounding {
    /// The integer part of the quotient, as decimal digits with the most significant first.
    private var count: [UInt8]
    /// The fraction of the quotient, `rest / divisor`, below 1.
    private let rest: UInt128, divisor: UInt128
    private let increment: ShortestDecimal

    /// Creates the quotient of a price and an increment. Both must be finite, and the increment must be greater than 0.
    init(_ price: Double, _ increment: Double) {
        self.init(ShortestDecimal(price.magnitude), ShortestDecimal(increment))
    }

    private init(_ price: ShortestDecimal, _ increment: ShortestDecimal) {
        self.increment = increment
        let exponent = price.exponent - increment.exponent
        if exponent >= 0 {
            // Long division: bring down the digits of the price, then a zero for each power of ten.
            count = Array(String(price.digits / increment.digits).utf8.map { $0 - ASCII.zero })
            var rest = price.digits % increment.digits
            for _ in 0..<exponent {
                rest *= 10
                count.append(UInt8(truncatingIfNeeded: rest / increment.digits))
                rest %= increment.digits
            }
            (self.rest, divisor) = (UInt128(rest), UInt128(increment.digits))
        } else if exponent < -24 {
            // The divisor is so large that the quotient is below the tolerance.
            (count, rest, divisor) = ([0], 0, 1)
        } else {
            let power = (0..<(-exponent)).reduce(1 as UInt128) { power, _ in power * 10 }
            let scaled = UInt128(increment.digits).multipliedReportingOverflow(by: power)
            // If the divisor exceeds 2¹⁰⁴, the quotient is also below the tolerance.
            let divisor = scaled.overflow ? UInt128.max >> 24 : min(scaled.partialValue, .max >> 24)
            count = Array(String(UInt128(price.digits) / divisor).utf8.map { $0 - ASCII.zero })
            (rest, self.divisor) = (UInt128(price.digits) % divisor, divisor)
        }
    }

    /// Returns the magnitude of the rounded price; infinite if it exceeds the range of doubles. A magnitude that is not
    /// an integer is rounded half up to 15 significant digits.
    ///
    /// - Parameter isNegative: Whether the price is negative.
    mutating func multiple(_ mode: PriceRoundingMode, isNegative: Bool) -> Double {
        if roundsOutward(mode, isNegative) { increase() }
        return product
    }

    /// Returns the quotient rounded to an integer, the number of increments in the rounded price.
    mutating func whole(_ mode: PriceRoundingMode, isNegative: Bool) -> Double {
        if roundsOutward(mode, isNegative) { increase() }
        return Double(String(decoding: count.map { $0 + ASCII.zero }, as: UTF8.self)) ?? .infinity
    }

    /// Returns whether to round away from zero. A quotient within 10⁻⁶ of an integer counts as that integer, and one
    /// within 10⁻⁶ of a half as that half.
    private func roundsOutward(_ mode: PriceRoundingMode, _ isNegative: Bool) -> Bool {
        let million: UInt128 = 1_000_000
        if rest * million <= divisor { return false }
        if (divisor - rest) * million <= divisor { return true }
        switch mode {
        case .up: return true
        case .down: return false
        case .ceiling: return !isNegative
        case .floor: return isNegative
        case .halfUp, .halfDown, .halfEven: break
        }
        let isAbove = 2 * rest > divisor
        let distance = isAbove ? 2 * rest - divisor : divisor - 2 * rest
        guard distance * million <= 2 * divisor else { return isAbove }
        return mode == .halfUp || mode == .halfEven && count.last! % 2 == 1
    }

    /// Adds 1 to the count.
    private mutating func increase() {
        for place in count.indices.reversed() {
            if count[place] < 9 {
                count[place] += 1
                return
            }
            count[place] = 0
        }
        count.insert(1, at: 0)
    }

    /// The count times the increment.
    private var product: Double {
        var digits: [UInt8] = []
        var carry: UInt128 = 0
        for digit in count.reversed() {
            carry += UInt128(digit) * UInt128(increment.digits)
            digits.append(UInt8(truncatingIfNeeded: carry % 10))
            carry /= 10
        }
        while carry > 0 {
            digits.append(UInt8(truncatingIfNeeded: carry % 10))
            carry /= 10
        }
        // The least significant digit comes first.
        while let last = digits.last, last == 0 { digits.removeLast() }
        if digits.isEmpty { return 0 }
        let isWhole = increment.exponent >= 0 || digits.prefix(-increment.exponent).allSatisfy { $0 == 0 }
        let dropped = isWhole ? 0 : max(0, digits.count - 15)
        let isRoundedUp = dropped > 0 && digits[dropped - 1] >= 5
        var text = digits[dropped...].reversed().map { $0 + ASCII.zero }
        if isRoundedUp {
            let sum = UInt64(String(decoding: text, as: UTF8.self))! + 1
            text = Array(String(sum).utf8)
        }
        return Double("\(String(decoding: text, as: UTF8.self))e\(increment.exponent + dropped)") ?? .infinity
    }
}

/// A double as the decimal number `digits · 10^exponent` of its shortest text. The double must be finite and not
/// negative.
struct ShortestDecimal {
    /// At most 17 digits; the last digit is not 0 unless the number is 0.
    private(set) var digits: UInt64 = 0
    private(set) var exponent = 0

    init(_ value: Double) {
        var isFraction = false
        var bytes = Array(value.description.utf8)[...]
        if let mark = bytes.firstIndex(of: UInt8(ascii: "e")) {
            exponent = Int(String(decoding: bytes[(mark + 1)...], as: UTF8.self))!
            bytes = bytes[..<mark]
        }
        for byte in bytes {
            if byte == ASCII.period {
                isFraction = true
                continue
            }
            digits = digits * 10 + UInt64(byte.digitValue)
            if isFraction { exponent -= 1 }
        }
        while digits > 0, digits % 10 == 0 {
            digits /= 10
            exponent += 1
        }
        if digits == 0 { exponent = 0 }
    }
}

/// A bound that lies a millionth of an increment above or below a limit.
struct DecimalBound {
    private let limit: ShortestDecimal, increment: ShortestDecimal
    private let isAbove: Bool

    init(_ limit: Double, _ increment: Double, isAbove: Bool) {
        self.limit = ShortestDecimal(limit)
        self.increment = ShortestDecimal(increment)
        self.isAbove = isAbove
    }

    /// Returns whether a double, as a decimal number, is on the same side of the bound as the limit, or equals the
    /// bound. Returns `true` if the exponents differ too much for 128-bit arithmetic.
    func holds(_ double: Double) -> Bool {
        if double < 0 { return !isAbove }
        let value = ShortestDecimal(double)
        let exponent = min(value.exponent, limit.exponent, increment.exponent - 6)
        guard let number = value.digits(exponent), let limit = limit.digits(exponent),
            let step = increment.digits(exponent + 6)
        else { return true }
        return isAbove ? number <= limit + step : number >= limit - step
    }
}

extension ShortestDecimal {
    /// Returns the number as a multiple of `10^exponent`; `nil` if the multiple might exceed 128 bits. `exponent` must
    /// not exceed the number's own exponent.
    fileprivate func digits(_ exponent: Int) -> Int128? {
        guard digits > 0 else { return 0 }
        guard self.exponent - exponent <= 19 else { return nil }
        return (exponent..<self.exponent).reduce(Int128(digits)) { number, _ in number * 10 }
    }
}
