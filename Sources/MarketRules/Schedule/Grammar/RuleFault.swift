/// What a parser throws: the place in the bytes it was given, and what was expected there. `RuleSourceText` turns it into a
/// `GrammarError` that shows the whole text.
struct RuleFault: Error {
    var offset: Int
    var reason: String

    init(at offset: Int, _ reason: String) {
        self.offset = offset
        self.reason = reason
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
    /// The venue whose defaults come first, and the number of their bytes.
    var venue: String
    var defaults: [UInt8] = []

    static let grammar = "trading hours"

    func error(_ fault: RuleFault) -> GrammarError {
        guard fault.offset < defaults.count else {
            return GrammarError(
                grammar: Self.grammar, reason: fault.reason, text: text,
                byteOffset: fault.offset - defaults.count + ownOffset)
        }
        let prefix = "tv.\(venue)="
        return GrammarError(
            grammar: Self.grammar, reason: "in the defaults of venue \(venue): \(fault.reason)",
            text: prefix + String(decoding: defaults, as: UTF8.self), byteOffset: prefix.utf8.count + fault.offset)
    }
}
