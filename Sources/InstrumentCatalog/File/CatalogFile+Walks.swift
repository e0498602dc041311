/// Walks over all rows of a file.
extension CatalogFile {
    /// The row at a position of the order by symbol (by bytes).
    ///
    /// - Precondition: 0 ≤ `position` < `count`.
    /// - Complexity: O(1).
    @inline(__always)
    func row(atSymbolPosition position: Int) -> Int {
        precondition(position >= 0 && position < count)
        return min(Int(rows.symbolOrder[position]), count - 1)
    }

    /// Calls `body` for all rows in an order, each with its position in it, from a position on, until it returns false.
    ///
    /// - Complexity: O(1) to the first row by rank and by symbol, O(`count`) by type.
    func forEachRow<Failure: Error>(
        in order: CatalogOrder, from start: Int, _ body: (_ position: Int, _ row: Int) throws(Failure) -> Bool
    ) throws(Failure) {
        let start = max(0, start)
        guard start < count else { return }
        switch order {
        case .rank:
            for row in start..<count {
                guard try body(row, row) else { return }
            }
        case .symbol:
            for position in start..<count {
                guard try body(position, row(atSymbolPosition: position)) else { return }
            }
        case .type: try forEachRowByType(from: start, body)
        }
    }

    private func forEachRowByType<Failure: Error>(
        from start: Int, _ body: (Int, Int) throws(Failure) -> Bool
    ) throws(Failure) {
        guard let column = rows.column(.type) else { return }
        let counts = column.rowCounts(rows: count)
        var position = 0
        // A damaged file may have rows without a type.
        for id in TypeOrder.ids(of: column) + [0] where counts[Int(id)] > 0 {
            if position + counts[Int(id)] <= start {
                position += counts[Int(id)]
                continue
            }
            var selected = RowSet(rowCount: count)
            column.forEachRow(ofValue: id) { selected.insert($0) }
            var goesOn = true
            try selected.forEach { row throws(Failure) in
                defer { position += 1 }
                if position >= start { goesOn = try body(position, row) }
                return goesOn
            }
            if !goesOn { return }
        }
    }
}
