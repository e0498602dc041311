/// One way to understand a text.
public struct SymbolReading: Hashable, Sendable, CustomStringConvertible {
    /// What the text refers to by this reading.
    public let reference: InstrumentReference
    /// Whose way to write it is.
    public let notation: Notation

    /// A reading.
    package init(_ reference: InstrumentReference, _ notation: Notation) {
        self.reference = reference
        self.notation = notation
    }

    /// How the text was understood, in words that stay: `option, 15 Jan 2027, 260, call`.
    public var description: String { reference.description }
}
