extension Catalog {
    /// Finds instruments by what people type: symbols, identifiers, words of descriptions.
    ///
    /// ```swift
    /// let page = try catalog.search("turk hav", limit: 10)
    /// for hit in page.hits { print(catalog.symbol(at: hit.row), hit.tier.name) }
    /// ```
    ///
    /// A text may be written as other systems write an instrument (`AAPL 15JAN27 260 C`), or be one of its aliases; each result says
    /// what was understood.
    ///
    /// Case, accents and compatibility forms don't matter: `turk` finds `TÜRK`, `is` finds `İŞ`. Words are runs of letters
    /// and digits. The best come first: by tier (`SearchTier`), within a tier by rank.
    ///
    /// A cursor of a `LiveCatalog`'s catalog goes on in later ones of the same `LiveCatalog`.
    ///
    /// - Parameters:
    ///   - text: What was typed, at most 1,024 bytes of UTF-8; spaces around it don't count. Nothing is found for an empty one.
    ///   - filter: Which instruments may be results; an empty one means all.
    ///   - day: The day that decides what a text leaves open, as the year of a future's month; `nil` for today in UTC.
    ///   - limit: How many results the page holds at most.
    ///   - cursor: `next` of the page before; `nil` for the first page.
    /// - Throws: `CatalogError`: `cursor` where the cursor isn't of this catalog, text and filter; `invalidValue` where the text is
    ///   too long, or the file has no search index.
    /// - Complexity: tens of microseconds for most texts and a small limit, whatever `count`; with changes, that for the file
    ///   and for each of their few segments.
    public func search(
        _ text: String, filter: CatalogFilter = CatalogFilter(), on day: CalendarDate? = nil, limit: Int = 10,
        after cursor: CatalogCursor? = nil
    ) throws(CatalogError) -> SearchPage {
        let index = index
        let parts = index?.parts ?? []
        let first = index == nil ? CatalogPart(file) : parts[0]
        let query = try first.searchQuery(text)
        let place = try cursor?.place(in: scope, of: query, on: day, filter)
        let notations = NotationMatches(self, query.typed, on: day)
        let aliases = AliasMatches(self, query)
        let limit = max(0, limit)
        // One more shows whether there is a next page.
        let wanted = limit == .max ? limit : limit + 1
        let results =
            index?.search(query, notations, aliases, filter, limit: wanted, after: place)
            ?? first.search(query, SearchNames(notations, aliases, part: 0), filter, limit: wanted, after: place)
        var page = SearchPage(hits: [], next: nil)
        page.hits.reserveCapacity(min(results.count, limit))
        for number in 0..<min(results.count, limit) {
            let found = results[number]
            let reason: String? =
                switch found.tier {
                case .notation: notations.reason(found.part, found.row)
                case .alias, .aliasPrefix: aliases.reason(found.part, found.row)
                case .symbolSubstring where found.grade == 0:
                    SpreadSearch.leg(query.span, of: found.row, (index == nil ? first : parts[found.part]).rows)
                        .map(SpreadSearch.reason)
                default: nil
                }
            page.hits.append(
                SearchHit(
                    row: index?.row(found.part, found.row) ?? Row(found.row), tier: found.tier, reason: reason,
                    matched: MatchedRanges()))
        }
        var folded = FoldedText()
        if index == nil {
            Self.highlight(&page.hits, results, part: 0, first, query, &folded)
        } else {
            for (number, part) in parts.enumerated() {
                Self.highlight(&page.hits, results, part: number, part, query, &folded)
            }
        }
        if results.count > limit, limit > 0 {
            let last = results[limit - 1]
            let position = last.order ?? index?.rankPosition(last.part, last.row) ?? last.row
            page.next = CatalogCursor(
                scope, after: .init(tier: last.tier, grade: last.grade, row: position), of: query, on: day, filter)
        }
        return page
    }

    /// Finds what matched in the results that a part has, for the hits that were made of the first ones.
    ///
    /// - Parameter folded: memory for the folded texts.
    private static func highlight(
        _ hits: inout [SearchHit], _ results: [SearchResult], part number: Int, _ part: CatalogPart,
        _ query: SearchQuery, _ folded: inout FoldedText
    ) {
        let results = results.span.extracting(0..<hits.count)
        var count = 0
        for index in results.indices where results[index].part == number { count += 1 }
        if count == 0 { return }
        var highlighter = Highlighter(part.rows, query.by(part.file.search.wordRules))
        if count <= fetchedHits {
            // Their texts are waited for all at once.
            for index in results.indices where results[index].part == number {
                highlighter.fetchStart(of: results[index].row, results[index].tier)
            }
            for index in results.indices where results[index].part == number {
                highlighter.fetchText(of: results[index].row, results[index].tier)
            }
        }
        var hits = hits.mutableSpan
        for index in results.indices where results[index].part == number {
            highlighter.find(results[index].row, results[index].tier, &folded, &hits[index].matched)
        }
    }

    /// The texts of more hits would push each other out of the processor's cache.
    private static let fetchedHits = 100

    /// What may have been meant by a symbol that isn't in the catalog: the rows of the nearest symbols. First those that differ in
    /// case or accents alone, then those with one character too many, missing or different, or two neighbours swapped, then those
    /// that begin with the symbol; best first among each.
    ///
    /// ```swift
    /// if catalog["APPL"] == nil { print(catalog.suggestions(for: "APPL").map(catalog.symbol(at:))) }  // ["AAPL", …]
    /// ```
    ///
    /// Case, accents and compatibility forms don't count in the comparison. Whether the last import removed the symbol,
    /// `wasRemoved(_:)` says.
    ///
    /// - Parameter limit: How many symbols at most.
    /// - Complexity: some hundred microseconds in a large catalog.
    public func suggestions(for symbol: String, limit: Int = 5) -> [Row] {
        guard let index else {
            return CatalogPart(file).suggestedRows(symbol, limit: limit).map { Row($0.row) }
        }
        var found: [(distance: Int, hit: OverlayIndex.Ranked)] = []
        for (number, part) in index.parts.enumerated() {
            for (distance, row) in part.suggestedRows(symbol, limit: limit) {
                found.append((distance, index.ranked(number, row)))
            }
        }
        found.sort { a, b in
            a.distance != b.distance ? a.distance < b.distance : OverlayIndex.Ranked.precedes(a.hit, b.hit)
        }
        return found.prefix(max(0, limit)).map { index.row($0.hit.part, $0.hit.row) }
    }
}

extension OverlayIndex {
    /// The best results of all parts.
    fileprivate func search(
        _ query: SearchQuery, _ notations: NotationMatches, _ aliases: AliasMatches, _ filter: CatalogFilter,
        limit: Int, after place: CatalogCursor.SearchPlace?
    ) -> [SearchResult] {
        let starts = place.map(starts)
        var results: [(rank: Ranked, found: SearchResult)] = []
        // What so many of other parts come before is not looked for.
        var lastTier = SearchTier.typo
        for (number, part) in parts.enumerated() {
            let found = part.search(
                query, SearchNames(notations, aliases, part: number), filter, limit: limit, after: starts?[number],
                through: lastTier)
            for var one in found {
                one.part = number
                results.append((ranked(number, one.row), one))
            }
            if !found.isEmpty, results.count >= limit {
                lastTier = results.map(\.found.tier).sorted()[limit - 1]
            }
        }
        results.sort { a, b in
            if a.found.tier != b.found.tier { return a.found.tier < b.found.tier }
            if a.found.grade != b.found.grade { return a.found.grade < b.found.grade }
            if let order = a.found.order, let other = b.found.order { return order < other }
            return Ranked.precedes(a.rank, b.rank)
        }
        return results.map(\.found)
    }

    /// Where each part goes on after a place whose row is a position in rank order, or one among the named rows of all parts.
    private func starts(after place: CatalogCursor.SearchPlace) -> [CatalogCursor.SearchPlace] {
        if place.tier.isOfNames { return parts.map { _ in place } }
        let order = rankOrder
        let split = order.split(at: place.row + 1)
        var starts = [CatalogCursor.SearchPlace](
            repeating: .init(tier: place.tier, grade: place.grade, row: -1), count: parts.count)
        starts[0].row = split.base - 1
        // A part's rows are in rank order, so the last one of a part counts.
        for item in order.items[..<split.items] { starts[Int(item.part)].row = Int(item.row) }
        return starts
    }
}
