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
    /// - Complexity: O(*n*) in the ranges.
    package var bands: [PriceBand] {
        var from = 0.0
        return (ranges.isEmpty ? [innermost] : ranges).map { range in
            defer { from = range.limit }
            return PriceBand(
                from: from, upTo: range.limit.isFinite ? range.limit : nil, increment: range.increment,
                decimals: range.decimals)
        }
    }
}
