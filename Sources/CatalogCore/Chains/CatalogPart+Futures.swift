/// A futures contract of a product.
public struct FutureContract: Hashable, Sendable {
    /// The contract's row in the catalog.
    public let row: Row
    /// The day of expiration; `nil` if not set.
    public let expiration: CalendarDate?
    /// The last day of trading; `nil` if not set.
    public let lastTrade: CalendarDate?

    package init(row: Row, expiration: CalendarDate?, lastTrade: CalendarDate?) {
        self.row = row
        self.expiration = expiration
        self.lastTrade = lastTrade
    }

    /// Returns whether the contract can still be traded on `day`: neither its expiration nor its last day of trading is
    /// before `day`.
    package func isActive(on day: CalendarDate) -> Bool {
        if let expiration, expiration < day { return false }
        if let lastTrade, lastTrade < day { return false }
        return true
    }
}

extension CatalogPart {
    /// Returns the futures of a product by expiration, then last trade, maturity and rank. Contracts without a date
    /// follow those with one.
    ///
    /// - Complexity: O(futures of the product).
    package func futures(ofProduct product: String) -> [FutureContract] {
        guard let (column, index) = rows.place(of: .product), let id = column.id(of: product.utf8Span.span) else {
            return []
        }
        let chains = ChainIndex.futures(rows, field: index)
        let expiration = rows.column(.expiration)
        let lastTrade = rows.column(.lastTrade)
        var futures: [FutureContract] = []
        chains.forEachSeries(ofValue: id) { positions in
            for row in positions.lazy.compactMap({ chains.row(at: $0) }) where isVisible(row) {
                futures.append(
                    FutureContract(
                        row: Row(row), expiration: expiration.flatMap { $0.date(ofValue: $0.id(at: row)) },
                        lastTrade: lastTrade.flatMap { $0.date(ofValue: $0.id(at: row)) }))
            }
        }
        return futures
    }
}
