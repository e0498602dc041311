extension Catalog {
    /// Finds instruments by what people type: symbols, identifiers, words of descriptions.
    ///
    /// ```swift
    /// let page = try catalog.search("turk hav", limit: 10)
    /// for hit in page.hits { print(catalog.symbol(at: hit.row), hit.tier.name) }
    /// ```
    ///
    /// Case, accents and compatibility forms don't matter: `turk` finds `TÜRK`, `is` finds `İŞ`. Words are runs of letters
    /// and digits. The best come first: by tier (`SearchTier`), within a tier in row order.
    ///
    /// - Parameters:
    ///   - text: What was typed, at most 1,024 bytes of UTF-8; spaces around it don't count. Nothing is found for an empty one.
    ///   - filter: Which instruments may be results; an empty one means all.
    ///   - limit: How many results the page holds at most.
    ///   - cursor: `next` of the page before; `nil` for the first page.
    /// - Throws: `CatalogError`: `cursor` where the cursor isn't of this file, text and filter; `invalidValue` where the text is
    ///   too long, or the file has no search index.
    /// - Complexity: tens of microseconds for most texts and a small limit, whatever `count`.
    public func search(
        _ text: String, filter: CatalogFilter = CatalogFilter(), limit: Int = 10, after cursor: CatalogCursor? = nil
    ) throws(CatalogError) -> SearchPage {
        let query = try searchQuery(text)
        let place = try cursor?.place(in: scope, of: query, filter)
        let limit = max(0, limit)
        // One more shows whether there is a next page.
        var results = searchResults(query, filter, limit: limit == .max ? limit : limit + 1, after: place)
        var next: CatalogCursor?
        if results.count > limit {
            results.removeLast()
            if let last = results.last {
                next = CatalogCursor(scope, behind: .init(tier: last.tier, row: last.row), of: query, filter)
            }
        }
        let highlighter = Highlighter(rows, query)
        return SearchPage(
            hits: results.map { row, tier in
                SearchHit(row: row, tier: tier, highlights: highlighter.highlights(of: row, tier))
            },
            next: next)
    }

    /// The instruments that a search finds, as a selection: for counting, facets, and walks in other orders.
    ///
    /// - Throws: As `search`.
    /// - Complexity: O(`count` / 64 + results), some hundred nanoseconds for each result.
    public func select(
        matching text: String, filter: CatalogFilter = CatalogFilter()
    ) throws(CatalogError) -> CatalogSelection {
        var set = RowSet(rowCount: count)
        for result in searchResults(try searchQuery(text), filter, limit: .max, after: nil) { set.insert(result.row) }
        return CatalogSelection(self, set)
    }

    /// What was typed, if it can be searched for.
    func searchQuery(_ text: String) throws(CatalogError) -> SearchQuery {
        guard text.utf8.count <= SearchQuery.lengthLimit else {
            throw CatalogError(
                .invalidValue, path: path,
                "the text to search is \(text.utf8.count) bytes long, expected at most \(SearchQuery.lengthLimit): "
                    + "search for less of it")
        }
        guard count == 0 || search.names.count > 0 else {
            throw CatalogError(.invalidValue, path: path, "has no search index; import it again")
        }
        return SearchQuery(text)
    }

    /// The best results, of which none is one of `hidden`.
    func searchResults(
        _ query: SearchQuery, _ filter: CatalogFilter, hidden: RowSet? = nil, limit: Int,
        after place: CatalogCursor.SearchPlace?
    ) -> [(row: Int, tier: SearchTier)] {
        let filter = SearchFilter(filter, rows, hidden: hidden)
        if filter?.matchesNothing == true { return [] }
        var run = SearchRun(rows, search, query, limit: limit, filter: filter, after: place)
        run.run()
        return run.hits
    }
}
