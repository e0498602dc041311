internal import Scanning

extension CatalogCursor {
    /// Where a page of a search's results ended.
    package struct SearchPlace {
        /// The tier and the grade of its last result.
        package var tier: SearchTier
        package var grade = 0
        /// Its row, or its position in rank order; its place among the named rows in tiers of these.
        package var row: Int

        package init(tier: SearchTier, grade: Int = 0, row: Int) {
            self.tier = tier
            self.grade = grade
            self.row = row
        }
    }

    /// The cursor after a result of a search.
    package init(
        _ scope: Scope, after place: SearchPlace, of query: SearchQuery, on day: CalendarDate?, _ filter: CatalogFilter
    ) {
        self.init(
            scope, question: Self.question(query, day, filter),
            position: (place.tier.rawValue << Self.gradeBits | place.grade) << Self.rowBits | (place.row + 1))
    }

    /// Where the page ended, for the next page of the same search.
    ///
    /// - Throws: `CatalogError` of kind `cursor` where the cursor is of another file, text or filter.
    package func place(
        in scope: Scope, of query: SearchQuery, on day: CalendarDate?, _ filter: CatalogFilter
    ) throws(CatalogError) -> SearchPlace {
        let position = try position(in: scope, question: Self.question(query, day, filter), below: Self.rowBits)
        guard let tier = SearchTier(rawValue: position.high >> Self.gradeBits) else {
            throw Self.ofAnotherQuestion(scope)
        }
        return SearchPlace(tier: tier, grade: position.high % SearchResult.gradeLimit, row: position.low - 1)
    }

    /// The bits of a position, 40 in all: the row's, which is below 2³², then the grade's, then the tier's.
    private static let rowBits = 33
    private static let gradeBits = 3

    /// Days that nobody named don't count, so that a page that is asked for after midnight goes on.
    private static func question(_ query: SearchQuery, _ day: CalendarDate?, _ filter: CatalogFilter) -> UInt64 {
        var sink = ByteSink()
        sink.reserve(24 + query.text.count)
        // The number tells this order from those of earlier programs.
        sink.append("search 3")
        sink.append(u64: day.map { UInt64(bitPattern: Int64($0.dayNumber)) } ?? .max)
        sink.append(u64: filter.isEmpty ? 0 : filter.fingerprint(.rank))
        sink.append(query.span)
        return ByteHash.hash(sink.span)
    }
}
