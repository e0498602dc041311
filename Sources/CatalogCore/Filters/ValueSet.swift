/// Which values of a column a condition accepts, by id; 0 stands for "not set".
@usableFromInline package enum ValueSet: Sendable, Equatable {
    /// The ids `from` up to and without `end`.
    case range(from: UInt32, end: UInt32)
    /// Each id with a byte that isn't 0; ids beyond the table aren't accepted.
    case table([UInt8])

    /// No value.
    package static let none = ValueSet.range(from: 0, end: 0)

    @inline(__always)
    func contains(_ id: UInt32) -> Bool {
        switch self {
        case .range(let from, let end): id >= from && id < end
        case .table(let accepted): Int(id) < accepted.count && accepted[Int(id)] != 0
        }
    }

    /// The ids with a byte that isn't 0: as a range where they are one, which is quicker to test.
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

    /// The values of `column` that satisfy a condition on its text.
    ///
    /// - Complexity: O(log values) for each text without wildcards; O(values that begin as the pattern does) for each other.
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

    /// The values of a date column inside `bounds`.
    static func days(_ bounds: CatalogFilter.Bounds<CalendarDate>, of column: CatalogColumn) -> ValueSet {
        .range(
            from: bounds.from.map { from in column.firstID { column.dayNumber(ofValue: $0) >= from.dayNumber } } ?? 1,
            end: bounds.through.map { through in column.firstID { column.dayNumber(ofValue: $0) > through.dayNumber } }
                ?? UInt32(column.valueCount) + 1)
    }

    /// The values of a number column inside `bounds`; none where an end isn't a number.
    static func numbers(_ bounds: CatalogFilter.Bounds<Double>, of column: CatalogColumn) -> ValueSet {
        if bounds.from?.isNaN == true || bounds.through?.isNaN == true { return .none }
        // NaN, after all numbers, lies in no bounds.
        let numbersEnd = column.notANumberID ?? UInt32(column.valueCount) + 1
        return .range(
            from: bounds.from.map { from in column.firstID(ofNumber: { $0 >= from }) } ?? 1,
            end: min(
                numbersEnd,
                bounds.through.map { through in column.firstID(ofNumber: { $0 > through }) } ?? numbersEnd))
    }
}
