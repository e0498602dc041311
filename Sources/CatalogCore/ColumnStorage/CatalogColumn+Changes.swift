extension CatalogColumn {
    /// Calls `body` with each row whose value id differs from that of the row before it, and with the id. The id
    /// before the first row is 0.
    ///
    /// - Complexity: O(`rows`); a block of rows that all have one value costs one step.
    func forEachChange(rows: Int, _ body: (Int, UInt32) -> Void) {
        var current: UInt32 = 0
        func take(_ row: Int, _ id: UInt32) {
            if id == current { return }
            current = id
            body(row, id)
        }
        switch ids {
        case .sparse(let numbers):
            var next = 0
            for position in 0..<numbers.count {
                let row = numbers.row(at: position)
                // A damaged file may list any rows, in any order.
                guard row >= next, row < rows else { continue }
                if row > next { take(next, 0) }
                take(row, numbers.number(at: position))
                next = row + 1
            }
            if next < rows { take(next, 0) }
        case .packed(let numbers):
            var block = InlineArray<1024, UInt32>(repeating: 0)
            for index in 0..<numbers.blockCount {
                let range = numbers.rows(ofBlock: index)
                if let constant = numbers.constant(ofBlock: index) {
                    take(range.lowerBound, constant)
                    continue
                }
                var target = block.mutableSpan
                numbers.read(block: index, into: &target)
                for row in range { take(row, target[row - range.lowerBound]) }
            }
        }
    }
}

extension CatalogColumn {
    /// Calls `body` for each of the first `count` rows that have a value, ascending, with the value's id. Calls it for
    /// no row if the column has `rowTexts`.
    ///
    /// - Complexity: O(`count`).
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
