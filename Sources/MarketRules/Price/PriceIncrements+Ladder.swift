extension PriceIncrements {
    /// Returns the valid prices around a price in ascending order: the nearest valid price, `below` prices below it and
    /// `above` prices above it.
    ///
    /// In each range, including its limits, the multiples of the range's increment are valid. So a ladder upward and a
    /// ladder downward visit the same prices. Without a rule, and for a price that is not finite, the result contains
    /// only the price. A ladder ends early if doubles are too coarse for the increment.
    ///
    /// - Complexity: O(`above + below`), multiplied by the number of ranges.
    public func ladder(around price: Double, above: Int, below: Int) -> [Double] {
        precondition(above >= 0 && below >= 0, "the number of steps is negative")
        let center = nearestTick(to: price)
        guard hasRule, center.isFinite else { return [center] }
        return Array(ticks(from: center, .down).prefix(below)).reversed()
            + [center]
            + Array(ticks(from: center, .up).prefix(above))
    }

    /// Returns a lazy sequence of the valid prices above or below a price, nearest first.
    ///
    /// - Precondition: `direction` is not `.nearest`.
    package func ticks(from price: Double, _ direction: PriceDirection) -> some Sequence<Double> {
        precondition(direction != .nearest, "a ladder goes up or down")
        return sequence(state: price) { current in
            guard hasRule, let next = tick(beyond: current, direction) else { return nil }
            current = next
            return next
        }
    }

    /// Returns the nearest valid price in a direction; `nil` if no double represents one.
    private func tick(beyond price: Double, _ direction: PriceDirection) -> Double? {
        guard price.isFinite else { return nil }
        // Prices are symmetric about zero, so only the direction relative to zero matters: away from it or toward it.
        let isOutward = price == 0 || (direction == .up) == (price > 0)
        let magnitude = isOutward ? tick(outside: price.magnitude) : tick(inside: price.magnitude)
        guard magnitude.isFinite else { return nil }
        let isNegative = price == 0 ? direction == .down : price < 0
        let result = isNegative ? 0 - magnitude : magnitude
        return direction == .up ? (result > price ? result : nil) : (result < price ? result : nil)
    }

    /// Returns the smallest valid magnitude above `magnitude`.
    private func tick(outside magnitude: Double) -> Double {
        if ranges.isEmpty { return innermost.multiple(innermost.whole(magnitude, .floor) + 1) }
        var index = rangeIndex(at: magnitude, moving: .up)
        let whole = ranges[index].whole(magnitude, .floor)
        var candidate = ranges[index].multiple(whole + 1)
        while candidate > ranges[index].limitEnd {
            candidate = ranges[index + 1].round(ranges[index].limit, .ceiling)
            index += 1
        }
        return candidate
    }

    /// Returns the largest valid magnitude below `magnitude`, at least 0. `magnitude` must be greater than 0.
    private func tick(inside magnitude: Double) -> Double {
        if ranges.isEmpty { return innermost.multiple(innermost.whole(magnitude, .ceiling) - 1) }
        var index = rangeIndex(at: magnitude, moving: .down)
        let whole = ranges[index].whole(magnitude, .ceiling)
        var candidate = ranges[index].multiple(whole - 1)
        while index > 0, candidate < ranges[index - 1].limitStart {
            candidate = ranges[index - 1].round(ranges[index - 1].limit, .floor)
            index -= 1
        }
        return candidate
    }

    /// Returns the valid price that is nearest to a price. It usually equals the result of `round`. But at a limit that
    /// is not a multiple of the adjacent increments, rounding may lead out of the range.
    private func nearestTick(to price: Double) -> Double {
        let rounded = round(price)
        guard !ranges.isEmpty, let above = tick(beyond: price, .up), let below = tick(beyond: price, .down) else {
            return rounded
        }
        let isValid = (rounded - price).magnitude <= 2e-6 * increment(at: price)
        if isValid || rounded == above || rounded == below { return rounded }
        return price - below <= above - price ? below : above
    }
}
