/// Pages of filters and searches, over all catalogs.
///
/// A cursor belongs to the catalog in which the page ended, and identifies that catalog. If the page ended with the
/// last instrument of a catalog, the cursor is before the first instrument of the next one.
extension SegmentedCatalog {
    /// Returns the first instruments that match a filter, or those after a cursor. The first `offset` of them are
    /// skipped; this count includes hidden instruments.
    ///
    /// - Throws: `CatalogError` of kind `cursor` if the cursor belongs to none of the catalogs, or to a different
    ///   query.
    /// - Complexity: As `Catalog.page(of:in:offset:limit:after:)`, for the catalogs of the page.
    package func page(
        of filter: CatalogFilter, in order: CatalogOrder = .rank, offset: Int = 0, limit: Int,
        after cursor: CatalogCursor? = nil
    ) throws(CatalogError) -> Page<Row> {
        var toSkip = min(max(0, offset), Int(UInt32.max))
        return try page(after: cursor, limit) { catalog in
            CatalogCursor(catalog.scope, question: filter.fingerprint(order), position: 0)
        } ask: { (catalog, limit, cursor) throws(CatalogError) in
            if toSkip > 0 {
                let count =
                    cursor == nil
                    ? catalog.select(filter).count
                    : try catalog.page(of: filter, in: order, limit: toSkip + 1, after: cursor).rows.count
                if count <= toSkip {
                    toSkip -= count
                    return ([], nil)
                }
            }
            let page = try catalog.page(of: filter, in: order, offset: toSkip, limit: limit, after: cursor)
            toSkip = 0
            return (page.rows, page.next)
        } row: {
            $0
        }
    }

    /// Returns the first instruments that match a filter, ordered by expiration, or those after a cursor. The first
    /// `offset` of them are skipped. Instruments that expire on one day are in rank order, and those without an
    /// expiration are last. Each catalog is ordered separately.
    ///
    /// - Throws: As `page(of:in:offset:limit:after:)`.
    /// - Complexity: O(`count` + *n* log *n*) in the number *n* of matching instruments.
    package func pageByExpiration(
        of filter: CatalogFilter, offset: Int = 0, limit: Int, after cursor: CatalogCursor? = nil
    ) throws(CatalogError) -> Page<Row> {
        var toSkip = max(0, offset)
        // Differs from the fingerprint of each `CatalogOrder`.
        let question = ~filter.fingerprint(.rank)
        return try page(after: cursor, limit) { catalog in
            CatalogCursor(catalog.scope, question: question, position: 0)
        } ask: { (catalog, limit, cursor) throws(CatalogError) in
            let start = try cursor?.position(in: catalog.scope, question: question) ?? 0
            let rows = catalog.select(filter).rowsByExpiration.dropFirst(start)
            let shown = rows.dropFirst(toSkip).prefix(limit)
            toSkip = max(0, toSkip - rows.count)
            let isLast = shown.endIndex == rows.endIndex
            return (
                Array(shown),
                isLast ? nil : CatalogCursor(catalog.scope, question: question, position: shown.endIndex)
            )
        } row: {
            $0
        }
    }

    /// Finds at most `limit` instruments by free text, as `Catalog.search` does. With several catalogs, the query is
    /// not relaxed, because another catalog may match it.
    ///
    /// - Throws: `CatalogError`, as `Catalog.search`.
    /// - Complexity: One search for each catalog of the page.
    package func search(
        _ text: String, filter: CatalogFilter = CatalogFilter(), on day: CalendarDate? = nil, limit: Int = 10,
        after cursor: CatalogCursor? = nil
    ) throws(CatalogError) -> Page<SearchHit> {
        var relaxation: String?
        var page = try page(after: cursor, limit) { catalog throws(CatalogError) in
            CatalogCursor(
                catalog.scope, after: .init(stage: .symbol, row: -1),
                of: try catalog.parts[0].searchQuery(text), on: day, filter)
        } ask: { (catalog, limit, cursor) throws(CatalogError) in
            let page = try catalog.search(
                text, filter: filter, on: day, limit: limit, after: cursor, relaxes: catalogs.count == 1)
            relaxation = page.relaxation
            return (page.hits, page.next)
        } row: {
            $0.row
        }
        page.relaxation = relaxation
        return page
    }

    /// Queries one catalog after the other until the page is full.
    ///
    /// - Parameters:
    ///   - offersNext: Whether to compute the page's `next`.
    ///   - start: Returns the cursor before the first instrument of a catalog.
    ///   - ask: Returns instruments of a catalog after a cursor, and the cursor after them.
    private func page<Item: Sendable>(
        after cursor: CatalogCursor?, _ limit: Int, offersNext: Bool = true,
        start: (Catalog) throws(CatalogError) -> CatalogCursor,
        ask: (Catalog, Int, CatalogCursor?) throws(CatalogError) -> (items: [Item], next: CatalogCursor?),
        row: (Item) -> Row
    ) throws(CatalogError) -> Page<Item> {
        var page = Page<Item>(slices: [], next: nil)
        var left = max(0, limit)
        let catalogs = catalogs
        // If the cursor belongs to no catalog, the first one rejects it.
        let first = cursor.flatMap { cursor in catalogs.firstIndex { cursor.belongs(to: $0.scope) } } ?? 0
        var cursor = cursor
        for number in first..<catalogs.count {
            let catalog = catalogs[number]
            var items: [Item] = []
            repeat {
                let (found, next) = try ask(catalog, left, cursor)
                let shown = number == 0 ? found : found.filter { !isHidden(row($0), in: number) }
                items += shown
                left -= shown.count
                cursor = next
            } while cursor != nil && left > 0
            if !items.isEmpty { page.slices.append(Slice(catalog: catalog, items: items)) }
            if left == 0 {
                if !offersNext { return page }
                let isLive = number == 0 && cursor != nil
                if cursor == nil, number + 1 < catalogs.count { cursor = try start(catalogs[number + 1]) }
                if let next = cursor, !isLive {
                    // Offer a next page only if it has a visible instrument.
                    let rest = try self.page(
                        after: next, 1, offersNext: false, start: start, ask: ask, row: row)
                    if rest.slices.isEmpty { cursor = nil }
                }
                page.next = cursor
                return page
            }
            cursor = nil
        }
        return page
    }
}
