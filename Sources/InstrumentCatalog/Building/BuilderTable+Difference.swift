/// A table's last record, to compare the next one with.
struct PreviousRecord: ~Copyable {
    private(set) var text = RawArray<UInt8>()
    private var ends = RawArray<UInt32>()
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
    func end(of index: Int) -> Int { Int(ends[index] &- origin) }
}

extension BuilderTable {
    /// Takes a record as what differs from the one before, both without quotes.
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
    mutating func appendDifference(_ record: borrowing ProfileRecord) throws(CatalogError) {
        let row = rows.count
        let text = record.text
        let fields = record.fieldCount
        var index = 0
        // Where fields `index` start, or some fields before them whose bytes are the same.
        var start = 0
        var previousStart = 0
        while index < fields {
            let same = text.commonPrefix(from: start, previous.text.span, from: previousStart)
            let end = start + same
            // A field is the same when its separator, too, was compared.
            while record.end(of: index) < end { index += 1 }
            if end == text.count, previousStart + same == previous.text.count { break }
            let fieldStart = index == 0 ? 0 : record.end(of: index - 1) + 1
            let fieldEnd = record.end(of: index)
            if let column = columnOfSource[index] {
                try column.value.change(to: text.extracting(fieldStart..<fieldEnd), row: row)
                noteSequence(of: column)
            }
            start = fieldEnd + 1
            previousStart = previous.end(of: index) + 1
            index += 1
        }
        for source in sequenceSources {
            guard let column = columnOfSource[source], column.value.changedRow != row else { continue }
            try column.value.take(record.field(source), row: row)
        }
    }
}
