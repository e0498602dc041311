/// A range of prices with one increment.
package struct PriceBand: Hashable, Sendable {
    /// Where the range begins; 0 for the first.
    package let from: Double
    /// Where it ends; `nil` for the last, which has no end.
    package let upTo: Double?
    /// The step between its prices; 0 where there is no rule.
    package let increment: Double
    /// The decimals of its prices, 0…18.
    package let decimals: Int
}

extension PriceIncrements {
    /// The ranges of prices from zero upward; negative prices mirror them.
    ///
    /// - Complexity: O(*n*²) in the ranges.
    package var bands: [PriceBand] {
        let numbers = numbers
        return stride(from: 0, to: numbers.count, by: 2).map { place in
            let from = place == 0 ? 0 : numbers[place - 1]
            let upTo = place + 1 < numbers.count ? numbers[place + 1] : nil
            // Within the range, away from limits that belong to two.
            let inside = upTo.map { from + ($0 - from) / 2 } ?? from * 2 + 1
            return PriceBand(
                from: from, upTo: upTo, increment: numbers[place], decimals: precision(at: inside))
        }
    }
}
