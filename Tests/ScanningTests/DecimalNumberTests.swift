import TestSupport
import Testing

@testable import Scanning

@Suite struct DecimalNumberTests {
    private static func parse(_ text: String) -> Double? { DecimalNumber.parse(text.utf8Span.span) }

    @Test(arguments: [
        ("0", 0), ("-0", 0), ("+3", 3), (".5", 0.5), ("5.", 5), ("9535.0", 9535), ("1E-18", 1e-18), ("1e+2", 100),
        ("00000000000000000000001", 1),  // leading zeros are not significant
        ("9007199254740993", 9_007_199_254_740_992),  // 2⁵³ + 1: a tie, rounded to even
        ("0.1", 0.1), ("1e23", 1e23),  // beyond the exact powers of ten
        ("12345678901234567890", 12_345_678_901_234_567_168), ("1e-400", 0),
        ("0.000000000000000000000000000001", 1e-30), ("1e0000000000000000000005", 100_000),
    ])
    func numbersAreParsed(text: String, value: Double) {
        #expect(Self.parse(text) == value)
    }

    @Test func minusZeroRetainsItsSign() { #expect(Self.parse("-0.00")?.sign == .minus) }

    @Test(arguments: [
        "", "+", "-", ".", "+.", "e5", ".e5", "1e", "1e+", "1e5.0", "1.2.3", "1,2", " 1", "1 ", "0x10", "NaN", "inf",
        "1_000", "--1", "+-1", "١",
        "1e400", "-1e400", "1e99999999999999999999",  // too large for a double
    ])
    func otherTextsAreNotNumbers(text: String) {
        #expect(Self.parse(text) == nil)
    }

    /// Random decimals of all lengths, compared with the standard library.
    @Test(arguments: [1, 2, 3] as [UInt64]) func parsingAgreesWithTheStandardLibrary(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func digits(_ count: Int) -> String {
            String((0..<count).map { _ in Character(String(Int.random(in: 0...9, using: &random))) })
        }
        for _ in 0..<20_000 {
            var text = ["", "-", "+"].randomElement(using: &random)! + digits(Int.random(in: 1...22, using: &random))
            if Bool.random(using: &random) { text += "." + digits(Int.random(in: 1...24, using: &random)) }
            if Int.random(in: 0..<3, using: &random) == 0 { text += "e\(Int.random(in: -330...280, using: &random))" }
            let value = Self.parse(text)
            #expect(value == Double(text) && value?.sign == Double(text)?.sign, "\(text), seed \(seed)")
        }
    }

    @Test(arguments: [
        (0, "0"), (-0.0, "0"), (1, "1"), (-2.5, "-2.5"), (1e-18, "0.000000000000000001"), (1e15, "1000000000000000"),
        (1.5e300, "15" + String(repeating: "0", count: 299)), (0.1 + 0.2, "0.30000000000000004"),
    ])
    func numbersAreFormattedWithoutExponent(value: Double, text: String) {
        #expect(DecimalNumber.format(value) == text)
    }

    @Test(arguments: [4, 5] as [UInt64]) func formattedNumbersAreReadBack(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite, value != 0 else { continue }
            let text = DecimalNumber.format(value)
            #expect(Self.parse(text) == value, "\(value), seed \(seed)")
            #expect(!text.contains("e") && !text.hasSuffix(".") && !text.hasPrefix("."), "\(text)")
        }
    }
}
