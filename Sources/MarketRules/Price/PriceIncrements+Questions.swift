extension PriceIncrements {
    /// The step that applies to a price that moves down, stays, or moves up.
    ///
    /// At a limit (within 10⁻⁶ of the smaller increment beside it) the direction chooses the range, and `.nearest` the
    /// smaller of the two steps. NaN has the first increment. 0: no rule.
    ///
    /// - Complexity: O(number of ranges), without allocation.
    public func increment(at price: Double, moving direction: PriceDirection = .nearest) -> Double {
        range(at: price, moving: direction).increment
    }

    /// The decimals of the price's own increment, 0…18; at a limit those of the range nearer to zero, 0 for no rule.
    ///
    /// - Complexity: O(number of ranges), without allocation.
    public func precision(at price: Double) -> Int {
        range(at: price, moving: price < 0 ? .up : .down).decimals
    }

    /// The decimals of what is derived from prices, as studies are: those of the range that the last price is in; without a last price
    /// the most that a range has. `nil` for no rule.
    package func decimals(lastPrice: Double?) -> Int? {
        guard hasRule else { return nil }
        if let lastPrice, lastPrice.isFinite { return precision(at: lastPrice) }
        return ranges.reduce(innermost.decimals) { max($0, $1.decimals) }
    }

    /// The range whose increment applies.
    @inline(__always)
    func range(at price: Double, moving direction: PriceDirection) -> PriceRange {
        ranges.isEmpty ? innermost : ranges[rangeIndex(at: price, moving: direction)]
    }

    /// The place of the range whose increment applies; there are several.
    func rangeIndex(at price: Double, moving direction: PriceDirection) -> Int {
        if price.isNaN { return 0 }
        let magnitude = price.magnitude
        let span = ranges.span
        let last = span.count - 1
        // Nearly all prices of shares with two ranges, so that the branch is foreseen.
        if magnitude > span[last - 1].limitEnd { return last }
        // Counting all that the price is beyond, without a branch to mispredict, beats stopping at the first it isn't. Doubles
        // that aren't negative are in the order of their bits, and the sign of a difference is 0 or −1: a comparison of doubles
        // would be compiled to a branch.
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
    /// Where the range begins; 0 for the first.
    package let from: Double
    /// Where it ends; `nil` for the last, which has no end.
    package let upTo: Double?
    /// The step between its prices; 0 if there is no rule.
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
