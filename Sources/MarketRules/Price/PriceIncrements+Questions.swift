extension PriceIncrements {
    /// Returns the price increment that applies to a price, depending on the direction in which the price moves.
    ///
    /// If the price is at a limit (within 10⁻⁶ of the smaller adjacent increment), the direction selects the range.
    /// `.nearest` then selects the smaller increment. For NaN, returns the increment of the first range. Returns 0 if
    /// there is no rule.
    ///
    /// - Complexity: O(*n*) in the number of ranges, without allocation.
    public func increment(at price: Double, moving direction: PriceDirection = .nearest) -> Double {
        range(at: price, moving: direction).increment
    }

    /// Returns the number of decimals of the price's increment, 0…18. At a limit, that of the range nearer to zero.
    /// Returns 0 if there is no rule.
    ///
    /// - Complexity: O(*n*) in the number of ranges, without allocation.
    public func precision(at price: Double) -> Int {
        range(at: price, moving: price < 0 ? .up : .down).decimals
    }

    /// Returns the number of decimals for values that are derived from prices, such as studies. The last price selects
    /// the range; without a last price, returns the maximum of all ranges.
    package func decimals(lastPrice: Double?) -> Int? {
        guard hasRule else { return nil }
        if let lastPrice, lastPrice.isFinite { return precision(at: lastPrice) }
        return ranges.reduce(innermost.decimals) { max($0, $1.decimals) }
    }

    /// Returns the range whose increment applies to a price.
    @inline(__always)
    func range(at price: Double, moving direction: PriceDirection) -> PriceRange {
        ranges.isEmpty ? innermost : ranges[rangeIndex(at: price, moving: direction)]
    }

    /// Returns the index of the range whose increment applies to a price. There must be several ranges.
    func rangeIndex(at price: Double, moving direction: PriceDirection) -> Int {
        if price.isNaN { return 0 }
        let magnitude = price.magnitude
        let span = ranges.span
        let last = span.count - 1
        // Fast path: nearly all prices of instruments with two ranges are in the last range, so the branch is
        // predictable.
        if magnitude > span[last - 1].limitEnd { return last }
        // Counting all exceeded limits without branches is faster than a loop that stops at a limit, because its branch
        // would be mispredicted. Nonnegative doubles are ordered like their bits, and the sign bits of a difference are
        // 0 or −1. A comparison of doubles would compile to a branch.
        let bits = Int(truncatingIfNeeded: magnitude.bitPattern)
        var index = 0
        for place in 0..<last {
            index &-= (Int(truncatingIfNeeded: span[place].limitEnd.bitPattern) &- bits) >> 63
        }
        guard magnitude >= span[index].limitStart else { return index }
        switch direction {
        case .nearest: return span[index].increment <= span[index + 1].increment ? index : index + 1
        case .down: return price < 0 ? index + 1 : index
        case .up: return price < 0 ? index : index + 1
        }
    }
}

/// A range of prices with one increment.
package struct PriceBand: Hashable, Sendable {
    /// The start of the range; 0 for the first range.
    package let from: Double
    /// The end of the range; `nil` for the last range, which has no end.
    package let upTo: Double?
    /// The price increment of the range; 0 if there is no rule.
    package let increment: Double
    /// The number of decimals of prices in the range, 0…18.
    package let decimals: Int
}

extension PriceIncrements {
    /// The ranges of prices from zero upward. The ranges of negative prices mirror them.
    ///
    /// - Complexity: O(*n*) in the number of ranges.
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
