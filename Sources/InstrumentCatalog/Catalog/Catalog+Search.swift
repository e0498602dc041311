extension Catalog {
    /// Finds instruments by text that a user typed: symbols, identifiers, words of descriptions.
    ///
    /// ```swift
    /// let page = try catalog.search("turk hav", limit: 10)
    /// for hit in page.hits { print(catalog.symbol(at: hit.row), hit.tier.name) }
    /// ```
    ///
    /// The text may also be an instrument in the notation of other systems (`AAPL 15JAN27 260 C`), or an alias. Each
    /// result says how the text was interpreted.
    ///
    /// Case, accents and compatibility forms are ignored: `turk` finds `TÜRK`, `is` finds `İŞ`. Words are sequences of
    /// letters and digits. Words for the kind of security or company (`inc`, `shares`) need not occur. If no instrument
    /// matches the whole text, words that name a place are treated as a filter (`shell london`), or a word is left out;
    /// the page and the reason of each result say so.
    ///
    /// A cursor from a `LiveCatalog`'s catalog remains valid in later catalogs of the same `LiveCatalog`.
    ///
    /// - Parameters:
    ///   - text: The text, at most 1,024 bytes of UTF-8. Surrounding spaces are ignored; an empty text finds nothing.
    ///   - filter: The instruments to consider; an empty filter matches all.
    ///   - day: The day relative to which incomplete dates are resolved, such as the year of a future's month; `nil`
    ///     for today in UTC.
    ///   - limit: The maximum number of results on the page.
    ///   - cursor: `next` of the previous page; `nil` for the first page.
    /// - Returns: A page of results.
    /// - Throws: `CatalogError` of kind `cursor` if the cursor belongs to another catalog, text or filter;
    ///   `invalidValue` if the text is too long or the file has no search index.
    /// - Complexity: For most texts and a small limit, nearly independent of `count`; proportional to the number of
    ///   parts of a catalog with changes.
    public func search(
        _ text: String, filter: CatalogFilter = CatalogFilter(), on day: CalendarDate? = nil, limit: Int = 10,
        after cursor: CatalogCursor? = nil
    ) throws(CatalogError) -> SearchPage {
        try search(text, filter: filter, on: day, limit: limit, after: cursor, relaxes: true)
    }

    /// Finds instruments as `search(_:filter:on:limit:after:)` does.
    ///
    /// - Parameter relaxes: Whether a query that finds nothing is relaxed (`CatalogSearch`), and exact matches suppress
    ///   matches with typos. If false, the query is not changed, and matches with typos always follow exact ones.
    package func search(
        _ text: String, filter: CatalogFilter, on day: CalendarDate?, limit: Int, after cursor: CatalogCursor?,
        relaxes: Bool
    ) throws(CatalogError) -> SearchPage {
        let search = CatalogSearch(self, on: day)
        let query = try search.parts[0].searchQuery(text)
        let place = try cursor?.place(in: scope, of: query, on: day, filter)
        let limit = max(0, limit)
        // Request one more result to find out whether there is a next page.
        let answer = search.answer(
            query, filter, limit: limit == .max ? limit : limit + 1, after: place, relaxes: relaxes)
        let results = answer.results
        var page = SearchPage(hits: [], next: nil)
        page.relaxation = answer.relaxation
        page.hits.reserveCapacity(min(results.count, limit))
        for number in 0..<min(results.count, limit) {
            page.hits.append(search.hit(results[number], of: answer))
        }
        var folded = FoldedText()
        for (number, part) in search.parts.enumerated() {
            Self.highlight(&page.hits, results, part: number, part, answer.query, &folded)
        }
        // A row that matches only by words of other listings (`SharedWords`) has no highlighted range in its own
        // fields.
        for number in page.hits.indices where page.hits[number].matched.isEmpty && page.hits[number].reason == nil {
            page.hits[number].reason = "the name of another listing"
        }
        if results.count > limit, limit > 0 {
            let last = results[limit - 1]
            let position = last.order ?? index?.rankPosition(last.part, last.row) ?? last.row
            page.next = CatalogCursor(
                scope, after: .init(stage: last.stage, grade: last.grade, row: position), of: query, on: day, filter)
        }
        return page
    }

    /// Computes the highlighted ranges of those hits whose results come from one part. `hits` correspond to the first
    /// elements of `results`.
    ///
    /// - Parameter folded: A buffer for the folded texts, reused between calls.
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
            // Prefetch all texts, so that their cache misses overlap.
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

    /// The number of hits to prefetch at once; more texts would evict each other from the processor's cache.
    private static let fetchedHits = 100

    /// Returns the rows whose symbols are most similar to a symbol that the catalog does not have.
    ///
    /// Symbols that differ only in case or accents come first. Symbols with one character too many, missing or
    /// different, or with two neighboring characters swapped, come next. Symbols that start with `symbol` come last.
    /// Within each group, rows are ordered best first.
    ///
    /// ```swift
    /// if catalog["APPL"] == nil { print(catalog.suggestions(for: "APPL").map(catalog.symbol(at:))) }  // ["AAPL", …]
    /// ```
    ///
    /// The comparison ignores case, accents and compatibility forms. To find out whether the last import removed the
    /// symbol, call `wasRemoved(_:)`.
    ///
    /// - Parameters:
    ///   - symbol: The symbol that was not found.
    ///   - limit: The maximum number of rows.
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

extension Catalog {
    /// Returns the standing of an instrument, which orders it among instruments of equal weight.
    package func standing(at row: Row) -> RankStanding {
        if let index, let (part, row) = index.place(of: row) { return index.ranked(part, row).key.standing }
        return file.standing(of: row.number) ?? RankReader(file).key(row.number).standing
    }
}
