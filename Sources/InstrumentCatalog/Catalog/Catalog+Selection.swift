extension Catalog {
    /// Returns the instruments that match `filter`.
    ///
    /// - Complexity: O(`count`) per condition; far less if a condition on SYMBOL has text before its first wildcard.
    public func select(_ filter: CatalogFilter) -> CatalogSelection {
        CatalogSelection(
            self, parts.map { SelectedRows(rows: $0.rows, set: CompiledFilter(filter, $0).matchingRows()) })
    }

    /// Returns the instruments that a search finds, as a selection: for counting, facets, and iteration in other
    /// orders.
    ///
    /// - Throws: The errors of `search(_:filter:on:limit:after:)`.
    /// - Complexity: O(`count` / 64 + results).
    public func select(
        matching text: String, filter: CatalogFilter = CatalogFilter(), on day: CalendarDate? = nil
    ) throws(CatalogError) -> CatalogSelection {
        let search = CatalogSearch(self, on: day)
        let query = try search.parts[0].searchQuery(text)
        var sets = search.parts.map { RowSet(rowCount: $0.file.count) }
        for result in search.answer(query, filter, limit: .max, after: nil, relaxes: true).results {
            sets[result.part].insert(result.row)
        }
        return CatalogSelection(self, zip(search.parts, sets).map { SelectedRows(rows: $0.rows, set: $1) })
    }

    /// Returns one page of the rows that match `filter`: at most `limit`, after skipping `offset` of them.
    ///
    /// ```swift
    /// var page = try catalog.page(of: filter, limit: 100)
    /// while let next = page.next { page = try catalog.page(of: filter, limit: 100, after: next) }
    /// ```
    ///
    /// A cursor from a `LiveCatalog`'s catalog remains valid in later catalogs of the same `LiveCatalog`. A cursor is a
    /// position. So if an instrument before it is added or removed, the next page repeats or skips one row.
    ///
    /// - Parameters:
    ///   - filter: The instruments to return.
    ///   - order: The order of the rows.
    ///   - offset: The number of rows to skip first.
    ///   - limit: The maximum number of rows.
    ///   - cursor: `next` of the previous page; `nil` for the first page.
    /// - Throws: `CatalogError` of kind `cursor` if the cursor belongs to another catalog, filter or order.
    /// - Complexity: In the order by rank, proportional to the number of rows from the end of the previous page to the
    ///   end of this one. In the orders by symbol and by type, O(`count`). A catalog with changes adds O(changes) once.
    public func page(
        of filter: CatalogFilter, in order: CatalogOrder = .rank, offset: Int = 0, limit: Int,
        after cursor: CatalogCursor? = nil
    ) throws(CatalogError) -> CatalogPage {
        let scope = scope
        let question = filter.fingerprint(order)
        let start = try cursor?.position(in: scope, question: question) ?? 0
        var page = CatalogPage(rows: [])
        var toSkip = max(0, offset)
        // Request one more row to find out whether there is a next page.
        let take = { (position: Int, row: Row) in
            if toSkip > 0 {
                toSkip -= 1
                return true
            }
            if page.rows.count >= max(0, limit) {
                page.next = CatalogCursor(scope, question: question, position: position)
                return false
            }
            page.rows.append(row)
            return true
        }
        if order == .rank {
            forEachMatch(of: filter, from: start, take)
        } else if filter.isEmpty {
            forEachRow(in: order, from: start, take)
        } else {
            let contains = select(filter).membership
            forEachRow(in: order, from: start) { position, row in contains(row) ? take(position, row) : true }
        }
        return page
    }

    /// Calls `body` for matching rows, starting at a position in rank order, best first, until it returns false.
    private func forEachMatch(of filter: CatalogFilter, from start: Int, _ body: (Int, Row) -> Bool) {
        guard let index else {
            return CompiledFilter(filter, CatalogPart(file)).forEachMatch(from: start) { body($0, Row($0)) }
        }
        let compiled = index.parts.map { CompiledFilter(filter, $0) }
        let order = index.rankOrder
        let (firstItem, firstRow) = order.split(at: start)
        var next = firstItem
        var goesOn = true
        /// Calls `body` for the changed instruments that rank before a row of the file.
        func callForItems(before row: Int) {
            while goesOn, next < order.items.count, order.items[next].basePosition <= row {
                let item = order.items[next]
                if compiled[Int(item.part)].matches(Int(item.row)) {
                    goesOn = body(order.position(ofItem: next), index.row(Int(item.part), Int(item.row)))
                }
                next += 1
            }
        }
        compiled[0].forEachMatch(from: firstRow) { row in
            callForItems(before: row)
            if goesOn { goesOn = body(order.position(ofBase: row), Row(row)) }
            return goesOn
        }
        callForItems(before: .max)
    }
}
