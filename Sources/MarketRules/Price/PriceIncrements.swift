/// The price increments of an instrument by price range: the field PRICE_INCREMENTS (`price-increments.md`).
///
/// ```swift
/// let rules = try PriceIncrements("0.01 3; 0.05")       // 0.01 up to and including 3, then 0.05
/// rules.round(3.02, .up)                                // 3.05
/// try rules.step(3, .down)                              // 2.99
/// rules.ladder(around: 3, above: 2, below: 2)           // [2.98, 2.99, 3.0, 3.05, 3.1]
/// rules.format(3.1)                                     // "3.10"
/// ```
///
/// Negative prices mirror the ranges. The empty text means "no rule": a single increment of 0, which leaves prices
/// unchanged. Equality, hashing and coding use the text, which is stored. The first range is stored inline, because
/// most instruments have only one range. Queries never allocate. Rounding allocates only if doubles are too coarse for
/// the digits of the result.
public struct PriceIncrements: Sendable {
    /// The source text.
    public let text: String
    /// The range that contains zero.
    let innermost: PriceRange
    /// All ranges from zero outward; empty if `innermost` is the only range.
    let ranges: [PriceRange]

    /// Parses a text: `""`, `0.01`, `0.01 3; 0.05`.
    ///
    /// - Throws: `GrammarError` at the first byte that violates the grammar, or at a number that is out of bounds.
    /// - Complexity: O(`text.utf8.count`).
    public init(_ text: String) throws(GrammarError) {
        let parsed = try Self.parse(text.utf8Span.span)
        self.init(text: text, parsed)
    }

    /// Parses the bytes of a text, with the grammar, errors and complexity of `init(_:)` for strings.
    public init(_ bytes: Span<UInt8>) throws(GrammarError) {
        let parsed = try Self.parse(bytes)
        self.init(text: String(decoding: bytes), parsed)
    }

    private init(text: String, _ parsed: (innermost: PriceRange, ranges: [PriceRange])) {
        self.text = text
        self.innermost = parsed.innermost
        self.ranges = parsed.ranges
    }

    /// The price increments without a rule, whose text is empty.
    public static let none = PriceIncrements(text: "", (.noRule, []))

    /// The numbers of the text: increments at even indexes, limits at odd indexes. `[0]` for the empty text.
    public var numbers: [Double] {
        ranges.isEmpty
            ? [innermost.increment]
            : Array(ranges.flatMap { [$0.increment, $0.limit] }.dropLast())
    }

    /// A Boolean value that indicates whether there is a rule; `false` for the texts `""` and `0`.
    public var hasRule: Bool { innermost.increment > 0 }
}

/// The direction in which a price moves.
public enum PriceDirection: Int, Hashable, Sendable, CaseIterable {
    /// Toward −∞, also for negative prices.
    case down = -1
    /// In either direction, to the nearest price.
    case nearest = 0
    /// Toward +∞, also for negative prices.
    case up = 1
}

// MARK: - Text form

extension PriceIncrements: Hashable, CustomStringConvertible {
    public static func == (a: PriceIncrements, b: PriceIncrements) -> Bool { a.text == b.text }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    public var description: String { text }
}

extension PriceIncrements: Codable {
    /// Decodes a single string.
    ///
    /// - Throws: `DecodingError.dataCorrupted` whose description and underlying error are the `GrammarError`.
    public init(from decoder: any Decoder) throws {
        self = try decoder.valueOfText { (text) throws(GrammarError) in try Self(text) }
    }

    /// Encodes the text as a single string.
    ///
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
