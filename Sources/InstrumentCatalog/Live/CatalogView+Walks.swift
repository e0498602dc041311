/// Walks over all instruments.
extension CatalogView {
    /// Hands out all rows in an order, each with its position in it, from a position on, until `body` says false.
    ///
    /// - Complexity: as `Catalog.forEachRow(in:from:)`, and once for a view with changes O(changes).
    public func forEachRow<Failure: Error>(
        in order: CatalogOrder, from start: Int = 0, _ body: (_ position: Int, _ row: Int) throws(Failure) -> Bool
    ) throws(Failure) {
        try base.forEachRow(in: order, from: start, body)
    }

    /// The rows from `offset` on in an order, `limit` at most; empty behind the last.
    public func rows(in order: CatalogOrder, offset: Int = 0, limit: Int) -> [Int] {
        var rows: [Int] = []
        if limit <= 0 { return rows }
        forEachRow(in: order, from: offset) { _, row in
            rows.append(row)
            return rows.count < limit
        }
        return rows
    }

    /// The row at a position of the order by symbol (by bytes).
    ///
    /// - Precondition: 0 ≤ `position` < `count`.
    /// - Complexity: O(log changes).
    public func row(atSymbolPosition position: Int) -> Int { base.row(atSymbolPosition: position) }

    /// Hands out the rows of a type, best first.
    public func forEachRow<Failure: Error>(
        ofType type: String, _ body: (Int) throws(Failure) -> Void
    ) throws(Failure) {
        try base.forEachRow(ofType: type, body)
    }

    /// The first rows of those that `filter` means, `limit` at most, or the ones behind the page that ended at `cursor`;
    /// `offset` of them are left out first.
    ///
    /// A cursor of a live catalog's view goes on in later views of the same `LiveCatalog`, from the same position: an instrument
    /// that came or went in front of it meanwhile moves the others by one.
    ///
    /// - Throws: `CatalogError` of kind `cursor` where the cursor isn't of this catalog, filter and order.
    public func page(
        of filter: CatalogFilter, in order: CatalogOrder = .rank, offset: Int = 0, limit: Int,
        after cursor: CatalogCursor? = nil
    ) throws(CatalogError) -> CatalogPage {
        try base.page(of: filter, in: order, offset: offset, limit: limit, after: cursor)
    }
}
