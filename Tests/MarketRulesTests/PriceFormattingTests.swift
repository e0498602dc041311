import TestSupport
import Testing

@testable import MarketRules

@Suite struct PriceFormattingTests {
    @Test(
        arguments: [
            ("0.01", 3.1, "3.10"), ("0.01", 0.1 + 0.2, "0.30"), ("0.01", 1.005, "1.01"), ("0.01", -1.005, "-1.01"),
            ("0.01", 9.999, "10.00"), ("0.01", -0.001, "0.00"), ("0.01", 0.0049, "0.00"),
            ("0.01", 1e15, "1000000000000000.00"),
            ("1", 99.5, "100"), ("1", 0.4, "0"), ("1", -0.5, "-1"), ("0.015625", 100.015625, "100.015625"),
            ("0.0001 1; 0.01", 1, "1.0000"), ("0.0001 1; 0.01", 1.5, "1.50"), ("1e-8", 1e-8, "0.00000001"),
            ("", 3.14159, "3.14159"), ("", 1e-7, "0.0000001"), ("0.01", .nan, "NaN"), ("0.01", .infinity, "Infinity"),
            ("0.01", -.infinity, "-Infinity"),
        ] as [(String, Double, String)])
    func pricesHaveTheDecimalsOfTheirIncrement(text: String, price: Double, written: String) throws {
        #expect(try PriceIncrements(text).format(price) == written)
    }

    @Test func fifteenDigitsEqualTheExactDecimal() {
        let seed: UInt64 = 0x5EED_0003
        var random = SeededGenerator(seed: seed)
        var values: [Double] = [
            0.1 + 0.2, 1e-18, 9.99999999999999999e-18, 0.1, 1e15 + 0.5, 1_234_567_890_123_455.5, 2.5e-18, 1 / 3.0,
        ]
        for exponent in -18...15 {
            let power = Double("1e\(exponent)")!
            values += [power, power.nextUp, power.nextDown, 9.999999999999995 * power, 9.9999999999999944 * power]
            values += (0..<300).map { _ in Double.random(in: 1...10, using: &random) * power }
            // Ties: 16 digits with a final 5 that doubles represent exactly.
            values += (0..<50).map { _ in Double(UInt64.random(in: 1 << 49...1 << 50, using: &random) * 2 + 1) / 16 }
        }
        for value in values where value >= 1e-18 {
            #expect(SignificantDigits.rounded(value) == naivelyRounded(value), "seed \(seed), \(value)")
            #expect(SignificantDigits.rounded(-value) == -naivelyRounded(value), "seed \(seed), \(value)")
        }
    }

    /// Computes all digits of the double by long division, truncates them to 15, and parses them with the standard
    /// library.
    private func naivelyRounded(_ value: Double) -> Double {
        if value == value.rounded(.towardZero) { return value }
        var whole = digits(UInt64(value.rounded(.towardZero)))
        if whole == [0] { whole = [] }
        var fraction: [Int] = []
        var rest = value - value.rounded(.towardZero)
        // Multiplies by ten exactly: at each step, the remainder has at most 53 bits, stored as a pair of integers.
        var numerator = [Int]()
        var bits = 0
        while rest != rest.rounded(.towardZero) {
            rest *= 2
            bits += 1
        }
        numerator = digits(UInt64(rest))
        for _ in 0..<bits {
            // Divide by two, digit by digit, after shifting the decimal point.
            numerator.append(0)
            var carry = 0
            for index in numerator.indices {
                let current = carry * 10 + numerator[index]
                numerator[index] = current / 2
                carry = current % 2
            }
        }
        fraction = Array(repeating: 0, count: max(0, bits - numerator.count)) + numerator.suffix(bits)
        let all = whole + fraction
        guard let first = all.firstIndex(where: { $0 != 0 }) else { return 0 }
        var kept = Array(all[..<min(all.count, first + 15)])
        if all.count > first + 15, all[first + 15] >= 5 {
            var index = kept.count - 1
            while index >= 0, kept[index] == 9 {
                kept[index] = 0
                index -= 1
            }
            if index >= 0 { kept[index] += 1 } else { kept.insert(1, at: 0) }
        }
        let grown = kept.count - min(all.count, first + 15)
        let exponent = whole.count + grown - kept.count
        return Double(kept.map(String.init).joined() + "e\(exponent)")!
    }

    private func digits(_ value: UInt64) -> [Int] { String(value).map { Int(String($0))! } }
}
