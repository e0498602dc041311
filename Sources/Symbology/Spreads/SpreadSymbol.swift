public import Scanning

/// A spread, as described by its symbol: `=2*AAPL-MSFT` (`spread-symbols.md`).
///
/// ```swift
/// let spread = try SpreadSymbol("=./KCZ26C300:IFUS-0.5*/KCZ26:IFUS@285.5")
/// spread.legs[1].ratio                     // -0.5
/// spread.legs[1].price                     // 285.5
/// SpreadSymbol.text(of: spread.legs)       // the symbol in its canonical form
/// ```
///
/// Equal legs are merged. The symbol need not be canonical, because each exchange has its own order of the legs. Feeds
/// use the original symbol, which is `text`.
public struct SpreadSymbol: Hashable, Sendable {
    /// One instrument of a spread.
    public struct Leg: Hashable, Sendable {
        /// The ratio; negative for a leg that is sold, never 0.
        public var ratio: Double
        /// The instrument's symbol, with its venue if it has one: `/KCZ26:IFUS`.
        public var symbol: String
        /// The leg's price in the symbol; `nil` if the symbol contains no price for the leg.
        public var price: Double?

        /// Creates a leg from its ratio, symbol and optional price.
        public init(ratio: Double, symbol: String, price: Double? = nil) {
            self.ratio = ratio
            self.symbol = symbol
            self.price = price
        }
    }

    /// The original symbol.
    public let text: String
    /// The legs in the order of the symbol. Equal legs are merged into the first of them. Empty if all legs cancel out.
    public let legs: [Leg]
    /// The suffix of the symbol after the last leg: `&Q`, `{=d}`; often empty.
    public let suffix: String

    /// Parses a spread's symbol.
    ///
    /// - Throws: `GrammarError` at the first invalid byte: an empty leg, a ratio of 0, a space, a parenthesis.
    /// - Complexity: O(`text.utf8.count` + legs²).
    public init(_ text: String) throws(GrammarError) {
        let bytes = text.utf8Span.span
        var reader = SpreadReader(bytes, text)
        legs = try reader.legs()
        suffix = reader.suffix
        self.text = text
    }

    /// The symbol in canonical form. For a single leg of ratio 1, it is the leg's symbol; without legs, it is empty.
    public var canonical: String {
        let text = Self.text(of: legs)
        return text.isEmpty ? "" : text + suffix
    }

    /// Returns the canonical symbol of some legs: highest ratio first, without legs of ratio 0.
    ///
    /// For a single leg of ratio 1, the result is the leg's symbol; without legs, it is empty.
    ///
    /// - Complexity: O(legs · log(legs)).
    public static func text(of legs: [Leg]) -> String {
        let legs = legs.filter { $0.ratio != 0 }.sorted(by: precedes)
        if legs.count == 1, legs[0].ratio == 1, legs[0].price == nil { return legs[0].symbol }
        var text = legs.isEmpty ? "" : "="
        for (index, leg) in legs.enumerated() {
            if leg.ratio < 0 { text += "-" } else if index > 0 { text += "+" }
            if leg.ratio.magnitude != 1 { text += DecimalNumber.format(leg.ratio.magnitude) + "*" }
            text += leg.symbol
            if let price = leg.price { text += "@" + DecimalNumber.format(price) }
        }
        return text
    }

    /// Returns whether `a` precedes `b` in the canonical order: by ratio, highest first; then by symbol, in reverse
    /// order for sold legs.
    private static func precedes(_ a: Leg, _ b: Leg) -> Bool {
        if a.ratio != b.ratio { return a.ratio > b.ratio }
        if !TextOrder.areEqual(a.symbol, b.symbol) {
            return a.ratio > 0 ? TextOrder.precedes(a.symbol, b.symbol) : TextOrder.precedes(b.symbol, a.symbol)
        }
        return a.price ?? -.infinity < b.price ?? -.infinity
    }
}

extension SpreadSymbol: CustomStringConvertible {
    /// The original symbol.
    public var description: String { text }
}
