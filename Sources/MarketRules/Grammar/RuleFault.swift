/// What a parser throws: the place in the bytes it was given, and what was expected there. `RuleSourceText` turns it into a
/// `GrammarError` that shows the whole text.
struct RuleFault: Error {
    var offset: Int
    var reason: String
    /// The line of a venue's period that it lies in, and where; `nil` where it lies in the bytes.
    var period: PeriodPlace?

    init(at offset: Int, _ reason: String, period: PeriodPlace? = nil) {
        self.offset = offset
        self.reason = reason
        self.period = period
    }

    /// A place in bytes of a line `tv.NAME@FROM-TO=…`.
    struct PeriodPlace {
        var text: String
        var byteOffset: Int
    }
}

/// What a parser noticed and went on after.
struct RuleNotes {
    private(set) var warnings: [RuleFault] = []

    mutating func warn(at offset: Int, _ message: @autoclosure () -> String) {
        warnings.append(RuleFault(at: offset, message()))
    }
}

/// The texts that a definition's bytes are made of: first the default properties of its venue, then its own. Faults are shown
/// in the one they lie in.
struct RuleSourceText {
    /// The whole text that the definition stands in, and where its own properties begin there.
    var text: String
    var ownOffset: Int
    /// The properties that come first; `nil` where the venue has no defaults.
    var defaults: VenueProperties?

    static let grammar = "trading hours"

    func error(_ fault: RuleFault) -> GrammarError {
        let count = defaults?.bytes.count ?? 0
        if let defaults, fault.offset < count || fault.period != nil { return Self.error(fault, of: defaults) }
        return GrammarError(
            grammar: Self.grammar, reason: fault.reason, text: text, byteOffset: fault.offset - count + ownOffset)
    }

    /// A fault of a venue's defaults.
    static func error(_ fault: RuleFault, of defaults: VenueProperties) -> GrammarError {
        defaults.error(
            fault, grammar: grammar, reason: "in the defaults of venue \(defaults.name): \(fault.reason)")
    }
}

extension ByteCursor {
    /// A part of the bytes as a string; what isn't UTF-8 is repaired.
    func text(_ range: Range<Int>) -> String { String(decodingUTF8: bytes.extracting(range)) }
}

extension String {
    /// The bytes as a string; what isn't UTF-8 is repaired.
    init(decodingUTF8 bytes: Span<UInt8>) {
        if let valid = try? UTF8Span(validating: bytes) {
            self.init(copying: valid)
        } else {
            self.init(decoding: (0..<bytes.count).map { bytes[$0] }, as: UTF8.self)
        }
    }
}
