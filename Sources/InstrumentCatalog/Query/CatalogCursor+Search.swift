extension CatalogCursor {
    /// Where a page of a search's results ended: the tier and the row of its last result.
    struct SearchPlace {
        var tier: SearchTier
        var row: Int
    }

    /// The cursor after a result of a search.
    init(_ scope: Scope, after place: SearchPlace, of query: SearchQuery, _ filter: CatalogFilter) {
        self.init(scope, question: Self.question(query, filter, place.tier), position: place.row + 1)
    }

    /// Where the page ended, for the next page of the same search.
    ///
    /// - Throws: `CatalogError` of kind `cursor` where the cursor is of another file, text or filter.
    func place(
        in scope: Scope, of query: SearchQuery, _ filter: CatalogFilter
    ) throws(CatalogError) -> SearchPlace {
        var failure: CatalogError?
        // Each tier is a question of its own.
        for tier in SearchTier.allCases {
            do throws(CatalogError) {
                let position = try position(in: scope, question: Self.question(query, filter, tier))
                return SearchPlace(tier: tier, row: position - 1)
            } catch {
                failure = error
            }
        }
        throw failure!
    }

    private static func question(_ query: SearchQuery, _ filter: CatalogFilter, _ tier: SearchTier) -> UInt64 {
        var sink = ByteSink()
        sink.append("search")
        sink.append(UInt8(tier.rawValue))
        sink.append(u64: filter.isEmpty ? 0 : filter.fingerprint(.rank))
        sink.append(query.span)
        return ByteHash.hash(sink.span)
    }
}
