/// The instruments that a filter means: counted, and at hand in any order.
///
/// ```swift
/// let stocks = catalog.select(filter)
/// for row in stocks.rows(limit: 20) { print(catalog.symbol(at: row)) }
/// ```
public struct CatalogSelection: Sendable {
    /// The catalog whose rows they are.
    public let catalog: Catalog
    /// How many there are.
    public let count: Int
    let set: RowSet

    init(_ catalog: Catalog, _ set: RowSet) {
        self.catalog = catalog
        self.set = set
        count = set.count
    }

    /// Whether the instrument at `row` is one of them.
    public func contains(_ row: Int) -> Bool { set.contains(row) }

    /// Hands out their rows, best first, until `body` says false.
    ///
    /// - Complexity: O(`catalog.count` / 64 + rows handed out).
    public func forEachRow<Failure: Error>(_ body: (Int) throws(Failure) -> Bool) throws(Failure) {
        try set.forEach(body)
    }

    /// Their rows in an order, `limit` at most, from the one at `offset` on; empty behind the last.
    ///
    /// - Complexity: O(`catalog.count` / 64 + rows) by rank, O(`catalog.count`) by symbol and by type.
    public func rows(in order: CatalogOrder = .rank, offset: Int = 0, limit: Int = .max) -> [Int] {
        var found: [Int] = []
        var toSkip = max(0, offset)
        if limit <= 0 || toSkip >= count { return found }
        catalog.forEachRow(in: order) { _, row in
            guard set.contains(row) else { return true }
            if toSkip > 0 {
                toSkip -= 1
                return true
            }
            found.append(row)
            return found.count < limit
        }
        return found
    }
}

extension Catalog {
    /// The instruments that `filter` means.
    ///
    /// - Complexity: O(`count`), about a nanosecond an instrument and condition; far less where a condition on SYMBOL has
    ///   text in front of its first wildcard.
    public func select(_ filter: CatalogFilter) -> CatalogSelection {
        CatalogSelection(self, CompiledFilter(filter, rows).matchingRows())
    }
}
