/// A number for a few rows, and 0 for all others, for fields that few rows have.
///
/// ```
/// u32  count                      rows with a number
/// u32  × count                    those rows, ascending
/// u32  × count                    their numbers
/// ```
@usableFromInline package struct SparseNumbers: Sendable {
    /// The number of rows with a number.
    @usableFromInline package let count: Int
    private let bytes: MappedSection

    private let limit: Int

    /// Creates the numbers of a section, for rows below `limit`. An empty section has no numbers.
    package init(_ section: MappedSection, limit: Int) {
        bytes = section
        self.limit = limit
        count = min(Int(section.u32(at: 0)), section.count / 8)
    }

    /// The number that is stored for `row`; 0 if none is stored.
    ///
    /// - Complexity: O(log `count`).
    @usableFromInline subscript(row: Int) -> UInt32 {
        let position = firstPosition(notBefore: row)
        return position < count && self.row(at: position) == row ? number(at: position) : 0
    }

    /// Returns the first row with a number that is not before `row`; a value greater than any row if there is no such
    /// row.
    ///
    /// - Complexity: O(log `count`).
    func firstRow(notBefore row: Int) -> Int {
        let position = firstPosition(notBefore: row)
        return position < count ? self.row(at: position) : .max
    }

    /// Returns the row at `position`, 0..<`count`, clamped to the last valid row.
    @usableFromInline package func row(at position: Int) -> Int { min(Int(bytes.u32(at: 4 + 4 * position)), limit - 1) }

    /// Returns the number of the row at `position`.
    @usableFromInline package func number(at position: Int) -> UInt32 { bytes.u32(at: 4 + 4 * (count + position)) }

    /// Returns the first position whose row is not before `row`; `count` if all are before it.
    package func firstPosition(notBefore row: Int) -> Int {
        (0..<count).partitioningIndex { self.row(at: $0) >= row }
    }

    /// Returns the bytes of the section for rows (ascending) and their numbers.
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
