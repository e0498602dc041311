/// An instrument that a text may mean, and how the text was understood.
public struct SymbolCandidate: Hashable, Sendable {
    /// The instrument's row in the catalog.
    public let row: Int
    /// By which reading the text means it: its reference, its notation and a sentence.
    public let reading: SymbolReading
}
