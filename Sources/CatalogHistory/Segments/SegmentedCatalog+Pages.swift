/// Pages of filters and searches, over all catalogs.
///
/// A cursor is one of the catalog in which the page ended, and tells by itself which that is. At the end of a catalog it is one before the
/// first instrument of the next.
extension SegmentedCatalog {
    /// The first instruments that `filter` means, or those after a cursor; `offset` of them are left out first, and an instrument that came
    /// back counts twice there.
    ///
    /// - Throws: `CatalogError` of kind `cursor` where the cursor is of none of the catalogs, or of another question.
    /// - Complexity: as `Catalog.page(of:in:offset:limit:after:)`, for the catalogs that the page is of.
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

    /// The first instruments that `filter` means by expiration, or those after a cursor; `offset` of them are left out first. Instruments
    /// without an expiration come last, and of each day the best first. Each catalog has an order of its own.
    ///
    /// - Throws: as `page(of:in:offset:limit:after:)`.
    /// - Complexity: O(`count` + *n* log *n*) in the instruments that the filter means.
    package func pageByExpiration(
        of filter: CatalogFilter, offset: Int = 0, limit: Int, after cursor: CatalogCursor? = nil
    ) throws(CatalogError) -> Page<Row> {
        var toSkip = max(0, offset)
        // Another number than that of each order that is a `CatalogOrder`.
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

    /// Finds instruments by what people type, as `Catalog.search` does; `limit` at most.
    ///
    /// - Throws: `CatalogError`, as `Catalog.search`.
    /// - Complexity: that of a search of each catalog that the page is of.
    package func search(
        _ text: String, filter: CatalogFilter = CatalogFilter(), on day: CalendarDate? = nil, limit: Int = 10,
        after cursor: CatalogCursor? = nil
    ) throws(CatalogError) -> Page<SearchHit> {
        try page(after: cursor, limit) { catalog throws(CatalogError) in
            CatalogCursor(
                catalog.scope, after: .init(tier: .exactSymbol, row: -1),
                of: try catalog.parts[0].searchQuery(text), on: day, filter)
        } ask: { (catalog, limit, cursor) throws(CatalogError) in
            let page = try catalog.search(text, filter: filter, on: day, limit: limit, after: cursor)
            return (page.hits, page.next)
        } row: {
            $0.row
        }
    }

    /// Asks one catalog after the other until a page is full.
    ///
    /// - Parameters:
    ///   - offersNext: whether the page's `next` is wanted.
    ///   - start: the cursor before a catalog's first answer.
    ///   - ask: some answers of a catalog after a cursor, and the cursor after them.
    private func page<Item: Sendable>(
        after cursor: CatalogCursor?, _ limit: Int, offersNext: Bool = true,
        start: (Catalog) throws(CatalogError) -> CatalogCursor,
        ask: (Catalog, Int, CatalogCursor?) throws(CatalogError) -> (items: [Item], next: CatalogCursor?),
        row: (Item) -> Row
    ) throws(CatalogError) -> Page<Item> {
        var page = Page<Item>(slices: [], next: nil)
        var left = max(0, limit)
        let catalogs = catalogs
        // The cursor of no catalog goes to the first one, which says so.
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
                    // A next page is offered only where something of it is shown.
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
