internal import Scanning

/// The previous record of a table, for comparison with the next one.
struct PreviousRecord: ~Copyable {
    private var text = TrivialArray<UInt8>()
    private var ends = TrivialArray<UInt32>()
    private var origin: UInt32 = 0
    /// Whether there is a previous record without quoted fields.
    private(set) var isKnown = false

    mutating func forget() { isKnown = false }

    /// Stores a copy of `record`, whose fields must not be quoted.
    @inline(__always)
    mutating func remember(_ record: borrowing ProfileRecord) {
        text.truncate(to: 0)
        text.append(record.text)
        ends.truncate(to: 0)
        ends.append(record.fieldEnds)
        origin = record.origin
        isKnown = true
    }

    /// Returns the offset of the byte after field `index`.
    @inline(__always)
    private func end(of index: Int) -> Int { Int(ends[index] &- origin) }

    /// The progress of comparing two records.
    struct Comparison {
        /// The next field to examine.
        fileprivate var field = 0
        /// The start of the next field, or of an earlier field if the bytes in between are equal.
        fileprivate var start = 0
        fileprivate var previousStart = 0
        /// The range in the record's text of the field that was found last.
        fileprivate(set) var range = 0..<0
    }

    /// Returns the index of the next field of `record` that differs from the previous record, and stores its text range
    /// in `comparison.range`. Both records must have the same columns and no quotes.
    ///
    /// Without quotes, every separator byte is a real separator, so fields end at the same offsets as long as the bytes
    /// are equal. The function therefore compares whole texts, not fields. It stops at the first byte that differs,
    /// reports the field around it, and resumes after that field.
    ///
    /// ```
    /// OPTION,.IBM261218C150,IBM,100,2026-12-18,150
    /// OPTION,.IBM261218C152.5,IBM,100,2026-12-18,152.5
    ///                    ^ differs: field 1                  ^ differs: field 5; two comparisons in all
    /// ```
    @inline(__always)
    func nextChange(in record: borrowing ProfileRecord, _ comparison: inout Comparison) -> Int? {
        var field = comparison.field
        if field >= record.fieldCount { return nil }
        let same = record.text.commonPrefix(from: comparison.start, text.span, from: comparison.previousStart)
        let end = comparison.start + same
        // A field is equal only if the comparison includes its separator.
        while record.end(of: field) < end { field += 1 }
        if end == record.text.count, comparison.previousStart + same == text.count { return nil }
        let range = (field == 0 ? 0 : record.end(of: field - 1) + 1)..<record.end(of: field)
        comparison = Comparison(
            field: field + 1, start: range.upperBound + 1, previousStart: self.end(of: field) + 1, range: range)
        return field
    }
}
