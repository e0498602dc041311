/// How a price that isn't a multiple of its increment becomes one.
public enum PriceRoundingMode: String, Hashable, Sendable, CaseIterable {
    /// Away from zero.
    case up = "UP"
    /// Toward zero.
    case down = "DOWN"
    /// Toward +∞.
    case ceiling = "CEILING"
    /// Toward −∞.
    case floor = "FLOOR"
    /// To the nearest multiple, ties away from zero.
    case halfUp = "HALF_UP"
    /// To the nearest multiple, ties toward zero.
    case halfDown = "HALF_DOWN"
    /// To the nearest multiple, ties to the even one.
    case halfEven = "HALF_EVEN"
}

extension PriceIncrements {
    /// The price as a multiple of its increment: below, above, or the nearest, ties to even multiples.
    ///
    /// At a limit the increment is that of the direction (`increment(at:moving:)`). Where it is 0 the price comes back
    /// as it is; NaN stays NaN. The result has no more than 15 significant digits, unless it is whole.
    ///
    /// - Complexity: O(number of ranges), without allocation up to 15 digits of the result.
    public func round(_ price: Double, _ direction: PriceDirection = .nearest) -> Double {
        let mode: PriceRoundingMode =
            switch direction {
            case .down: .floor
            case .nearest: .halfEven
            case .up: .ceiling
            }
        return range(at: price, moving: direction).round(price, mode)
    }

    /// The price as a multiple of its increment, in the way of `mode`.
    ///
    /// - Complexity: O(number of ranges), without allocation up to 15 digits of the result.
    public func round(_ price: Double, mode: PriceRoundingMode) -> Double {
        let direction: PriceDirection =
            switch mode {
            case .floor: .down
            case .ceiling: .up
            case .up: price < 0 ? .down : .up
            case .down: price < 0 ? .up : .down
            case .halfUp, .halfDown, .halfEven: .nearest
            }
        return range(at: price, moving: direction).round(price, mode)
    }

    /// The price one step away: moved by its increment in the direction, or by `minimum` if that is more, and then
    /// rounded to the nearest multiple of the increment at the new price.
    ///
    /// Where the increment at the new price is 0 the sum is returned as it is.
    ///
    /// - Parameter minimum: a distance in the price's unit, at least 0.
    /// - Throws: `PriceStepError` for the direction `.nearest`, or a `minimum` that is negative, infinite or NaN.
    /// - Complexity: O(number of ranges), without allocation up to 15 digits of the result.
    public func step(
        _ price: Double, _ direction: PriceDirection, minimum: Double = 0
    ) throws(PriceStepError) -> Double {
        guard direction != .nearest else { throw .noDirection }
        guard minimum >= 0, minimum.isFinite else { throw .negativeMinimum(minimum) }
        let distance = max(range(at: price, moving: direction).increment, minimum)
        let moved = direction == .up ? price + distance : price - distance
        return range(at: moved, moving: .nearest).round(moved, .halfEven)
    }
}

/// Why a price could not be stepped.
public enum PriceStepError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A step goes up or down.
    case noDirection
    /// The minimum step is below 0, infinite or NaN.
    case negativeMinimum(Double)

    public var description: String {
        switch self {
        case .noDirection: "price step: the direction is 0, expected 1 (up) or -1 (down)"
        case .negativeMinimum(let minimum): "price step: the minimum step is \(minimum), expected 0 or more, and finite"
        }
    }
}
