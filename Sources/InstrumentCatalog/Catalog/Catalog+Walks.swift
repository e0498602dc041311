/// Iteration over all instruments.
extension Catalog {
    /// Calls `body` for all rows in an order, each with its position, from position `start` on, until `body` returns
    /// false.
    ///
    /// ```swift
    /// catalog.forEachRow(in: .type, from: 1_000) { position, row in
    ///     print(position, catalog.symbol(at: row))
    ///     return position < 1_019
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - order: The order of the rows.
    ///   - start: The position to start at.
    ///   - body: A closure that receives a position and its row, and returns whether to continue.
    /// - Throws: Errors of `body`.
    /// - Complexity: Until the first row, O(1) by rank and by symbol, and O(`count`) by type. A catalog with changes
    ///   adds O(changes) once.
    public func forEachRow<Failure: Error>(
        in order: CatalogOrder, from start: Int = 0, _ body: (_ position: Int, _ row: Row) throws(Failure) -> Bool
    ) throws(Failure) {
        let start = max(0, start)
        switch order {
        case .rank:
            guard let index else { return try forEachPosition(from: start, row: { $0 }, body: body) }
            try index.rankOrder.forEach(from: start) { position, place throws(Failure) in
                switch place {
                case .base(let row): try body(position, Row(row))
                case .item(let item): try body(position, index.row(Int(item.part), Int(item.row)))
                }
            }
        case .symbol:
            guard let index else {
                return try forEachPosition(from: start, row: file.row(atSymbolPosition:), body: body)
            }
            try index.symbolOrder.forEach(from: start) { position, place throws(Failure) in
                let (part, row) = index.place(of: place)
                return try body(position, index.row(part, row))
            }
        case .type:
            let all = select(CatalogFilter())
            var walk = RankedWalk(all.parts, index?.rankOrder.items ?? [], types: TypeGroups.of(all))
            var position = 0
            while let place = walk.next() {
                let row = index?.row(Int(place.part), Int(place.row)) ?? Row(Int(place.row))
                if position >= start {
                    guard try body(position, row) else { return }
                }
                position += 1
            }
        }
    }

    /// Calls `body` for the positions from `start` on, each with its row in the file, until `body` returns false.
    @inline(__always)
    private func forEachPosition<Failure: Error>(
        from start: Int, row: (Int) -> Int, body: (_ position: Int, _ row: Row) throws(Failure) -> Bool
    ) throws(Failure) {
        for position in min(start, file.count)..<file.count {
            guard try body(position, Row(row(position))) else { return }
        }
    }

    /// Returns the row at a position in the order by symbol, compared by bytes.
    ///
    /// ```swift
    /// for position in 0..<catalog.count { print(catalog.symbol(at: catalog.row(atSymbolPosition: position))) }
    /// ```
    ///
    /// - Precondition: 0 ≤ `position` < `count`.
    /// - Complexity: O(1); O(log changes) for a catalog with changes.
    public func row(atSymbolPosition position: Int) -> Row {
        guard let index else { return Row(file.row(atSymbolPosition: position)) }
        let (part, row) = index.place(atSymbolPosition: position)
        return index.row(part, row)
    }
}
