/// Writes an instrument as others do.
public struct SymbolWriter: Sendable {
    /// The places whose codes it writes.
    public let places: SymbolPlaces

    /// A writer with the codes of a table.
    public init(places: SymbolPlaces = .bundled) { self.places = places }

    /// A reference in a notation; `nil` where the notation can't say it, or no code is known for its place.
    public func write(_ reference: InstrumentReference, as notation: Notation) -> String? { nil }
}
