/// An order of all instruments.
public enum CatalogOrder: String, CaseIterable, Hashable, Sendable {
    /// Best first: the order of the rows of a file.
    case rank
    /// By the bytes of the symbol.
    case symbol
    /// By type, the standard's in its order, then all others by name; best first within a type.
    case type
}
