import Foundation
import MarketRules
import TestSupport
import Testing

@Suite struct PriceIncrementsTests {
    @Test(arguments: [
        // Text, offset of the caret, reason.
        ("abc", 0, "expected an increment, a number such as 0.01, found \"abc\""),
        ("NaN", 0, "expected an increment, a number such as 0.01, found \"NaN\""),
        ("1e999", 0, "expected an increment, a number such as 0.01, found \"1e999\""),
        (" 0.01", 0, "expected an increment, a number such as 0.01, found a space"),
        (";", 0, "expected an increment, a number such as 0.01, found \";\""),
        ("0.01é 1; 2", 0, "expected an increment, a number such as 0.01, found \"0.01é\""),
        ("-0.01", 0, "the increment -0.01 is too small, expected at least 1e-18"),
        ("1e-19", 0, "the increment 1e-19 is too small, expected at least 1e-18"),
        ("0 1; 2", 0, "the increment 0 is too small, expected at least 1e-18, or a lone 0 for no rule"),
        ("0.01 1; 0", 8, "the increment 0 is too small, expected at least 1e-18, or a lone 0 for no rule"),
        ("0.01;0.02", 4, "expected one space and a limit after the increment, found \";\""),
        ("0.01 ", 5, "expected a limit, a number such as 0.01, found the end of the text"),
        ("0.01  1; 0.02", 5, "expected a limit, a number such as 0.01, found a space"),
        ("1 0; 2", 2, "the limit 0 is too small, expected at least 1e-18"),
        ("0.01 -1; 0.02", 5, "the limit -1 is too small, expected at least 1e-18"),
        ("0.01 1", 6, "expected \"; \" and the increment above the limit, found the end of the text"),
        ("0.01 1 ; 0.02", 6, "expected \"; \" and the increment above the limit, found a space"),
        ("0.01 1;0.02", 7, "expected one space after \";\", found \"0.02\""),
        ("0.01 1; ", 8, "expected an increment, a number such as 0.01, found the end of the text"),
        ("0.01 1; 0.02 ", 13, "expected a limit, a number such as 0.01, found the end of the text"),
        ("0.01 5; 0.02 3; 0.05", 13, "the limit 3 is not above the previous limit 5; limits must increase"),
        ("0.01 1; 0.02 1; 0.03", 13, "the limit 1 is not above the previous limit 1; limits must increase"),
    ])
    func errorsNameTheirPosition(text: String, offset: Int, reason: String) {
        let error = #expect(throws: GrammarError.self) { try PriceIncrements(text) }
        #expect(error?.grammar == "price increments")
        #expect(error?.reason == reason)
        #expect(error?.byteOffset == offset)
        #expect(error?.text == text)
    }

    @Test func anErrorShowsACaret() {
        let error = #expect(throws: GrammarError.self) { try PriceIncrements("0.01 1; 0.02 1; 0.03") }
        #expect(
            error?.description == """
                price increments: the limit 1 is not above the previous limit 1; limits must increase
                  0.01 1; 0.02 1; 0.03
                               ^
                """)
    }

    @Test(
        arguments: [
            ("", [0]), ("0", [0]), ("-0", [0]), ("0.0", [0]), ("00.0100", [0.01]), ("5.", [5]), (".5", [0.5]),
            ("+1", [1]), ("1E-18", [1e-18]), ("1e-8", [1e-8]), ("0.1234567890123456789", [0.1234567890123456789]),
            ("123456789012345", [123_456_789_012_345]), ("1e300", [1e300]), ("0.01 3; 0.05", [0.01, 3, 0.05]),
        ] as [(String, [Double])])
    func textsAreParsedAsNumbers(text: String, numbers: [Double]) throws {
        let rules = try PriceIncrements(text)
        #expect(rules.numbers == numbers)
        #expect(rules.text == text && rules.description == text)
        let fromBytes = try PriceIncrements(text.utf8Span.span)
        #expect(rules == fromBytes)
        #expect(rules.hasRule == (numbers != [0]))
    }

    @Test(
        arguments: [
            // At a limit, the increment depends on the direction.
            (3.0, -1, 0.01), (3.0, 0, 0.01), (3.0, 1, 0.05), (-3.0, -1, 0.05), (-3.0, 0, 0.01), (-3.0, 1, 0.01),
            // Within 1e-6 of the smaller adjacent increment.
            (3.000_000_009, 1, 0.05), (3.000_000_009, -1, 0.01), (3.000_000_011, -1, 0.05), (2.999_999_991, 1, 0.05),
            (2.999_999_989, 1, 0.01), (0, -1, 0.01), (.infinity, 1, 0.05), (-.infinity, 0, 0.05), (.nan, 1, 0.01),
        ] as [(Double, Int, Double)])
    func theDirectionSelectsTheIncrementAtALimit(price: Double, direction: Int, increment: Double) throws {
        let rules = try PriceIncrements("0.01 3; 0.05")
        let direction = try #require(PriceDirection(rawValue: direction))
        #expect(rules.increment(at: price, moving: direction) == increment)
    }

    @Test(arguments: [
        ("0.01", 2), ("0.25", 2), ("0.10", 1), ("1", 0), ("100", 0), ("0.015625", 6), ("1e-8", 8), ("1E-18", 18),
        ("1.5e-18", 18), ("0.1234567890123456", 16), ("", 0), ("0", 0), ("1e22", 0), ("2.5e-3", 4),
    ])
    func thePrecisionFollowsFromTheIncrement(text: String, precision: Int) throws {
        #expect(try PriceIncrements(text).precision(at: 5) == precision)
    }

    /// The number of decimals is that of the last price's range. Without a last price, it is the maximum of all ranges.
    @Test(arguments: [
        ("0.0001 1; 0.01", 227.5, 2), ("0.0001 1; 0.01", 0.5, 4), ("0.0001 1; 0.01", 1, 4), ("0.0001 1; 0.01", -0.5, 4),
        ("0.0001 1; 0.01", nil, 4), ("0.0001 1; 0.01", .nan, 4), ("1 10; 0.5", nil, 1), ("0.25", 3, 2),
        ("0.25", nil, 2),
        ("5", nil, 0), ("", 3, nil), ("0", nil, nil),
    ])
    func theLastPriceSelectsTheDecimals(text: String, lastPrice: Double?, decimals: Int?) throws {
        #expect(try PriceIncrements(text).decimals(lastPrice: lastPrice) == decimals)
    }

    @Test func thePrecisionAtALimitIsThatOfTheRangeNearerToZero() throws {
        let rules = try PriceIncrements("0.0001 1; 0.01")
        #expect([-1.01, -1, -0.5, 0, 1, 1.01].map(rules.precision) == [2, 4, 4, 4, 4, 2])
    }

    @Test(
        arguments: [
            ("0.01", 0.285, 0, 0.28), ("0.01", 0.295, 0, 0.3), ("0.01", -0.285, 0, -0.28), ("0.01", 0.1 + 0.2, -1, 0.3),
            ("0.01", -0.301, -1, -0.31), ("0.01", -0.309, 1, -0.3), ("0.01", -0.001, 1, 0), ("0.1", 0.3, 1, 0.3),
            // Integers of more than 15 digits are unchanged. Other numbers are rounded to 15 digits.
            ("0.25", 1_234_567_890_123_456.25, 0, 1_234_567_890_123_460),
            ("1", 1_234_567_890_123_456, 0, 1.234567890123456e15),
            ("1E-18", 0.7128, 0, 0.7128), ("1E-18", 1e300, 1, 1e300),
            ("1E-18", .greatestFiniteMagnitude, -1, .greatestFiniteMagnitude),
            ("1e308", .greatestFiniteMagnitude, 1, .greatestFiniteMagnitude), ("", 0.1 + 0.2, 0, 0.1 + 0.2),
            ("0.01", .infinity, 0, .infinity),
            ("1.23456789012345678e-9", 2e-9, 0, 2.46913578024691e-9), ("3e-18", 7e-18, 0, 6e-18), ("5", 1e-300, 0, 0),
        ] as [(String, Double, Int, Double)])
    func pricesAreRoundedToTheIncrement(text: String, price: Double, direction: Int, rounded: Double) throws {
        let direction = try #require(PriceDirection(rawValue: direction))
        #expect(try PriceIncrements(text).round(price, direction) == rounded)
    }

    @Test func roundingNotANumberGivesNotANumber() throws {
        let rules = try PriceIncrements("0.01 3; 0.05")
        let stepped = try rules.step(.nan, .up)
        #expect(rules.round(.nan).isNaN && rules.round(.nan, mode: .up).isNaN && stepped.isNaN)
        #expect(rules.precision(at: .nan) == 2)
        #expect(rules.round(-0.001, .up).sign == .plus, "not minus zero")
    }

    @Test func infinitePricesAreUnchanged() throws {
        for rules in [try PriceIncrements("0.01 3; 0.5"), try PriceIncrements("0.01"), .none] {
            for price in [Double.infinity, -.infinity] {
                for direction in PriceDirection.allCases { #expect(rules.round(price, direction) == price) }
                for mode in PriceRoundingMode.allCases { #expect(rules.round(price, mode: mode) == price) }
                #expect(try rules.step(price, .up) == price && rules.step(price, .down, minimum: 1) == price)
            }
        }
        #expect(try PriceIncrements("0.01 3; 0.5").precision(at: -.infinity) == 1)
    }

    @Test(arguments: [
        (PriceRoundingMode.up, [0.3, 0.3, 0.2, -0.2, -0.3, -0.3]), (.down, [0.2, 0.2, 0.1, -0.1, -0.2, -0.2]),
        (.ceiling, [0.3, 0.3, 0.2, -0.1, -0.2, -0.2]), (.floor, [0.2, 0.2, 0.1, -0.2, -0.3, -0.3]),
        (.halfUp, [0.3, 0.3, 0.2, -0.2, -0.3, -0.3]), (.halfDown, [0.3, 0.2, 0.1, -0.1, -0.2, -0.3]),
        (.halfEven, [0.3, 0.2, 0.2, -0.2, -0.2, -0.3]),
    ])
    func pricesAreRoundedByTheMode(mode: PriceRoundingMode, rounded: [Double]) throws {
        let rules = try PriceIncrements("0.1")
        #expect([0.26, 0.25, 0.15, -0.15, -0.25, -0.26].map { rules.round($0, mode: mode) } == rounded)
    }

    @Test func stepsMoveByTheIncrement() throws {
        let rules = try PriceIncrements("0.01 3; 0.05")
        #expect(try rules.step(2.99, .up) == 3)
        #expect(try rules.step(3, .up) == 3.05)
        #expect(try rules.step(3, .down) == 2.99)
        #expect(try rules.step(-3, .down) == -3.05)
        #expect(try rules.step(2.5, .up, minimum: 1) == 3.5)
        #expect(try PriceIncrements.none.step(0.7, .down, minimum: 0.75) == 0.7 - 0.75)
    }

    @Test func invalidStepsAreErrors() throws {
        let rules = try PriceIncrements("0.01")
        #expect(throws: PriceStepError.noDirection) { try rules.step(1, .nearest) }
        #expect(throws: PriceStepError.negativeMinimum(-1)) { try rules.step(1, .up, minimum: -1) }
        #expect(throws: PriceStepError.self) { try rules.step(1, .up, minimum: .nan) }
        #expect(throws: PriceStepError.negativeMinimum(.infinity)) { try rules.step(5, .up, minimum: .infinity) }
        #expect(
            PriceStepError.noDirection.description == "price step: the direction is 0, expected 1 (up) or -1 (down)")
        #expect(
            PriceStepError.negativeMinimum(-0.5).description
                == "price step: the minimum step is -0.5, expected 0 or more, and finite")
    }

    @Test func theCodedFormIsTheText() throws {
        let rules = try PriceIncrements("0.01 3; 0.05")
        let data = try JSONEncoder().encode([rules])
        #expect(String(decoding: data, as: UTF8.self) == #"["0.01 3; 0.05"]"#)
        #expect(try JSONDecoder().decode([PriceIncrements].self, from: data) == [rules])
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([PriceIncrements].self, from: Data(#"["0.01 "]"#.utf8))
        }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.underlyingError is GrammarError)
    }

    @Test func rulesAreEqualIfTheirTextsAreEqual() throws {
        let (cents, sameCents, otherText) = try (
            PriceIncrements("0.01"), PriceIncrements("0.01"), PriceIncrements("0.010")
        )
        #expect(cents == sameCents && cents != otherText)
        #expect(Set([cents, sameCents, otherText, .none]).count == 3)
    }

    @Test func arbitraryBytesNeverCrash() {
        let seed: UInt64 = 0x5EED_0001
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("0123456789.; eE+-x\u{0}é".utf8) + [0xFF]
        for _ in 0..<10_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in alphabet.randomElement(using: &random)!
            }
            guard let rules = try? PriceIncrements(bytes.span) else { continue }
            let price = Double.random(in: -100...100, using: &random)
            for direction in PriceDirection.allCases {
                let rounded = rules.round(price, direction)
                #expect(rounded.isFinite, "seed \(seed), \(rules)")
                _ = rules.format(rounded)
            }
            #expect(rules.ladder(around: price, above: 2, below: 2).count <= 5, "seed \(seed), \(rules)")
        }
    }

    @Test func bandsListTheRanges() throws {
        let bands = try PriceIncrements("0.01 3; 0.05").bands
        #expect(bands.map(\.from) == [0, 3] && bands.map(\.upTo) == [3, nil])
        #expect(bands.map(\.increment) == [0.01, 0.05] && bands.map(\.decimals) == [2, 2])
        #expect(PriceIncrements.none.bands.map(\.increment) == [0])
    }
}
