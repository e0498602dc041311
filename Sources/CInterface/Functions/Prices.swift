public import CIPF
internal import MarketRules

/// The object of an `ipf_price`.
final class PriceObject: Sendable {
    let rules: PriceIncrements
    let text: KeptText

    init(_ rules: PriceIncrements) {
        self.rules = rules
        text = KeptText(rules.text)
    }
}

/// SAFETY: see `Handle` and `CText`.
@c @implementation
public func ipf_price_open(
    _ text: UnsafePointer<CChar>?, _ textSize: Int, _ out: HandlePlace?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) { PriceObject(try PriceIncrements(try unsafe CText.string(text, textSize, "text"))) }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_price_free(_ price: OpaquePointer?) { unsafe Handle.free(price, PriceObject.self) }

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_price_text(_ price: OpaquePointer?) -> ipf_text {
    unsafe Handle.object(price, PriceObject.self)?.text.text ?? KeptText.none
}

/// Computes a result for each price in an array.
///
/// SAFETY: See `Handle` and `Numbers`. `result` may equal `prices`, because each price is read before its result is
/// written.
private func each<Result>(
    _ price: OpaquePointer?, _ prices: UnsafePointer<Double>?, _ count: Int, _ result: UnsafeMutablePointer<Result>?,
    _ error: HandlePlace?, _ body: (PriceIncrements) throws -> (Double) throws -> Result
) -> ipf_status {
    unsafe answer(error) {
        let one = try body(try unsafe Handle.needed(price, "price", PriceObject.self).rules)
        let result = try unsafe Numbers.mutable(result, count, "result")
        try unsafe Numbers.span(prices, count, "prices") { prices in
            for index in prices.indices { unsafe result[index] = try one(prices[index]) }
        }
    }
}

/// Returns the direction with a number from C.
///
/// - Throws: `CFailure` for numbers other than 1, 0 and -1.
private func direction(of number: Int32) throws -> PriceDirection {
    guard let direction = PriceDirection(rawValue: Int(number)) else {
        throw CFailure(IPF_INVALID_ARGUMENT, "direction \(number): expected 1 (up), -1 (down), or 0")
    }
    return direction
}

/// SAFETY: see `each`.
@c @implementation
public func ipf_price_round(
    _ price: OpaquePointer?, _ prices: UnsafePointer<Double>?, _ count: Int, _ rounding: ipf_rounding,
    _ result: UnsafeMutablePointer<Double>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe each(price, prices, count, result, error) { rules in
        let mode = try PriceRoundingMode(checking: rounding)
        return { rules.round($0, mode: mode) }
    }
}

extension PriceRoundingMode {
    /// Creates a mode from its number in C.
    ///
    /// - Throws: `CFailure` for an unknown number.
    init(checking rounding: ipf_rounding) throws {
        let modes: [PriceRoundingMode] = [.halfEven, .floor, .ceiling, .down, .up, .halfUp, .halfDown]
        guard modes.indices.contains(Int(rounding)) else {
            throw CFailure(
                IPF_INVALID_ARGUMENT, "rounding \(rounding): expected IPF_HALF_EVEN to IPF_HALF_DOWN, 0 to 6")
        }
        self = modes[Int(rounding)]
    }
}

/// SAFETY: see `each`.
@c @implementation
public func ipf_price_step(
    _ price: OpaquePointer?, _ prices: UnsafePointer<Double>?, _ count: Int, _ way: Int32, _ minimum: Double,
    _ result: UnsafeMutablePointer<Double>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe each(price, prices, count, result, error) { rules in
        let direction = try direction(of: way)
        return { try rules.step($0, direction, minimum: minimum) }
    }
}

/// SAFETY: see `each`.
@c @implementation
public func ipf_price_increment(
    _ price: OpaquePointer?, _ prices: UnsafePointer<Double>?, _ count: Int, _ way: Int32,
    _ result: UnsafeMutablePointer<Double>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe each(price, prices, count, result, error) { rules in
        let direction = try direction(of: way)
        return { rules.increment(at: $0, moving: direction) }
    }
}

/// SAFETY: see `each`.
@c @implementation
public func ipf_price_decimals(
    _ price: OpaquePointer?, _ prices: UnsafePointer<Double>?, _ count: Int, _ result: UnsafeMutablePointer<Int32>?,
    _ error: HandlePlace?
) -> ipf_status {
    unsafe each(price, prices, count, result, error) { rules in { Int32(rules.precision(at: $0)) } }
}
