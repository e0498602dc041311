/// Finds the rows of an identifier: ISIN, CUSIP, SEDOL, local symbol, or a field that the builder was told of, each with a section of
/// its own (`IdentifierFields`).
struct IdentifierIndex: Sendable {
    let column: CatalogColumn
    private let slots: IdentifierSlots?
    /// Of a file that was written before there were slots.
    private let buckets: IdentifierBuckets

    /// The indexes of all fields that have one, the standard's own first.
    static func all(of rows: CatalogRows) -> [IdentifierIndex] {
        rows.identifierColumns.map { IdentifierIndex($0.column, rows.sections, field: $0.index) }
    }

    private init(_ column: CatalogColumn, _ sections: CatalogSections, field: Int) {
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

    /// Fetches what a look-up of `key` reads first.
    @inline(__always)
    func fetch(_ key: IdentifierKey) { slots?.fetch(key) }
}
