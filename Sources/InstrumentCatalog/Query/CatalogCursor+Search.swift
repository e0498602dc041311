extension CatalogCursor {
    /// Where a page of a search's results ended: the tier and the row of its last result.
    struct SearchPlace {
        var tier: SearchTier
        var row: Int
    }

    /// The cursor after a result of a search.
    init(_ scope: Scope, after place: SearchPlace, of query: SearchQuery, _ filter: CatalogFilter) {
        self.init(
            scope, question: Self.question(query, filter),
            position: place.tier.rawValue << Self.tierShift | (place.row + 1))
    }

    /// Where the page ended, for the next page of the same search.
    ///
    /// - Throws: `CatalogError` of kind `cursor` where the cursor is of another file, text or filter.
    func place(
        in scope: Scope, of query: SearchQuery, _ filter: CatalogFilter
    ) throws(CatalogError) -> SearchPlace {
        let position = try position(in: scope, question: Self.question(query, filter), below: Self.tierShift)
        guard let tier = SearchTier(rawValue: position.high) else { throw Self.ofAnotherQuestion(scope) }
        return SearchPlace(tier: tier, row: position.low - 1)
    }

    /// The bits of a position that are the row's, which is below 2³²; the tier's are above.
    private static let tierShift = 33

    private static func question(_ query: SearchQuery, _ filter: CatalogFilter) -> UInt64 {
        var sink = ByteSink()
        sink.append("search")
        sink.append(u64: filter.isEmpty ? 0 : filter.fingerprint(.rank))
        sink.append(query.span)
        return ByteHash.hash(sink.span)
    }
}
