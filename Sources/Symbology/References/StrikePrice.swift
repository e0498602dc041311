/// An exact strike price: a whole number, and the number of its digits that are decimals.
public struct StrikePrice: Hashable, Sendable, CustomStringConvertible {
    /// The digits without the decimal point; negative for a negative strike. Trailing zeros after the point are
    /// removed.
    public let digits: Int64
    /// The number of decimals, 0…18.
    public let decimals: Int

    /// Creates a strike from `digits`, of which the last `decimals` are after the point; `nil` unless `decimals` is
    /// 0…18.
    public init?(digits: Int64, decimals: Int = 0) {
        guard (0...18).contains(decimals) else { return nil }
        var digits = digits
        var decimals = decimals
        while decimals > 0, digits % 10 == 0 {
            digits /= 10
            decimals -= 1
        }
        self.digits = digits
        self.decimals = decimals
    }

    /// The nearest double. It equals the result of parsing ``description`` as a number.
    package var value: Double { Double(digits) / Self.powers[decimals] }

    private static let powers: [Double] = (0...18).map { (0..<$0).reduce(1.0) { power, _ in power * 10 } }

    /// The strike as the shortest plain decimal: `260`, `12.5`, `-0.25`.
    public var description: String {
        guard decimals > 0 else { return String(digits) }
        var text = String(digits.magnitude)
        if text.utf8.count <= decimals { text = String(repeating: "0", count: decimals + 1 - text.utf8.count) + text }
        let point = text.index(text.endIndex, offsetBy: -decimals)
        return (digits < 0 ? "-" : "") + text[..<point] + "." + text[point...]
    }
}
