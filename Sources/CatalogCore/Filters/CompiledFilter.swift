internal import Scanning

/// A filter that is compiled for one part of a catalog. Searches and selections test rows with it.
///
/// Each condition on a field with value ids is evaluated once per distinct value, so testing a row is a look-up of its
/// id. Row texts are compared with patterns only if all other conditions hold. If a condition on SYMBOL leaves few
/// candidate rows, only these are tested.
///
/// ```swift
/// let compiled = CompiledFilter(filter, part)
/// if compiled.matchesNothing { return [] }
/// for row in candidates where compiled.matches(row) { … }     // some rows
/// let set = compiled.matchingRows()                           // all rows: a bit each
/// ```
@usableFromInline package struct CompiledFilter: Sendable {
    @usableFromInline let rows: CatalogRows
    /// The tests that a row must pass, cheapest first.
    @usableFromInline let tests: [RowTest]
    /// The candidate rows, ascending, which must also pass the tests; `nil` if all rows are candidates.
    @usableFromInline let candidates: [Int]?
    /// Whether no row can match.
    @usableFromInline let matchesNothing: Bool

    /// Compiles `filter` for the instruments of a part.
    ///
    /// - Complexity: O(distinct values) for each field with wildcard patterns; O(log values) for all others.
    package init(_ filter: CatalogFilter, _ part: CatalogPart) {
        let rows = part.rows
        self.rows = rows
        var parts = Parts()
        if let hidden = part.hidden { parts.tests.append(.visible(hidden: hidden)) }
        for condition in filter.conditions { parts.add(condition, rows) }
        parts.add(filter.expiration, .expiration, rows)
        parts.add(filter.lastTrade, .lastTrade, rows)
        if !filter.strike.isOpen {
            if let column = rows.column(.strike) {
                parts.add(column.ids, .numbers(filter.strike, of: column))
            } else {
                parts.matchesNothing = true
            }
        }
        if let day = filter.activeOn { parts.addActive(on: day, rows) }
        tests = parts.tests.enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }
            .map(\.element)
        candidates = parts.candidates
        matchesNothing = parts.matchesNothing || parts.candidates?.isEmpty == true
    }

    /// Whether all rows match.
    var matchesEverything: Bool { tests.isEmpty && candidates == nil && !matchesNothing }

    /// Returns whether `row` matches.
    ///
    /// - Complexity: O(conditions); a condition on a row text costs far more than one on a value id.
    @usableFromInline package func matches(_ row: Int) -> Bool {
        if matchesNothing { return false }
        // Iterating over the array would copy each test, and retain and release its column for each row.
        let tests = tests.span
        for index in tests.indices where !tests[index].matches(row) { return false }
        return true
    }

    // MARK: Compilation

    private struct Parts {
        var tests: [RowTest] = []
        var candidates: [Int]?
        var matchesNothing = false

        mutating func add(_ condition: CatalogFilter.Condition, _ rows: CatalogRows) {
            guard let column = rows.column(named: condition.field) else {
                let kind = ProfileField(name: condition.field)?.kind ?? .text
                if !condition.matches(Span(), kind: kind) { matchesNothing = true }
                return
            }
            guard let texts = column.rowTexts else { return add(column.ids, ValueSet(condition, of: column)) }
            guard let field = column.field, !condition.matchesListElements else {
                return tests.append(.text(texts, condition))
            }
            if field == .symbol, let found = rows.rows(ofSymbolsLike: condition.patterns) {
                // Comparing each row with each of many symbols would be quadratic.
                if condition.patterns.count > Self.comparedSymbols, condition.patterns.allSatisfy(\.isExact) {
                    var set = RowSet(rowCount: rows.count)
                    for row in found { set.insert(row) }
                    tests.append(.rows(set))
                } else {
                    tests.append(.text(texts, condition))
                }
                candidates = candidates.map { Array(Set($0).intersection(found)).sorted() } ?? found
                return
            }
            tests.append(.text(texts, condition))
            if let found = TextCandidates(rows, field)?.rows(like: condition.patterns) { tests.append(.rows(found)) }
        }

        /// The maximum number of symbols in a condition for which each row's text is compared with all of them. For
        /// more symbols, a set of their rows is created instead.
        private static let comparedSymbols = 16

        mutating func add(_ bounds: CatalogFilter.Bounds<CalendarDate>, _ field: ProfileField, _ rows: CatalogRows) {
            if bounds.isOpen { return }
            guard let column = rows.column(field) else {
                matchesNothing = true
                return
            }
            add(column.ids, .days(bounds, of: column))
        }

        mutating func add(_ ids: CatalogColumn.IDs, _ accepted: ValueSet) {
            if accepted == .none { matchesNothing = true }
            tests.append(.values(ids, accepted))
        }

        mutating func addActive(on day: CalendarDate, _ rows: CatalogRows) {
            let expiration = rows.column(.expiration)
            let lastTrade = rows.column(.lastTrade)
            if expiration == nil, lastTrade == nil { return }
            let firstID = { (column: CatalogColumn?) in
                column.map { column in column.firstID { column.dayNumber(ofValue: $0) >= day.dayNumber } } ?? 0
            }
            tests.append(
                .active(
                    expiration?.ids ?? .none, from: firstID(expiration),
                    otherwise: lastTrade?.ids ?? .none, otherwiseFrom: firstID(lastTrade)))
        }
    }
}

extension CatalogRows {
    /// Returns the rows of the symbols that may match one of `patterns`, ascending, found by the literal prefixes of
    /// the patterns. `nil` if a full scan is faster than testing the candidates.
    fileprivate func rows(ofSymbolsLike patterns: [FieldPattern]) -> [Int]? {
        var found: Set<Int> = []
        var steps = WorkSteps()
        for pattern in patterns where !steps.isStopped {
            if pattern.isExact {
                if let row = row(ofSymbol: pattern.bytes.span), row < count { found.insert(row) }
                continue
            }
            let positions = symbolPositions(withPrefix: pattern.literalPrefix.span)
            guard positions.count <= max(64, count / 32) else { return nil }
            for position in positions {
                if steps.isStopped(after: 1) { break }
                let row = Int(symbolOrder[position])
                if row < count { found.insert(row) }
            }
        }
        return found.sorted()
    }
}
