internal import Scanning

/// The fields of a row, without making a profile.
extension CatalogFile {
    /// A field of `row` as UTF-8 text in normal form, for the time of `body`; empty where it is not set. Nothing is
    /// copied that lies in the file as one piece.
    ///
    /// - Precondition: 0 ≤ `row` < `count`.
    /// - Complexity: O(length), tens of nanoseconds.
    @inlinable package func withField<Result, Failure: Error>(
        _ field: ProfileField, at row: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(row >= 0 && row < count)
        guard let column = rows.column(field) else { return try body(Span()) }
        return try column.withText(at: row, body)
    }

    /// A field of `row` by name, standard or custom, as UTF-8 text in normal form, for the time of `body`.
    ///
    /// - Precondition: 0 ≤ `row` < `count`.
    @inlinable package func withField<Result, Failure: Error>(
        named name: String, at row: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(row >= 0 && row < count)
        guard let column = rows.column(named: name) else { return try body(Span()) }
        return try column.withText(at: row, body)
    }
}
