/// The order by symbol.
extension CatalogFile {
    /// The row at a position of the order by symbol (by bytes).
    ///
    /// - Precondition: 0 ≤ `position` < `count`.
    /// - Complexity: O(1).
    @inline(__always)
    package func row(atSymbolPosition position: Int) -> Int {
        precondition(position >= 0 && position < count)
        return min(Int(rows.symbolOrder[position]), count - 1)
    }
}
