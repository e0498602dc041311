extension CatalogColumn {
    /// Calls `body` for each of the first `count` rows that have a value, ascending, and that value's id; for none where the column has
    /// `rowTexts`.
    ///
    /// - Complexity: O(`count`), a nanosecond a row.
    func forEachSetRow(of count: Int, _ body: (_ row: Int, _ id: UInt32) -> Void) {
        var start = 0
        var current: UInt32 = 0
        func take(upTo row: Int) {
            if current > 0, current <= valueCount { for index in start..<row { body(index, current) } }
            start = row
        }
        forEachChange(rows: count) { row, id in
            take(upTo: row)
            current = id
        }
        take(upTo: count)
    }
}
