/// A future of a product.
public struct FutureContract: Hashable, Sendable {
    /// Its row in the catalog.
    public let row: Int
    /// Day of expiration; `nil` where not set.
    public let expiration: CalendarDate?
    /// Last day of trading; `nil` where not set.
    public let lastTrade: CalendarDate?

    /// Neither expired before `day` nor traded for the last time before it.
    public func isActive(on day: CalendarDate) -> Bool {
        if let expiration, expiration < day { return false }
        if let lastTrade, lastTrade < day { return false }
        return true
    }
}

extension Catalog {
    /// The futures of a product by expiration, then last trade, maturity and rank; those without a date behind those with one.
    ///
    /// - Complexity: O(futures of the product).
    public func futures(ofProduct product: String) -> [FutureContract] { futures(ofProduct: product, hidden: nil) }

    /// The futures of a product without the rows of `hidden`.
    func futures(ofProduct product: String, hidden: RowSet?) -> [FutureContract] {
        guard let (column, index) = rows.place(of: .product), let id = column.id(of: product.utf8Span.span) else {
            return []
        }
        let chains = ChainIndex.futures(rows, field: index)
        let expiration = rows.column(.expiration)
        let lastTrade = rows.column(.lastTrade)
        var futures: [FutureContract] = []
        chains.forEachSeries(ofValue: id) { positions in
            for row in positions.lazy.compactMap({ chains.row(at: $0) }) where hidden?.contains(row) != true {
                futures.append(
                    FutureContract(
                        row: row, expiration: expiration.flatMap { $0.date(ofValue: $0.id(at: row)) },
                        lastTrade: lastTrade.flatMap { $0.date(ofValue: $0.id(at: row)) }))
            }
        }
        return futures
    }

    /// The current future of a product on a day: the first, by expiration, that is active then; `nil` where none is.
    public func currentFuture(ofProduct product: String, on day: CalendarDate) -> FutureContract? {
        futures(ofProduct: product).first { $0.isActive(on: day) }
    }
}
