/// Finds the rows of an identifier: ISIN, CUSIP, SEDOL, local symbol, or a field that the builder was told of, each with a section of
/// its own (`IdentifierFields`).
///
/// A class, so that finding one of a file's copies none of what it reads.
final class IdentifierIndex: Sendable {
    let column: CatalogColumn
    private let slots: IdentifierSlots?
    /// Of a file that was written before there were slots.
    private let buckets: IdentifierBuckets

    fileprivate init(_ column: CatalogColumn, _ sections: CatalogSections, field: Int) {
        self.column = column
        slots = IdentifierSlots(sections[.identifierSlots, field: field])
        buckets = IdentifierBuckets(sections[.identifierRows, field: field])
    }

    /// Calls `body` for each of the rows whose text may be one that folds to that of `key`, ascending, until it returns false. Where the
    /// match is only likely, the caller looks at the text.
    ///
    /// - Parameter hash: the hash of the folded text.
    /// - Complexity: O(1) expected and O(rows found).
    @inline(__always)
    func forEachRow(
        _ key: IdentifierKey, hash: @autoclosure () -> UInt64, _ body: (_ row: Int, IdentifierMatch) -> Bool
    ) {
        if let slots { return slots.forEachRow(key, body) }
        buckets.forEachCandidate(hash: hash()) { body($0, .likely) }
    }

    fileprivate func fetch(_ key: IdentifierKey) { slots?.fetch(key) }
}

/// The indexes of all fields of a file that have one.
struct IdentifierIndexes: Sendable {
    /// The standard's own first.
    let all: [IdentifierIndex]
    /// By the number of the standard field.
    private let ofStandardField: [IdentifierIndex?]

    init(_ rows: CatalogRows) {
        all = rows.identifierColumns.map { IdentifierIndex($0.column, rows.sections, field: $0.index) }
        var standard = [IdentifierIndex?](repeating: nil, count: ProfileField.allCases.count)
        for index in all { if let field = index.column.field { standard[Int(field.rawValue)] = index } }
        ofStandardField = standard
    }

    /// Lets the processor fetch what the search for that key reads first, of all fields at once.
    func fetch(_ key: IdentifierKey) {
        for index in all { index.fetch(key) }
    }

    /// The index of an identifier's field; `nil` where there is none.
    @inline(__always)
    subscript(identifier: Identifier) -> IdentifierIndex? {
        if let field = identifier.standardField { return ofStandardField[Int(field.rawValue)] }
        let name = identifier.fieldName
        return all.first { $0.column.name == name }
    }
}
