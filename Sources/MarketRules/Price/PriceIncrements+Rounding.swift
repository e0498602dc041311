/// The way to round a price to a multiple of its increment.
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
    /// Rounds the price to a multiple of its increment: down, up, or to the nearest multiple, with ties to even
    /// multiples.
    ///
    /// At a limit, the direction selects the increment (see `increment(at:moving:)`). If the increment is 0 or the
    /// price is NaN, returns the price unchanged. A result that is not an integer has at most 15 significant digits.
    ///
    /// - Complexity: O(*n*) in the number of ranges, without allocation for results of up to 15 digits.
    public func round(_ price: Double, _ direction: PriceDirection = .nearest) -> Double {
        let mode: PriceRoundingMode =
            switch direction {
            case .down: .floor
            case .nearest: .halfEven
            case .up: .ceiling
            }
        return range(at: price, moving: direction).round(price, mode)
    }

    /// Rounds the price to a multiple of its increment, in the way that a rounding mode specifies.
    ///
    /// - Complexity: O(*n*) in the number of ranges, without allocation for results of up to 15 digits.
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

    /// Returns the price one step up or down.
    ///
    /// Moves the price by its increment, or by `minimum` if that is greater. Then rounds to the nearest multiple of the
    /// increment at the new price, unless that increment is 0.
    ///
    /// - Parameter minimum: The minimum distance in the unit of the price, at least 0.
    /// - Throws: `PriceStepError` if the direction is `.nearest`, or if `minimum` is negative, infinite or NaN.
    /// - Complexity: O(*n*) in the number of ranges, without allocation for results of up to 15 digits.
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

/// An invalid argument of `PriceIncrements.step(_:_:minimum:)`.
public enum PriceStepError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The direction is `.nearest`; a step requires `.up` or `.down`.
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
