/// The price steps of an instrument, by ranges of price: the field PRICE_INCREMENTS (`price-increments.md`).
///
/// ```swift
/// let rules = try PriceIncrements("0.01 3; 0.05")       // steps of 0.01 up to and at 3, then 0.05
/// rules.round(3.02, .up)                                // 3.05
/// try rules.step(3, .down)                              // 2.99
/// rules.ladder(around: 3, above: 2, below: 2)           // [2.98, 2.99, 3.0, 3.05, 3.1]
/// rules.format(3.1)                                     // "3.10"
/// ```
///
/// Ranges mirror for negative prices. The empty text means "no rule": a single increment of 0, which rounds nothing.
/// The value keeps its text, and equality, hashing and coding are by text. The first range lives in the value itself,
/// and most instruments have no other; asking never allocates, and rounding only where doubles are too coarse for its
/// digits.
public struct PriceIncrements: Sendable {
    /// The text as it was given.
    public let text: String
    /// The range that holds zero.
    let innermost: PriceRange
    /// All ranges, outward, if there are several; empty if there is one.
    let ranges: [PriceRange]

    /// The rules of a text: `""`, `0.01`, `0.01 3; 0.05`.
    ///
    /// - Throws: `GrammarError` at the first byte that isn't what the grammar asks for, or at the number that is out of
    ///   bounds.
    /// - Complexity: O(`text.utf8.count`).
    public init(_ text: String) throws(GrammarError) {
        let parsed = try Self.parse(text.utf8Span.span)
        self.init(text: text, parsed)
    }

    /// The rules of a text's bytes. Its shapes, errors and cost are those of `init(_:)`.
    public init(_ bytes: Span<UInt8>) throws(GrammarError) {
        let parsed = try Self.parse(bytes)
        self.init(text: String(decoding: bytes), parsed)
    }

    private init(text: String, _ parsed: (innermost: PriceRange, ranges: [PriceRange])) {
        self.text = text
        self.innermost = parsed.innermost
        self.ranges = parsed.ranges
    }

    /// No rule: the empty text.
    public static let none = PriceIncrements(text: "", (.noRule, []))

    /// The numbers of the text: increments at even positions, the limits between them. The empty text has the number 0.
    public var numbers: [Double] {
        ranges.isEmpty
            ? [innermost.increment]
            : Array(ranges.flatMap { [$0.increment, $0.limit] }.dropLast())
    }

    /// Whether there is a rule at all: false for the empty text and for a lone `0`.
    public var hasRule: Bool { innermost.increment > 0 }
}

/// Which way a price is to move.
public enum PriceDirection: Int, Hashable, Sendable, CaseIterable {
    /// Toward −∞, also for negative prices.
    case down = -1
    /// To stay, or to go where it is nearest.
    case nearest = 0
    /// Toward +∞, also for negative prices.
    case up = 1
}

// MARK: - By its text

extension PriceIncrements: Hashable, CustomStringConvertible {
    public static func == (a: PriceIncrements, b: PriceIncrements) -> Bool { a.text == b.text }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    public var description: String { text }
}

extension PriceIncrements: Codable {
    /// From a single string.
    ///
    /// - Throws: `DecodingError.dataCorrupted` whose description and underlying error are the `GrammarError`.
    public init(from decoder: any Decoder) throws {
        self = try decoder.valueOfText { (text) throws(GrammarError) in try Self(text) }
    }

    /// As a single string: the text.
    ///
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
