/// A filter as a search asks it: row by row at first, and of a set of rows once so many were asked about that making the set
/// pays.
struct SearchFilter {
    private static let asksBeforeSet = 20_000

    private let compiled: CompiledFilter
    private var set: RowSet?
    private var asks = 0

    /// `nil` where `filter` means all rows of the part, and none is hidden.
    init?(_ filter: CatalogFilter, _ part: CatalogPart) {
        if filter.isEmpty, part.hidden == nil { return nil }
        compiled = CompiledFilter(filter, part)
        if compiled.matchesEverything { return nil }
    }

    /// No row is meant.
    var matchesNothing: Bool { compiled.matchesNothing }

    /// Whether `row` is meant.
    mutating func accepts(_ row: Int) -> Bool {
        if let set { return set.contains(row) }
        asks += 1
        if asks > Self.asksBeforeSet { set = compiled.matchingRows() }
        return compiled.matches(row)
    }
}
