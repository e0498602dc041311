/// A number for a few rows, 0 for all others: how the file holds a field that hardly any row has.
///
/// ```
/// u32  count                      rows with a number
/// u32  × count                    those rows, ascending
/// u32  × count                    their numbers
/// ```
@usableFromInline package struct SparseNumbers: Sendable {
    /// Rows with a number.
    @usableFromInline package let count: Int
    private let bytes: MappedSection

    private let limit: Int

    /// The numbers in `section`, of rows below `limit`; none in an empty one.
    package init(_ section: MappedSection, limit: Int) {
        bytes = section
        self.limit = limit
        count = min(Int(section.u32(at: 0)), section.count / 8)
    }

    /// The number of `row`; 0 where it has none.
    ///
    /// - Complexity: O(log `count`).
    @usableFromInline subscript(row: Int) -> UInt32 {
        let position = firstPosition(notBefore: row)
        return position < count && self.row(at: position) == row ? number(at: position) : 0
    }

    /// The first row with a number that isn't before `row`; more than any row has where there is none.
    ///
    /// - Complexity: O(log `count`).
    func firstRow(notBefore row: Int) -> Int {
        let position = firstPosition(notBefore: row)
        return position < count ? self.row(at: position) : .max
    }

    /// The row at `position`, 0..<`count`; the last row in place of one that can't be there.
    @usableFromInline package func row(at position: Int) -> Int { min(Int(bytes.u32(at: 4 + 4 * position)), limit - 1) }

    /// The number of the row at `position`.
    @usableFromInline package func number(at position: Int) -> UInt32 { bytes.u32(at: 4 + 4 * (count + position)) }

    /// The first position whose row isn't before `row`; `count` where all are.
    package func firstPosition(notBefore row: Int) -> Int {
        (0..<count).partitioningIndex { self.row(at: $0) >= row }
    }

    /// The section's bytes for rows (ascending) and their numbers.
    package static func section(rows: Span<UInt32>, numbers: Span<UInt32>) -> ByteSink {
        precondition(rows.count == numbers.count)
        var section = ByteSink()
        section.reserve(4 + 8 * rows.count)
        section.append(u32: UInt32(rows.count))
        for index in 0..<rows.count { section.append(u32: rows[index]) }
        for index in 0..<numbers.count { section.append(u32: numbers[index]) }
        return section
    }
}
