public import Scanning

/// A spread by its legs: `=2*AAPL-MSFT` (`spread-symbols.md`).
///
/// ```swift
/// let spread = try SpreadSymbol("=./KCZ26C300:IFUS-0.5*/KCZ26:IFUS@285.5")
/// spread.legs[1].ratio                     // -0.5
/// spread.legs[1].price                     // 285.5
/// SpreadSymbol.text(of: spread.legs)       // the symbol in its canonical form
/// ```
///
/// Reading joins equal legs. What is read need not be canonical, since exchanges have orders of their own: `text` is the symbol as it
/// came, by which a feed knows it.
public struct SpreadSymbol: Hashable, Sendable {
    /// One instrument of a spread.
    public struct Leg: Hashable, Sendable {
        /// How much of it, negative where it is sold; never 0.
        public var ratio: Double
        /// The instrument's symbol, with its venue if it has one: `/KCZ26:IFUS`.
        public var symbol: String
        /// The price that the symbol gives the leg; `nil` if it gives none.
        public var price: Double?

        /// A leg of a ratio, a symbol and perhaps a price.
        public init(ratio: Double, symbol: String, price: Double? = nil) {
            self.ratio = ratio
            self.symbol = symbol
            self.price = price
        }
    }

    /// The symbol as it came.
    public let text: String
    /// The legs in the order of the symbol, equal ones joined at the place of the first; none where all cancel each other out.
    public let legs: [Leg]
    /// What follows the last leg and belongs to the whole: `&Q`, `{=d}`; empty if nothing does.
    public let suffix: String

    /// The legs of a spread's symbol.
    ///
    /// - Throws: `GrammarError` at the first byte that doesn't fit: an empty leg, a ratio of 0, a space, a parenthesis.
    /// - Complexity: O(`text.utf8.count` + legs²).
    public init(_ text: String) throws(GrammarError) {
        let bytes = text.utf8Span.span
        var reader = SpreadReader(bytes, text)
        legs = try reader.legs()
        suffix = reader.suffix
        self.text = text
    }

    /// The symbol in canonical form: `A` for one `A` alone, empty without legs.
    public var canonical: String {
        let text = Self.text(of: legs)
        return text.isEmpty ? "" : text + suffix
    }

    /// The canonical symbol of legs: highest ratio first, legs of ratio 0 left out; of a single leg of ratio 1 its own symbol, and the
    /// empty text where no leg is left.
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

    /// By ratio, highest first; then by symbol, among sold legs the last first.
    private static func precedes(_ a: Leg, _ b: Leg) -> Bool {
        if a.ratio != b.ratio { return a.ratio > b.ratio }
        if !TextOrder.areEqual(a.symbol, b.symbol) {
            return a.ratio > 0 ? TextOrder.precedes(a.symbol, b.symbol) : TextOrder.precedes(b.symbol, a.symbol)
        }
        return a.price ?? -.infinity < b.price ?? -.infinity
    }
}

extension SpreadSymbol: CustomStringConvertible {
    /// The symbol as it came.
    public var description: String { text }
}
