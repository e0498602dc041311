/// A positive decimal number as an integer and a power of ten, exact for numbers with at most 15 digits.
struct ExactDecimal {
    private var mantissa: Int
    private var decimals: Int

    private static let digitLimit = 1_000_000_000_000_000

    private init(mantissa: Int, decimals: Int) {
        self.mantissa = mantissa
        self.decimals = decimals
    }

    /// Creates the decimal whose nearest double is `value`; `nil` if it has more than 12 decimal places or more than 15
    /// digits.
    init?(_ value: Double) {
        var power = 1.0
        for decimals in 0...12 {
            let scaled = (value * power).rounded()
            guard scaled < Double(Self.digitLimit) else { return nil }
            if scaled > 0, scaled / power == value {
                self.init(mantissa: Int(scaled), decimals: decimals)
                return
            }
            power *= 10
        }
        return nil
    }

    /// Returns the product; `nil` if it has more than 15 digits or too many decimal places.
    func multiplied(by other: ExactDecimal) -> ExactDecimal? {
        let (product, overflow) = mantissa.multipliedReportingOverflow(by: other.mantissa)
        let places = decimals + other.decimals
        guard !overflow, product < Self.digitLimit, places <= 15 else { return nil }
        return ExactDecimal(mantissa: product, decimals: places)
    }

    /// Returns the greatest common divisor (Euclid's algorithm); `nil` if `numbers` is empty, or if the divisor has
    /// more than 15 digits.
    static func greatestCommonDivisor(_ numbers: [ExactDecimal]) -> Double? {
        guard let decimals = numbers.map(\.decimals).max() else { return nil }
        var divisor = 0
        for number in numbers {
            let power = (number.decimals..<decimals).reduce(1) { power, _ in power * 10 }
            let (scaled, overflow) = number.mantissa.multipliedReportingOverflow(by: power)
            if overflow { return nil }
            var value = scaled
            while value != 0 { (divisor, value) = (value, divisor % value) }
        }
        if divisor >= digitLimit { return nil }
        return Double(divisor) / (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    }
}
