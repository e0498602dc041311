internal import Scanning

/// A filter made ready for one part of a catalog: what search and selections test rows with.
///
/// Each condition on a field with value ids was decided once per distinct value, so that a row costs a look at its id. Texts
/// of rows are compared with patterns only where all else holds; and where a condition on SYMBOL leaves few rows in
/// question, only those are looked at.
///
/// ```swift
/// let compiled = CompiledFilter(filter, part)
/// if compiled.matchesNothing { return [] }
/// for row in candidates where compiled.matches(row) { … }     // some rows
/// let set = compiled.matchingRows()                           // all rows: a bit each
/// ```
@usableFromInline package struct CompiledFilter: Sendable {
    @usableFromInline let rows: CatalogRows
    /// What a row must pass, cheapest first.
    @usableFromInline let tests: [RowTest]
    /// The only rows in question, ascending; `nil` for all. They still have to pass the tests.
    @usableFromInline let candidates: [Int]?
    /// No row can match, whatever the tests say.
    @usableFromInline let matchesNothing: Bool

    /// Makes `filter` ready for the instruments of a part.
    ///
    /// - Complexity: O(distinct values of the fields that patterns with wildcards are about), O(log values) for the rest.
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

    /// All rows match.
    var matchesEverything: Bool { tests.isEmpty && candidates == nil && !matchesNothing }

    /// Whether `row` matches.
    ///
    /// - Complexity: nanoseconds for each condition, a hundred for one on a text of the row's own.
    @usableFromInline package func matches(_ row: Int) -> Bool {
        if matchesNothing { return false }
        for test in tests where !test.matches(row) { return false }
        return true
    }

    // MARK: Making

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
            tests.append(.text(texts, condition))
            guard let field = column.field, !condition.matchesListElements else { return }
            if field == .symbol, let found = rows.rows(ofSymbolsLike: condition.patterns) {
                candidates = candidates.map { Array(Set($0).intersection(found)).sorted() } ?? found
            } else if let found = TextCandidates(rows, field)?.rows(like: condition.patterns) {
                tests.append(.rows(found))
            }
        }

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
    /// The rows of the symbols that one of `patterns` may match, ascending, found by the texts before their wildcards;
    /// `nil` where that leaves so many that going through all rows is quicker.
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
