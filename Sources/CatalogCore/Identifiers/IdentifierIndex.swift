/// The index of one identifier field: ISIN, CUSIP, SEDOL, local symbol, or a configured field, each with its own
/// section (`IdentifierFields`).
///
/// A class, so that looking up the index of a field does not copy it.
final class IdentifierIndex: Sendable {
    let column: CatalogColumn
    private let slots: IdentifierSlots?
    /// The index of a file that was written before `IdentifierSlots`.
    private let buckets: IdentifierBuckets

    fileprivate init(_ column: CatalogColumn, _ sections: CatalogSections, field: Int) {
        self.column = column
        slots = IdentifierSlots(sections[.identifierSlots, field: field])
        buckets = IdentifierBuckets(sections[.identifierRows, field: field])
    }

    /// Calls `body` for each row whose folded text may be that of `key`, ascending, until `body` returns false. If a
    /// match is only likely, the caller must compare the text.
    ///
    /// - Parameter hash: The hash of the folded text.
    /// - Complexity: O(1 + rows found) expected.
    @inline(__always)
    func forEachRow(
        _ key: IdentifierKey, hash: @autoclosure () -> UInt64, _ body: (_ row: Int, IdentifierMatch) -> Bool
    ) {
        if let slots { return slots.forEachRow(key, body) }
        buckets.forEachCandidate(hash: hash()) { body($0, .likely) }
    }

    fileprivate func fetch(_ key: IdentifierKey) { slots?.fetch(key) }
}

/// All identifier indexes of a file.
struct IdentifierIndexes: Sendable {
    /// The indexes, standard fields first.
    let all: [IdentifierIndex]
    /// The indexes by raw value of the standard field.
    private let ofStandardField: [IdentifierIndex?]

    init(_ rows: CatalogRows) {
        all = rows.identifierColumns.map { IdentifierIndex($0.column, rows.sections, field: $0.index) }
        var standard = [IdentifierIndex?](repeating: nil, count: ProfileField.allCases.count)
        for index in all { if let field = index.column.field { standard[Int(field.rawValue)] = index } }
        ofStandardField = standard
    }

    /// Prefetches the first slots that a search for the key reads, in all indexes at once.
    func fetch(_ key: IdentifierKey) {
        for index in all { index.fetch(key) }
    }

    /// The index of an identifier's field; `nil` if the field has no index.
    @inline(__always)
    subscript(identifier: Identifier) -> IdentifierIndex? {
        if let field = identifier.standardField { return ofStandardField[Int(field.rawValue)] }
        let name = identifier.fieldName
        return all.first { $0.column.name == name }
    }
}
