/// The rows that have an ISIN, sorted by ISIN and then by rank, for prefix searches.
///
/// ```
/// PackedNumbers: rows
/// ```
///
/// Value ids ascend in the order of the ISINs, so a prefix corresponds to a range of ids. Binary search by id finds
/// the rows of that range.
///
/// Worked example: row 0 has the ISIN US0378331005, row 1 has no ISIN, and row 2 has DE0007164600. Then the order is
/// row 2, row 0.
package struct ISINOrder: Sendable {
    /// The minimum length of a prefix: the two letters of the country, and enough characters to be selective within a
    /// country.
    static let shortest = 6

    private let column: CatalogColumn
    private let rows: PackedNumbers
    private let rowCount: Int

    /// `nil` if no row has an ISIN, or if the file has no such section.
    package init?(_ rows: CatalogRows) {
        guard let column = rows.column(.isin) else { return nil }
        self.column = column
        self.rows = PackedNumbers(rows.sections[.isinOrder], limit: rows.count)
        rowCount = rows.count
        if self.rows.count == 0 { return nil }
    }

    /// Returns the rows whose ISIN starts with `prefix`, which is uppercase; ascending.
    ///
    /// - Complexity: O(log rows); if more than a few are found, also O(rows found + `rowCount` / 64).
    package func rows(beginningWith prefix: Span<UInt8>) -> [Int] {
        let ids = column.ids(withPrefix: prefix)
        if ids.isEmpty { return [] }
        let first = position(notBefore: ids.lowerBound)
        let end = max(first, position(notBefore: ids.upperBound))
        if end - first <= 64 {
            return (first..<end).map { Int(rows[$0]) }.filter { $0 < rowCount }.sortedAndUnique(by: <)
        }
        // For this many rows, a bit set is faster than sorting.
        var set = RowSet(rowCount: rowCount)
        for position in first..<end { set.insert(Int(rows[position])) }
        var found: [Int] = []
        set.forEach { row in
            found.append(row)
            return true
        }
        return found
    }

    /// Returns the first position whose ISIN has an id of at least `id`.
    private func position(notBefore id: UInt32) -> Int {
        (0..<rows.count).partitioningIndex { column.id(at: Int(rows[$0])) >= id }
    }

    /// Returns the section for the rows of an ISIN column.
    static func section(_ column: CatalogColumn, rows count: Int) -> NewSection {
        // A counting sort by id.
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
