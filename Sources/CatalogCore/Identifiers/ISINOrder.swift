/// The rows that have an ISIN, in the order of these and then of rank: what an ISIN's beginning is looked for in.
///
/// ```
/// PackedNumbers: rows
/// ```
///
/// ISINs are values of a column, so their ids are in their order, and which of them begin so is a range of ids. Where that range
/// stands here is found by comparing ids.
///
/// Worked example, row 0 has the ISIN US0378331005, row 1 none, row 2 DE0007164600: rows 2 0.
package struct ISINOrder: Sendable {
    /// The fewest characters of a beginning: the country's two letters, and enough of the number to leave few of a country's.
    static let shortest = 6

    private let column: CatalogColumn
    private let rows: PackedNumbers
    private let rowCount: Int

    /// `nil` where no row has an ISIN, or the file has no such order.
    package init?(_ rows: CatalogRows) {
        guard let column = rows.column(.isin) else { return nil }
        self.column = column
        self.rows = PackedNumbers(rows.sections[.isinOrder], limit: rows.count)
        rowCount = rows.count
        if self.rows.count == 0 { return nil }
    }

    /// The rows whose ISIN begins with `prefix`, in capitals; ascending.
    ///
    /// - Complexity: O(log rows) and O(rows found + `rowCount` / 64), where more than a few are found.
    package func rows(beginningWith prefix: Span<UInt8>) -> [Int] {
        let ids = column.ids(withPrefix: prefix)
        if ids.isEmpty { return [] }
        let first = position(notBefore: ids.lowerBound)
        let end = max(first, position(notBefore: ids.upperBound))
        if end - first <= 64 {
            return (first..<end).map { Int(rows[$0]) }.filter { $0 < rowCount }.sortedAndUnique(by: <)
        }
        // So many are sorted by putting them into a set.
        var set = RowSet(rowCount: rowCount)
        for position in first..<end { set.insert(Int(rows[position])) }
        var found: [Int] = []
        set.forEach { row in
            found.append(row)
            return true
        }
        return found
    }

    /// The first position whose ISIN's id isn't below `id`.
    private func position(notBefore id: UInt32) -> Int {
        (0..<rows.count).partitioningIndex { column.id(at: Int(rows[$0])) >= id }
    }

    /// The section for the rows of an ISIN column.
    static func section(_ column: CatalogColumn, rows count: Int) -> NewSection {
        // Counted by id, then each row goes to the next place of its id.
        var places = TrivialArray<UInt32>(repeating: 0, count: column.valueCount + 2)
        column.forEachSetRow(of: count) { _, id in places[Int(id) + 1] += 1 }
        for id in 1..<places.count { places[id] += places[id - 1] }
        var order = TrivialArray<UInt32>(repeating: 0, count: Int(places[places.count - 1]))
        column.forEachSetRow(of: count) { row, id in
            order[Int(places[Int(id)])] = UInt32(row)
            places[Int(id)] += 1
        }
        return NewSection(.isinOrder, PackedNumbersBuilder.section(order))
    }
}
