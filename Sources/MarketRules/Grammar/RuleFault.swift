/// A parsing error with a message and an offset in the parsed bytes. `RuleSourceText` converts it to a `GrammarError`
/// that shows the whole text.
struct RuleFault: Error {
    var offset: Int
    var reason: String
    /// The position in the line of a venue's period; `nil` if the error is in the parsed bytes.
    var period: PeriodPlace?

    init(at offset: Int, _ reason: String, period: PeriodPlace? = nil) {
        self.offset = offset
        self.reason = reason
        self.period = period
    }

    /// An offset in a line `tv.NAME@FROM-TO=…`.
    struct PeriodPlace {
        var text: String
        var byteOffset: Int
    }
}

/// The warnings that a parser has collected.
struct RuleNotes {
    private(set) var warnings: [RuleFault] = []

    mutating func warn(at offset: Int, _ message: @autoclosure () -> String) {
        warnings.append(RuleFault(at: offset, message()))
    }
}

/// The two texts from which a definition is parsed: the default properties of its venue, followed by its own
/// properties. An error is shown in the text that contains it.
struct RuleSourceText {
    /// The whole text that contains the definition, and the offset of the definition's own properties in it.
    var text: String
    var ownOffset: Int
    /// The default properties; `nil` if the venue has none.
    var defaults: VenueProperties?

    static let grammar = "trading hours"

    func error(_ fault: RuleFault) -> GrammarError {
        let count = defaults?.bytes.count ?? 0
        if let defaults, fault.offset < count || fault.period != nil { return Self.error(fault, of: defaults) }
        return GrammarError(
            grammar: Self.grammar, reason: fault.reason, text: text, byteOffset: fault.offset - count + ownOffset)
    }

    /// Converts an error in a venue's default properties.
    static func error(_ fault: RuleFault, of defaults: VenueProperties) -> GrammarError {
        defaults.error(
            fault, grammar: grammar, reason: "in the defaults of venue \(defaults.name): \(fault.reason)")
    }
}

extension ByteCursor {
    /// Decodes a range of the bytes; invalid UTF-8 is repaired.
    func text(_ range: Range<Int>) -> String { String(decodingUTF8: bytes.extracting(range)) }
}

extension String {
    /// Decodes the bytes; invalid UTF-8 is repaired.
    init(decodingUTF8 bytes: Span<UInt8>) {
        if let valid = try? UTF8Span(validating: bytes) {
            self.init(copying: valid)
        } else {
            self.init(decoding: (0..<bytes.count).map { bytes[$0] }, as: UTF8.self)
        }
    }
}
