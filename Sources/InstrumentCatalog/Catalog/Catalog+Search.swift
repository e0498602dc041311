extension CatalogView {
    /// Finds instruments by what people type, as `Catalog.search`. Its cursors go on in later views of the same `LiveCatalog`.
    ///
    /// - Throws: As `Catalog.search`.
    /// - Complexity: as `Catalog.search`, for the file and each of the few segments of changes.
    public func search(
        _ text: String, filter: CatalogFilter = CatalogFilter(), limit: Int = 10, after cursor: CatalogCursor? = nil
    ) throws(CatalogError) -> SearchPage {
        if storage.overlay == nil { return try base.search(text, filter: filter, limit: limit, after: cursor) }
        let query = try base.searchQuery(text)
        let place = try cursor?.place(in: storage.scope, of: query, filter)
        let index = storage.index
        let parts = index?.parts ?? [ViewPart(catalog: base, segment: nil, hidden: nil)]
        let limit = max(0, limit)
        let starts = place.map { place in Self.starts(of: place, parts.count, index) }
        var results: [(hit: ViewIndex.Ranked, tier: SearchTier)] = []
        for (number, part) in parts.enumerated() {
            let found = part.catalog.searchResults(
                query, filter, hidden: part.hidden, limit: limit == .max ? limit : limit + 1, after: starts?[number])
            for (row, tier) in found {
                let hit = index?.ranked(number, row) ?? .init(part: 0, row: row, key: RankKey(base.rows, row))
                results.append((hit, tier))
            }
        }
        if parts.count > 1 {
            results.sort { a, b in
                a.tier != b.tier ? a.tier < b.tier : ViewIndex.Ranked.precedes(a.hit, b.hit)
            }
        }
        var page = SearchPage(hits: [], next: nil)
        if results.count > limit, limit > 0 {
            let last = results[limit - 1]
            let position = index?.rankPosition(last.hit.part, last.hit.row) ?? last.hit.row
            page.next = CatalogCursor(storage.scope, behind: .init(tier: last.tier, row: position), of: query, filter)
        }
        let highlighters = parts.map { Highlighter($0.catalog.rows, query) }
        page.hits = results.prefix(limit).map { hit, tier in
            SearchHit(
                row: index?.row(hit.part, hit.row) ?? hit.row, tier: tier,
                highlights: highlighters[hit.part].highlights(of: hit.row, tier))
        }
        return page
    }

    /// Where each part goes on behind a place whose row is a position in rank order.
    private static func starts(
        of place: CatalogCursor.SearchPlace, _ parts: Int, _ index: ViewIndex?
    ) -> [CatalogCursor.SearchPlace] {
        guard let index else { return [place] }
        let order = index.rankOrder
        let split = order.split(at: place.row + 1)
        var starts = [CatalogCursor.SearchPlace](repeating: .init(tier: place.tier, row: -1), count: parts)
        starts[0].row = split.base - 1
        // A part's rows are in rank order, so the last one of a part counts.
        for item in order.items[..<split.items] { starts[Int(item.part)].row = Int(item.row) }
        return starts
    }

    /// What may have been meant by a symbol that isn't there, and whether it was removed.
    ///
    /// - Complexity: as `Catalog.suggestions(for:limit:)`.
    public func suggestions(for symbol: String, limit: Int = 5) -> SymbolSuggestions {
        guard let index = storage.index else {
            var suggestions = base.suggestions(for: symbol, limit: limit)
            suggestions.wasRemoved = wasRemoved(symbol)
            return suggestions
        }
        var found: [(distance: Int, hit: ViewIndex.Ranked)] = []
        for (number, part) in index.parts.enumerated() {
            for (distance, row) in part.catalog.suggestedRows(symbol, limit: limit, hidden: part.hidden) {
                found.append((distance, index.ranked(number, row)))
            }
        }
        found.sort { a, b in
            a.distance != b.distance ? a.distance < b.distance : ViewIndex.Ranked.precedes(a.hit, b.hit)
        }
        return SymbolSuggestions(
            wasRemoved: wasRemoved(symbol), rows: found.prefix(max(0, limit)).map { index.row($0.hit.part, $0.hit.row) }
        )
    }
}
