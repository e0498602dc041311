internal import Scanning

extension CatalogCursor {
    /// The end of a page of search results.
    package struct SearchPlace {
        /// The stage and the grade of the last result.
        package var stage: SearchStage
        package var grade = 0
        /// The row of the last result, or its position in rank order; in stages of named rows, its position among
        /// these.
        package var row: Int

        /// Whether the place is before the first result.
        package var isStart: Bool { stage == .symbol && grade == 0 && row < 0 }

        package init(stage: SearchStage, grade: Int = 0, row: Int) {
            self.stage = stage
            self.grade = grade
            self.row = row
        }
    }

    /// Creates the cursor after a search result.
    package init(
        _ scope: Scope, after place: SearchPlace, of query: SearchQuery, on day: CalendarDate?, _ filter: CatalogFilter
    ) {
        self.init(
            scope, question: Self.question(query, day, filter),
            position: (place.stage.rawValue << Self.gradeBits | place.grade) << Self.rowBits | (place.row + 1))
    }

    /// Returns the end of the previous page, to continue the same search.
    ///
    /// - Throws: `CatalogError` of kind `cursor` if the cursor belongs to another file, text or filter.
    package func place(
        in scope: Scope, of query: SearchQuery, on day: CalendarDate?, _ filter: CatalogFilter
    ) throws(CatalogError) -> SearchPlace {
        let position = try position(in: scope, question: Self.question(query, day, filter), below: Self.rowBits)
        guard let stage = SearchStage(rawValue: position.high >> Self.gradeBits) else {
            throw Self.ofAnotherQuestion(scope)
        }
        return SearchPlace(stage: stage, grade: position.high % SearchResult.gradeLimit, row: position.low - 1)
    }

    /// The layout of a position of 40 bits, lowest first: the row, below 2³¹; the grade; the stage.
    private static let rowBits = 31
    private static let gradeBits = 5

    /// Returns the fingerprint of a query. It omits the day if the day is implied (today), so that a client can page
    /// across midnight.
    private static func question(_ query: SearchQuery, _ day: CalendarDate?, _ filter: CatalogFilter) -> UInt64 {
        var sink = ByteSink()
        sink.reserve(24 + query.text.count)
        // The version distinguishes this result order from those of earlier programs.
        sink.append("search 5")
        sink.append(u64: day.map { UInt64(bitPattern: Int64($0.dayNumber)) } ?? .max)
        sink.append(u64: filter.isEmpty ? 0 : filter.fingerprint(.rank))
        sink.append(query.span)
        return ByteHash.hash(sink.span)
    }
}
