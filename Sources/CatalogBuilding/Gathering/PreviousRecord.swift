internal import Scanning

/// The last record of a table, to compare the next one with.
struct PreviousRecord: ~Copyable {
    private var text = TrivialArray<UInt8>()
    private var ends = TrivialArray<UInt32>()
    private var origin: UInt32 = 0
    /// There is a record before, and none of its fields is quoted.
    private(set) var isKnown = false

    mutating func forget() { isKnown = false }

    /// Keeps a copy of `record`, whose fields are not quoted.
    @inline(__always)
    mutating func remember(_ record: borrowing ProfileRecord) {
        text.truncate(to: 0)
        text.append(record.text)
        ends.truncate(to: 0)
        ends.append(record.fieldEnds)
        origin = record.origin
        isKnown = true
    }

    /// The offset of the byte after field `index`.
    @inline(__always)
    private func end(of index: Int) -> Int { Int(ends[index] &- origin) }

    /// How far two records were compared.
    struct Comparison {
        /// The next field to look at.
        fileprivate var field = 0
        /// Where the next field starts, or some field before it whose bytes are the same.
        fileprivate var start = 0
        fileprivate var previousStart = 0
        /// The field that was found last, in the record's text.
        fileprivate(set) var range = 0..<0
    }

    /// The next field of `record` that differs from that of the one before, both without quotes and of the same columns; its text stands
    /// in `comparison.range` then. `nil` after the last one.
    ///
    /// Where neither is quoted every separator is one, so fields end at the same places as far as the bytes are the same. So
    /// the two texts are compared, not their fields: up to the first byte that differs; the field that it is in has changed, and
    /// comparing goes on after it. Of an option's twenty-odd fields five or six change from one record to the next.
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
        // A field is the same when its separator, too, was compared.
        while record.end(of: field) < end { field += 1 }
        if end == record.text.count, comparison.previousStart + same == text.count { return nil }
        let range = (field == 0 ? 0 : record.end(of: field - 1) + 1)..<record.end(of: field)
        comparison = Comparison(
            field: field + 1, start: range.upperBound + 1, previousStart: self.end(of: field) + 1, range: range)
        return field
    }
}
