/// The deliverables of an adjusted option in addition to its primary underlying: the field ADDITIONAL_UNDERLYINGS
/// (`price-increments.md`, last section).
///
/// ```swift
/// let more = try AdditionalUnderlyings("FIS 53; US$ 45.46")
/// more["FIS"]                                                // 53
/// AdditionalUnderlyings(["US$": 45.46, "FIS": 53])?.text     // "FIS 53; US$ 45.46"
/// ```
///
/// The value stores its text, which is also the encoded form.
public struct AdditionalUnderlyings: Hashable, Sendable {
    /// An additional underlying.
    public struct Entry: Hashable, Sendable {
        /// The symbol, such as `FIS`, or `US$` for cash.
        public var symbol: String
        /// The number of units per contract; negative if the option's holder delivers them instead of receiving them.
        public var amount: Double

        package init(symbol: String, amount: Double) {
            self.symbol = symbol
            self.amount = amount
        }
    }

    /// The source text.
    public let text: String
    /// The underlyings in the order of the text.
    public let entries: [Entry]

    /// Parses a text: `""`, `FIS 53`, `FIS 53; US$ 45.46`.
    ///
    /// - Throws: `GrammarError` at the first byte that violates the grammar.
    /// - Complexity: O(`text.utf8.count`).
    public init(_ text: String) throws(GrammarError) {
        entries = try Self.parse(text.utf8Span.span)
        self.text = text
    }

    /// Parses the bytes of a text, with the grammar, errors and complexity of `init(_:)` for strings.
    public init(_ bytes: Span<UInt8>) throws(GrammarError) {
        entries = try Self.parse(bytes)
        text = String(decoding: bytes)
    }

    /// Creates a value from amounts by symbol, in alphabetical order. Returns `nil` if a symbol is empty or contains a
    /// space or a semicolon, or if an amount is not finite.
    public init?(_ amounts: [String: Double]) {
        let entries = amounts.map { Entry(symbol: $0.key, amount: $0.value) }.sorted { $0.symbol < $1.symbol }
        for entry in entries {
            let isWritable = !entry.symbol.utf8.contains { $0 == ASCII.space || $0 == ASCII.semicolon }
            guard isWritable, !entry.symbol.isEmpty, entry.amount.isFinite else { return nil }
        }
        self.entries = entries
        text = entries.map { "\($0.symbol) \(DecimalNumber.format($0.amount))" }.joined(separator: "; ")
    }

    /// The amount of a symbol; `nil` if the text does not contain the symbol. If the text repeats the symbol, the last
    /// amount.
    public subscript(symbol: String) -> Double? { entries.last { $0.symbol == symbol }?.amount }
}

// MARK: - Text form

extension AdditionalUnderlyings: CustomStringConvertible {
    public var description: String { text }
}

extension AdditionalUnderlyings: Codable {
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
