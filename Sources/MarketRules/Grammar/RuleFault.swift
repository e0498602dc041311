/// The error of a parser: an offset in the parsed bytes and a message. `RuleSourceText` converts it to a
/// `GrammarError` that shows the whole text.
struct RuleFault: Error {
    var offset: Int
    var reason: String
    /// The position in the line of a venue's period; `nil` if the fault lies in the parsed bytes.
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

/// The warnings of a parser.
struct RuleNotes {
    private(set) var warnings: [RuleFault] = []

    mutating func warn(at offset: Int, _ message: @autoclosure () -> String) {
        warnings.append(RuleFault(at: offset, message()))
    }
}

/// The texts that form a definition's bytes: the default properties of its venue, followed by its own. A fault is
/// shown in the text that contains it.
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

    /// Converts a fault in a venue's defaults.
    static func error(_ fault: RuleFault, of defaults: VenueProperties) -> GrammarError {
        defaults.error(
            fault, grammar: grammar, reason: "in the defaults of venue \(defaults.name): \(fault.reason)")
    }
}

extension ByteCursor {
    /// Decodes a range of the bytes, and repairs invalid UTF-8.
    func text(_ range: Range<Int>) -> String { String(decodingUTF8: bytes.extracting(range)) }
}

extension String {
    /// Decodes the bytes, and repairs invalid UTF-8.
    init(decodingUTF8 bytes: Span<UInt8>) {
        if let valid = try? UTF8Span(validating: bytes) {
            self.init(copying: valid)
        } else {
            self.init(decoding: (0..<bytes.count).map { bytes[$0] }, as: UTF8.self)
        }
    }
}
