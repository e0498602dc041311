import MarketRules
import TestSupport
import Testing

/// The tolerance is a millionth of an increment (price-increments.md). A price at exactly that distance is within it.
/// Distances are those of the decimal texts, without the rounding of doubles and of the quotient.
@Suite struct PriceToleranceTests {
    @Test(
        arguments: [
            // 70.00001 / 10 is 7.00000100000000014 in doubles, 69.99999 / 10 is 6.99999899999999986
            ("10", 70.00001, 1, 70), ("10", 70.0000100000001, 1, 80), ("10", 70.00002, 1, 80),
            ("10", 69.99999, -1, 70), ("10", 69.9999899999999, -1, 60),
            ("10", -70.00001, -1, -70), ("10", -70.0000100000001, -1, -80), ("10", -69.99999, 1, -70),
            ("10", 0.00001, 1, 0), ("10", 0.0000100000000000001, 1, 10), ("10", -0.00001, -1, 0),
            ("0.01", 0.70000001, 1, 0.7), ("0.01", 0.70000001000001, 1, 0.71), ("0.07", 0.63000007, 1, 0.63),
            ("0.07", 0.63000007000001, 1, 0.7),
            // The quotient is so large that neighboring doubles differ by far more than a millionth.
            ("0.000001", 682659.0276, 1, 682659.0276), ("0.000001", -682659.0276, -1, -682659.0276),
            ("0.000001", 682659.0276004, 1, 682659.027601), ("0.00001", 484669.110005, 0, 484669.11),
            // A tie, which rounds to the even multiple.
            ("10", 74.99999, 0, 80), ("10", 74.9999899999999, 0, 70), ("10", 85.00001, 0, 80),
            ("10", 85.0000100000001, 0, 90), ("10", -74.99999, 0, -80), ("10", 5.00001, 0, 0),
        ] as [(String, Double, Int, Double)])
    func multiplesAndTiesHaveATolerance(text: String, price: Double, direction: Int, rounded: Double) throws {
        let direction = try #require(PriceDirection(rawValue: direction))
        #expect(try PriceIncrements(text).round(price, direction) == rounded)
    }

    @Test(
        arguments: [
            ("0.01 3; 0.05", 3.00000001, -1, 0.01), ("0.01 3; 0.05", 3.00000001000001, -1, 0.05),
            ("0.01 3; 0.05", 2.99999999, 1, 0.05), ("0.01 3; 0.05", 2.99999998999999, 1, 0.01),
            ("0.3 0.7; 0.1", 0.7000001, -1, 0.3), ("0.3 0.7; 0.1", 0.7000001000001, -1, 0.1),
            ("0.3 0.7; 0.1", -0.7000001, 1, 0.3), ("0.3 0.7; 0.1", 0.6999999, 1, 0.1),
            // The price's decimal text is beyond the tolerance, although the tolerance rounds to an equal double.
            ("1.23456789 1000; 10 1010; 1", -1000.0000012345679, 1, 10),
            // If doubles are too coarse for the decimals, only the limit itself is within the tolerance.
            ("1e-12 123456.7; 1", 123456.7, -1, 1e-12), ("1e-12 123456.7; 1", 123456.70000000001, -1, 1),
        ] as [(String, Double, Int, Double)])
    func limitsHaveATolerance(text: String, price: Double, direction: Int, increment: Double) throws {
        let direction = try #require(PriceDirection(rawValue: direction))
        #expect(try PriceIncrements(text).increment(at: price, moving: direction) == increment)
    }

    /// Prices and increments are the shortest decimal texts of their doubles. A result has 15 digits of the exact
    /// product.
    @Test(
        arguments: [
            ("25", -24896959150.000027, -1, -24896959175),
            ("1e-8", 1e18, 1, 1e18), ("1e-8", 2310.47, -1, 2310.47), ("1e-18", 1e300, 1, 1e300),
            ("0.00000001", -592018123.7400755, 0, -592018123.740076), ("38509.19423796655", 0.08, 1, 38509.1942379666),
            ("38509.19423796655", -0.08, 1, 0), ("38509.19423796655", -0.08, -1, -38509.1942379666),
            ("0.01", 9_007_199_254_740_992, 1, 9_007_199_254_740_992), ("0.02", 1e308, 1, 1e308),
            ("1e308", Double.leastNonzeroMagnitude, 1, 0), ("1e308", 1.7e308, -1, 1e308),
            ("1e308", 1.7e308, 1, 1.7e308),
            ("1e-18", Double.leastNonzeroMagnitude, 1, 0), ("1e-18", 1e-18, 1, 1e-18),
            ("0.54598679", 123456789012345.6, -1, 123456789012345),
            ("3", 1e300, 0, 1e300), ("0.00000001", 60123.12345678, 1, 60123.12345678),
            ("0.00000001", 123456789.123456785, 0, 123456789.123457),
        ] as [(String, Double, Int, Double)])
    func decimalsAreThoseThatDoublesPrintAs(text: String, price: Double, direction: Int, rounded: Double) throws {
        let direction = try #require(PriceDirection(rawValue: direction))
        #expect(try PriceIncrements(text).round(price, direction) == rounded)
    }

    /// The tolerance of a large increment can cover several limits. The first limit within the tolerance of the price
    /// applies.
    @Test(
        arguments: [
            ("5.58368e+11 1.8717886; 6.77633e+17 2; 0.05 5; 10 2987; 84.90187863", 46.80000005, -1, 558_368_000_000),
            ("5.58368e+11 1.8717886; 6.77633e+17 2; 0.05 5; 10 2987; 84.90187863", 46.80000005, 1, 6.77633e17),
            ("5.58368e+11 1.8717886; 6.77633e+17 2; 0.05 5; 10 2987; 84.90187863", -46.80000005, 1, 558_368_000_000),
            // For prices above 558368 + 1.87, the following limits apply again.
            ("5.58368e+11 1.8717886; 6.77633e+17 2; 0.05 5; 10 2987; 84.90187863", 558_370, -1, 84.90187863),
            ("1e9 1; 2e9 2; 0.01 3; 0.05", 900, -1, 1e9), ("1e9 1; 2e9 2; 0.01 3; 0.05", 1001.5, -1, 0.05),
        ] as [(String, Double, Int, Double)])
    func theFirstNearbyLimitApplies(text: String, price: Double, direction: Int, increment: Double) throws {
        let direction = try #require(PriceDirection(rawValue: direction))
        #expect(try PriceIncrements(text).increment(at: price, moving: direction) == increment)
    }

    /// Prices of up to 15 digits that differ by a millionth, or slightly more, from a multiple, a tie or a limit.
    @Test func anyDecimalsHaveATolerance() throws {
        let seed: UInt64 = 0x5EED_0011
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let decimals = Int.random(in: 0...6, using: &random)
            let mantissa = [1, 2, 5, 25, .random(in: 1...999, using: &random)].randomElement(using: &random)!
            let count = Int.random(in: 1...20_000, using: &random)
            let text = Self.decimal(mantissa, decimals)
            let rules = try PriceIncrements(text)
            let multiple = try #require(Double(Self.decimal(count * mantissa, decimals)))
            func price(_ tenMillionths: Int) -> Double {
                Double(Self.decimal((count * 10_000_000 + tenMillionths) * mantissa, decimals + 7))!
            }
            let comment: Comment = "seed \(seed): \(text), \(count)"
            #expect(rules.round(price(10), .up) == multiple, comment)
            #expect(rules.round(price(-10), .down) == multiple, comment)
            #expect(rules.round(price(11), .up) > multiple, comment)
            #expect(rules.round(price(-11), .down) < multiple, comment)

            let above = rules.round(price(5_000_000), mode: .halfUp)
            #expect(above > multiple)
            #expect(rules.round(price(4_999_990), mode: .halfUp) == above, comment)
            #expect(rules.round(price(4_999_989), mode: .halfUp) == multiple, comment)
            #expect(rules.round(price(5_000_010), mode: .halfDown) == multiple, comment)
            #expect(rules.round(price(5_000_011), mode: .halfDown) == above, comment)

            let ranges = try PriceIncrements("\(text) \(Self.decimal(count * mantissa, decimals)); 1000000")
            let own = ranges.increment(at: 0)
            guard own < 1_000_000 else { continue }
            #expect(ranges.increment(at: price(10), moving: .down) == own, comment)
            #expect(ranges.increment(at: price(11), moving: .down) == 1_000_000, comment)
            #expect(ranges.increment(at: price(-10), moving: .up) == 1_000_000, comment)
            #expect(ranges.increment(at: price(-11), moving: .up) == own, comment)
        }
    }

    /// Returns the number `digits` with a decimal point before its last `decimals` digits.
    private static func decimal(_ digits: Int, _ decimals: Int) -> String {
        let text = String(digits)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - text.count)) + text
        return decimals == 0 ? padded : padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}
