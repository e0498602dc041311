/// What a query reads: the rows of one file that stand for instruments. A `Catalog` has one part for its file and one for each
/// segment of its changes; in a part, rows are instruments but for those in whose place a later change stands.
package struct CatalogPart: Sendable {
    package let file: CatalogFile
    /// The rows that stand for nothing any more; `nil` where there are none.
    package let hidden: RowSet?

    package init(_ file: CatalogFile, hidden: RowSet? = nil) {
        self.file = file
        self.hidden = hidden
    }

    package var rows: CatalogRows { file.rows }

    /// Whether `row` stands for an instrument.
    @inline(__always)
    package func isVisible(_ row: Int) -> Bool { hidden?.contains(row) != true }

    /// Hidden rows before `row`.
    package func hiddenCount(before row: Int) -> Int { hidden?.count(before: row) ?? 0 }
}
