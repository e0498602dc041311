internal import CScan

/// Which columns of a record hold numbers and dates, and whether their texts have the commonest form of those.
///
/// Judged eight bytes at a time, all columns in one call: a number of at most 8 digits with at most one point; a date
/// `YYYY-MM-DD` with a month and a day up to 28. Any other text is left to who knows the whole grammar. What passed last in
/// a column is remembered, since neighbours mostly agree.
public struct CommonForms: Sendable {
    private var checks: [cscan_check]

    /// - Parameter columns: the columns to check, and whether each holds dates (else numbers).
    public init(columns: [(index: Int, isDate: Bool)]) {
        checks = columns.map { cscan_check(column: UInt32($0.index), is_date: $0.isDate ? 1 : 0, passed: (0, 0)) }
    }

    /// How many columns are checked.
    public var count: Int { checks.count }

    /// The first check, `from` on, whose text is neither empty nor of the commonest form; `count` where there is none.
    ///
    /// - Parameters:
    ///   - text: the record.
    ///   - ends: where each field ends, ascending, as offsets in `text` plus `origin`; the next starts one behind.
    /// - Precondition: `ends` holds all checked columns, and the last end lies in `text`.
    public mutating func firstUncommon(_ text: Span<UInt8>, ends: Span<UInt32>, origin: UInt32, from: Int) -> Int {
        guard from < checks.count, ends.count > 0 else { return checks.count }
        precondition(Int(checks[checks.count - 1].column) < ends.count)
        precondition(Int(ends[ends.count - 1] &- origin) <= text.count)
        // SAFETY: ends ascend, so every field lies in `text`, and a number is only loaded where 8 bytes precede its end.
        return unsafe text.withUnsafeBufferPointer { text in
            unsafe ends.withUnsafeBufferPointer { ends in
                guard let bytes = text.baseAddress, let ends = ends.baseAddress else { return checks.count }
                return unsafe cscan_first_uncommon(bytes, ends, origin, &checks, checks.count, from)
            }
        }
    }
}
