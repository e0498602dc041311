import BenchSupport
import MarketRules

/// Measures the performance of price increments, including those of the longest lists in use.
enum PriceFigures {
    /// The increments of nearly all instruments, those of US stocks, and a European tick table.
    private static let texts = [
        ("one range", "0.01"), ("two ranges", "0.0001 1; 0.01"),
        ("eight ranges", "0.01 20; 0.02 50; 0.05 100; 0.1 250; 0.25 500; 0.5 1000; 1 2500; 2.5"),
    ]

    static func measure(into table: inout FigureTable) throws {
        for (name, text) in texts {
            // The list with eight ranges has no bound, because the bound was set for shorter lists.
            let isTypical = name != "eight ranges"
            try table.add(
                "PriceIncrements parse, \(name)", parse(text), "ns", atMost: isTypical ? 300 : nil)
            let rules = try PriceIncrements(text)
            let prices = randomPrices()
            let round = Timing.nanoseconds(perEachOf: prices.count) {
                var sum = 0.0
                for price in prices { sum += rules.round(price, .nearest) }
                keep(sum)
            }
            table.add("PriceIncrements round, \(name)", round, "ns", atMost: 15)
            let step = try Timing.nanoseconds(perEachOf: prices.count) {
                var sum = 0.0
                for price in prices { sum += try rules.step(price, .up) }
                keep(sum)
            }
            table.add("PriceIncrements step, \(name)", step, "ns")
        }
    }

    private static func parse(_ text: String) throws -> Samples {
        let count = 100_000
        return try Timing.nanoseconds(perEachOf: count) {
            for _ in 0..<count { keep(try PriceIncrements(text).hasRule) }
        }
    }

    /// A million prices from 0 to 600, mostly between two ticks.
    private static func randomPrices() -> [Double] {
        var random = FixedGenerator(seed: 3)
        return (0..<1_000_000).map { _ in Double.random(in: 0...600, using: &random) }
    }
}
