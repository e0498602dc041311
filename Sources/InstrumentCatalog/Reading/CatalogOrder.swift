/// An order of all instruments.
public enum CatalogOrder: String, CaseIterable, Hashable, Sendable {
    /// Best first: the order of the rows of a file.
    case rank
    /// By the bytes of the symbol.
    case symbol
    /// By type, the standard's in its order, then all others by name; best first within a type.
    case type
}

/// The standard order of types (`ipf-format.md`, section 2).
enum TypeOrder {
    /// The ids of the types of `column` in standard order, the others after them by name.
    static func ids(of column: CatalogColumn) -> [UInt32] {
        var ids: [UInt32] = []
        for type in InstrumentType.standardOrder {
            if let id = column.id(of: type.rawValue.utf8Span.span) { ids.append(id) }
        }
        let known = Set(ids)
        for index in 0..<column.valueCount where !known.contains(UInt32(index + 1)) { ids.append(UInt32(index + 1)) }
        return ids
    }
}
