/// Walks over all instruments.
extension Catalog {
    /// Calls `body` for all rows in an order, each with its position in it, from a position on, until it returns false.
    ///
    /// ```swift
    /// catalog.forEachRow(in: .type, from: 1_000) { position, row in
    ///     print(position, catalog.symbol(at: row))
    ///     return position < 1_019
    /// }
    /// ```
    ///
    /// - Complexity: O(1) to the first row by rank and by symbol, O(`count`) by type: a nanosecond a row; and once for a catalog with
    ///   changes O(changes).
    public func forEachRow<Failure: Error>(
        in order: CatalogOrder, from start: Int = 0, _ body: (_ position: Int, _ row: Int) throws(Failure) -> Bool
    ) throws(Failure) {
        guard let index else { return try file.forEachRow(in: order, from: start, body) }
        switch order {
        case .rank:
            try index.rankOrder.forEach(from: start) { position, place throws(Failure) in
                switch place {
                case .base(let row): try body(position, row)
                case .item(let item): try body(position, index.row(Int(item.part), Int(item.row)))
                }
            }
        case .symbol:
            try index.symbolOrder.forEach(from: start) { position, place throws(Failure) in
                let (part, row) = index.place(of: place)
                return try body(position, index.row(part, row))
            }
        case .type: try forEachRowByType(from: max(0, start), body)
        }
    }

    private func forEachRowByType<Failure: Error>(
        from start: Int, _ body: (Int, Int) throws(Failure) -> Bool
    ) throws(Failure) {
        var position = 0
        let types = counts(of: .type).sorted { InstrumentType.isBefore($0.name, $1.name) }
        for type in types {
            if position + type.count <= start {
                position += type.count
                continue
            }
            var goesOn = true
            try instruments(ofType: type.name).forEachRow { row throws(Failure) in
                defer { position += 1 }
                if position >= start { goesOn = try body(position, row) }
                return goesOn
            }
            if !goesOn { return }
        }
    }

    private func instruments(ofType type: String) -> CatalogSelection {
        var filter = CatalogFilter()
        filter.require(.type, anyOf: [FieldPattern(exactly: type)])
        return select(filter)
    }

    /// The row at a position of the order by symbol (by bytes).
    ///
    /// ```swift
    /// for position in 0..<catalog.count { print(catalog.symbol(at: catalog.row(atSymbolPosition: position))) }
    /// ```
    ///
    /// - Precondition: 0 ≤ `position` < `count`.
    /// - Complexity: O(1); O(log changes) for a catalog with changes.
    public func row(atSymbolPosition position: Int) -> Int {
        guard let index else { return file.row(atSymbolPosition: position) }
        let (part, row) = index.place(atSymbolPosition: position)
        return index.row(part, row)
    }
}
