/// From a symbol to a row, and the walks.
extension Catalog {
    /// The row of exactly this symbol; `nil` where there is none.
    ///
    /// - Complexity: O(1) expected; a few hundred nanoseconds, and no profile is made.
    public func row(forSymbol symbol: String) -> Int? { rows.row(ofSymbol: symbol.utf8Span.span) }

    /// The row of exactly this symbol, given as UTF-8; `nil` where there is none.
    public func row(forSymbol symbol: Span<UInt8>) -> Int? { rows.row(ofSymbol: symbol) }

    /// The profile of exactly this symbol; `nil` where there is none.
    public subscript(symbol: String) -> InstrumentProfile? { row(forSymbol: symbol).map(profile(at:)) }

    /// The row at a position of the order by symbol (by bytes).
    ///
    /// ```swift
    /// for position in 0..<catalog.count { print(catalog.symbol(at: catalog.row(atSymbolPosition: position))) }
    /// ```
    ///
    /// - Precondition: 0 ≤ `position` < `count`.
    /// - Complexity: O(1).
    public func row(atSymbolPosition position: Int) -> Int {
        precondition(position >= 0 && position < count)
        return min(Int(rows.symbolOrder[position]), count - 1)
    }

    /// Hands out the rows of a type, best first.
    ///
    /// - Complexity: O(`count`), below a nanosecond a row.
    public func forEachRow<Failure: Error>(
        ofType type: String, _ body: (Int) throws(Failure) -> Void
    ) throws(Failure) {
        guard let column = rows.column(.type), let id = column.id(of: type.utf8Span.span) else { return }
        try column.forEachRow(ofValue: id, body)
    }
}
