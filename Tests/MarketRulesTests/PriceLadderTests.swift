import MarketRules
import TestSupport
import Testing

@Suite struct PriceLadderTests {
    @Test(
        arguments: [
            ("0.01 3; 0.05", 3.0, [2.98, 2.99, 3, 3.05, 3.1]), ("0.01 3; 0.05", 3.02, [2.98, 2.99, 3, 3.05, 3.1]),
            ("0.01 3; 0.05", -3.0, [-3.1, -3.05, -3, -2.99, -2.98]), ("0.01", 0, [-0.02, -0.01, 0, 0.01, 0.02]),
            // A limit that is no multiple of the outer increment, and one that is no multiple of the inner one.
            ("0.01 3; 0.07", 3.01, [2.99, 3, 3.01, 3.08, 3.15]), ("0.07 3; 0.02", 2.99, [2.87, 2.94, 3, 3.02, 3.04]),
            // Ranges narrower than their increments are skipped.
            ("5 1; 7 2; 0.5", 0, [-2.5, -2, 0, 2, 2.5]), ("5 1; 7 2; 0.5", 2.4, [0, 2, 2.5, 3, 3.5]),
            // 2.985 is nearer to 2.94 than to 3.3, and 3.01 is not a valid price.
            ("0.07 2.99; 1.1", 2.985, [2.8, 2.87, 2.94, 3.3, 4.4]),
        ] as [(String, Double, [Double])])
    func laddersCrossRanges(text: String, price: Double, ladder: [Double]) throws {
        #expect(try PriceIncrements(text).ladder(around: price, above: 2, below: 2) == ladder)
    }

    @Test func withoutARuleTheLadderIsThePrice() {
        #expect(PriceIncrements.none.ladder(around: 0.1 + 0.2, above: 3, below: 3) == [0.1 + 0.2])
    }

    @Test func extremePricesHaveNoLadder() throws {
        let rules = try PriceIncrements("0.01")
        #expect(rules.ladder(around: .infinity, above: 2, below: 2) == [.infinity])
        #expect(rules.ladder(around: 1e300, above: 2, below: 2) == [1e300])
        #expect(rules.ladder(around: .nan, above: 1, below: 1).count == 1)
    }

    @Test func laddersUpAndDownHaveTheSamePrices() throws {
        let seed: UInt64 = 0x5EED_0002
        var random = SeededGenerator(seed: seed)
        let texts = [
            "0.01", "0.0001 1; 0.0005 5; 0.001 10; 0.005 50; 0.01", "0.125 64; 0.25 128; 0.5", "0.01 3; 0.07",
            "0.07 3; 0.02", "5 1; 7 2; 0.5", "1e-8 0.1; 0.3", "0.015625", "0.02 2.99; 0.9 3.1; 0.04",
        ]
        for text in texts {
            let rules = try PriceIncrements(text)
            for _ in 0..<50 {
                let price = Double.random(in: -140...140, using: &random)
                let up = rules.ladder(around: price, above: 400, below: 0)
                let down = rules.ladder(around: try #require(up.last), above: 0, below: up.count - 1)
                #expect(up == down, "seed \(seed), \(text) at \(price)")
                #expect(zip(up, up.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed), \(text) at \(price)")
            }
        }
    }

    @Test func laddersEqualStepsIfLimitsAreMultiples() throws {
        let rules = try PriceIncrements("0.01 20; 0.02 50; 0.05 100; 0.1 250; 0.25 500; 0.5 1000; 1 2500; 2.5")
        var price = -120.0
        for tick in rules.ladder(around: price, above: 6000, below: 0).dropFirst() {
            price = try rules.step(price, .up)
            #expect(tick == price)
        }
    }
}
