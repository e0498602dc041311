/// The value ids of a column that a condition accepts; id 0 stands for "not set".
@usableFromInline package enum ValueSet: Sendable, Equatable {
    /// The ids from `from` up to but not including `end`.
    case range(from: UInt32, end: UInt32)
    /// The ids whose byte is nonzero; ids beyond the table are not accepted.
    case table([UInt8])

    /// The empty set.
    package static let none = ValueSet.range(from: 0, end: 0)

    @inline(__always)
    func contains(_ id: UInt32) -> Bool {
        switch self {
        case .range(let from, let end): id >= from && id < end
        case .table(let accepted): Int(id) < accepted.count && accepted[Int(id)] != 0
        }
    }

    /// Creates the set of ids with a nonzero byte, as a range if possible, which is faster to test.
    init(_ accepted: [UInt8]) {
        guard let first = accepted.firstIndex(where: { $0 != 0 }), let last = accepted.lastIndex(where: { $0 != 0 })
        else {
            self = .none
            return
        }
        self =
            accepted[first...last].allSatisfy { $0 != 0 }
            ? .range(from: UInt32(first), end: UInt32(last) + 1) : .table(accepted)
    }

    /// Creates the set of values of `column` that meet a condition on their text.
    ///
    /// - Complexity: O(log values) for each text without wildcards; O(values with the pattern's literal prefix) for
    ///   each pattern with wildcards.
    package init(_ condition: CatalogFilter.Condition, of column: CatalogColumn) {
        var accepted = [UInt8](repeating: 0, count: column.valueCount + 1)
        if condition.matches(Span(), kind: column.kind) { accepted[0] = 1 }
        var steps = WorkSteps()
        if condition.matchesListElements {
            for id in accepted.indices.dropFirst()
            where !steps.isStopped(after: condition.patterns.count)
                && column.withText(ofValue: UInt32(id), { condition.matches($0, kind: column.kind) })
            {
                accepted[id] = 1
            }
        } else {
            for pattern in condition.patterns { Self.accept(pattern, of: column, in: &accepted, &steps) }
        }
        self.init(accepted)
    }

    private static func accept(
        _ pattern: FieldPattern, of column: CatalogColumn, in accepted: inout [UInt8], _ steps: inout WorkSteps
    ) {
        if steps.isStopped { return }
        if pattern.isExact {
            if let id = column.id(of: pattern.bytes.span) { accepted[Int(id)] = 1 }
        } else if column.kind == .text {
            let ids = column.ids(withPrefix: pattern.literalPrefix.span)
            column.valueTexts.forEach(in: Int(ids.lowerBound) - 1..<Int(ids.upperBound) - 1) { index, text in
                if !steps.isStopped(after: 1), pattern.matches(text) { accepted[index + 1] = 1 }
            }
        } else {
            for id in accepted.indices.dropFirst()
            where !steps.isStopped(after: 1) && column.withText(ofValue: UInt32(id), { pattern.matches($0) }) {
                accepted[id] = 1
            }
        }
    }

    /// Returns the values of a date column within `bounds`.
    static func days(_ bounds: CatalogFilter.Bounds<CalendarDate>, of column: CatalogColumn) -> ValueSet {
        .range(
            from: bounds.from.map { from in column.firstID { column.dayNumber(ofValue: $0) >= from.dayNumber } } ?? 1,
            end: bounds.through.map { through in column.firstID { column.dayNumber(ofValue: $0) > through.dayNumber } }
                ?? UInt32(column.valueCount) + 1)
    }

    /// Returns the values of a number column within `bounds`; empty if a bound is NaN.
    static func numbers(_ bounds: CatalogFilter.Bounds<Double>, of column: CatalogColumn) -> ValueSet {
        if bounds.from?.isNaN == true || bounds.through?.isNaN == true { return .none }
        // NaN sorts after all numbers and is never within bounds.
        let numbersEnd = column.notANumberID ?? UInt32(column.valueCount) + 1
        return .range(
            from: bounds.from.map { from in column.firstID(ofNumber: { $0 >= from }) } ?? 1,
            end: min(
                numbersEnd,
                bounds.through.map { through in column.firstID(ofNumber: { $0 > through }) } ?? numbersEnd))
    }
}
