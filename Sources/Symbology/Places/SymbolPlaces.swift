/// The table of places, and of the names that terminals and sites have for indexes, products and currencies: public facts, one a line.
public struct SymbolPlaces: Sendable {
    let table: PlaceTable

    /// The table that comes with the product.
    public static let bundled = SymbolPlaces(table: PlaceTable())

    /// The place that a scheme's code stands for; `nil` where the table has none.
    public func place(_ code: String, in scheme: SymbolPlace.Scheme) -> SymbolPlace? { table.place(code, in: scheme) }
}

/// The lines by scheme and code.
final class PlaceTable: Sendable {
    let lines: [String: SymbolPlace]

    init(_ lines: [String: SymbolPlace] = [:]) { self.lines = lines }

    func place(_ code: String, in scheme: SymbolPlace.Scheme) -> SymbolPlace? { lines[scheme.rawValue + " " + code] }
}
