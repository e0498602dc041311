/// Walks over all instruments.
extension CatalogView {
    /// Hands out all rows in an order, each with its position in it, from a position on, until `body` says false.
    ///
    /// - Complexity: as `Catalog.forEachRow(in:from:)`, and once for a view with changes O(changes).
    public func forEachRow<Failure: Error>(
        in order: CatalogOrder, from start: Int = 0, _ body: (_ position: Int, _ row: Int) throws(Failure) -> Bool
    ) throws(Failure) {
        guard let index = storage.index else { return try base.forEachRow(in: order, from: start, body) }
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
                switch place {
                case .base(let symbol): try body(position, base.row(atSymbolPosition: symbol))
                case .item(let item): try body(position, index.row(Int(item.part), Int(item.row)))
                }
            }
        case .type: try forEachRowByType(from: max(0, start), body)
        }
    }

    private func forEachRowByType<Failure: Error>(
        from start: Int, _ body: (Int, Int) throws(Failure) -> Bool
    ) throws(Failure) {
        var position = 0
        for type in select(CatalogFilter()).facets.types.sorted(by: { InstrumentType.isBefore($0.name, $1.name) }) {
            if position + type.count <= start {
                position += type.count
                continue
            }
            var filter = CatalogFilter()
            filter.require(.type, anyOf: [FieldPattern(exactly: type.name)])
            var goesOn = true
            try select(filter).forEachRow { row throws(Failure) in
                defer { position += 1 }
                if position >= start { goesOn = try body(position, row) }
                return goesOn
            }
            if !goesOn { return }
        }
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
    public func row(atSymbolPosition position: Int) -> Int {
        precondition(position >= 0 && position < count)
        var found = 0
        forEachRow(in: .symbol, from: position) { _, row in
            found = row
            return false
        }
        return found
    }

    /// Hands out the rows of a type, best first.
    public func forEachRow<Failure: Error>(
        ofType type: String, _ body: (Int) throws(Failure) -> Void
    ) throws(Failure) {
        guard storage.index != nil else { return try base.forEachRow(ofType: type, body) }
        var filter = CatalogFilter()
        filter.require(.type, anyOf: [FieldPattern(exactly: type)])
        try select(filter).forEachRow { row throws(Failure) in
            try body(row)
            return true
        }
    }

    /// The first rows of those that `filter` means, `limit` at most, or the ones behind the page that ended at `cursor`;
    /// `offset` of them are left out first.
    ///
    /// A cursor of a live catalog's view goes on in later views of the same catalog, from the same position: an instrument
    /// that came or went in front of it meanwhile moves the others by one.
    ///
    /// - Throws: `CatalogError` of kind `cursor` where the cursor isn't of this catalog, filter and order.
    /// - Complexity: as `Catalog.page(of:in:offset:limit:after:)`; and once for a view O(changes).
    public func page(
        of filter: CatalogFilter, in order: CatalogOrder = .rank, offset: Int = 0, limit: Int,
        after cursor: CatalogCursor? = nil
    ) throws(CatalogError) -> CatalogPage {
        if storage.overlay == nil {
            return try base.page(of: filter, in: order, offset: offset, limit: limit, after: cursor)
        }
        let question = filter.fingerprint(order)
        let start = try cursor?.position(in: storage.scope, question: question) ?? 0
        var page = CatalogPage(rows: [])
        var toSkip = max(0, offset)
        let take = { (position: Int, row: Int) in
            if toSkip > 0 {
                toSkip -= 1
                return true
            }
            if page.rows.count >= max(0, limit) {
                page.next = CatalogCursor(storage.scope, question: question, position: position)
                return false
            }
            page.rows.append(row)
            return true
        }
        if order == .rank {
            forEachMatch(of: filter, from: start, take)
        } else {
            let selection = filter.isEmpty ? nil : select(filter)
            forEachRow(in: order, from: start) { position, row in
                selection?.contains(row) == false ? true : take(position, row)
            }
        }
        return page
    }

    /// Hands out the rows that match from a position of the rank order on, best first, until `body` says false.
    private func forEachMatch(of filter: CatalogFilter, from start: Int, _ body: (Int, Int) -> Bool) {
        guard let index = storage.index else {
            return CompiledFilter(filter, base.rows).forEachMatch(from: start) { body($0, $0) }
        }
        let compiled = index.parts.map { CompiledFilter(filter, $0.catalog.rows, hidden: $0.hidden) }
        let order = index.rankOrder
        let (firstItem, firstRow) = order.split(at: start)
        var next = firstItem
        var goesOn = true
        /// What changed and stands in front of a row of the base.
        func handOutItems(before base: Int) {
            while goesOn, next < order.items.count, order.items[next].basePosition <= base {
                let item = order.items[next]
                if compiled[Int(item.part)].matches(Int(item.row)) {
                    goesOn = body(order.position(ofItem: next), index.row(Int(item.part), Int(item.row)))
                }
                next += 1
            }
        }
        compiled[0].forEachMatch(from: firstRow) { row in
            handOutItems(before: row)
            if goesOn { goesOn = body(order.position(ofBase: row), row) }
            return goesOn
        }
        handOutItems(before: .max)
    }
}
