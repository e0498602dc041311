/// An order of all instruments.
public enum CatalogOrder: String, CaseIterable, Hashable, Sendable {
    /// Best first, as rows are numbered.
    case rank
    /// By the bytes of the symbol.
    case symbol
    /// By type, the standard's in its order, then all others by name; best first within a type.
    case type
}

extension Catalog {
    /// Hands out all rows in an order, each with its position in it, from a position on, until `body` says false.
    ///
    /// ```swift
    /// catalog.forEachRow(in: .type, from: 1_000) { position, row in
    ///     print(position, catalog.symbol(at: row))
    ///     return position < 1_019
    /// }
    /// ```
    ///
    /// - Complexity: O(1) to the first row by rank and by symbol, O(`count`) by type: a nanosecond a row.
    public func forEachRow<Failure: Error>(
        in order: CatalogOrder, from start: Int = 0, _ body: (_ position: Int, _ row: Int) throws(Failure) -> Bool
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

    /// The rows from `offset` on in an order, `limit` at most; empty behind the last.
    ///
    /// - Complexity: as `forEachRow(in:from:)`, over `limit` rows.
    public func rows(in order: CatalogOrder, offset: Int = 0, limit: Int) -> [Int] {
        var rows: [Int] = []
        if limit <= 0 { return rows }
        forEachRow(in: order, from: offset) { _, row in
            rows.append(row)
            return rows.count < limit
        }
        return rows
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

/// The standard order of types (`ipf-format.md`, section 2).
enum TypeOrder {
    /// The ids of the types of `column` in standard order, the others after them by name.
    static func ids(of column: CatalogColumn) -> [UInt32] {
        var ids: [UInt32] = []
        for type in InstrumentType.standardOrder {
            if let id = column.id(of: type.rawValue.utf8Span.span) { ids.append(id) }
        }
        let known = Set(ids)
        for index in 0..<column.valueCount where !known.contains(UInt32(index + 1)) { ids.append(UInt32(index + 1)) }
        return ids
    }
}
