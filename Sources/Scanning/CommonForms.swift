internal import CScan

/// What the records of one type mostly look like: the type's name, how many fields, and which of them hold numbers and
/// dates of the commonest form.
///
/// Judged eight bytes at a time, a whole record in one call: a number of at most 8 digits with at most one point; a date
/// `YYYY-MM-DD`, but 29 February. Any other text is left to who knows the whole grammar. What passed last in a column is
/// remembered, since neighbours mostly agree; the columns from the first that is checked to the last but one are compared at once.
///
/// SAFETY: the form and its checks are allocated with the object, used through it alone, and freed with it.
/// `@unchecked Sendable`: it belongs to one reader, and goes where that goes.
@safe
package final class CommonForms: @unchecked Sendable {
    /// By a pointer: the access to a class's variable would be checked with every record.
    private let form: UnsafeMutablePointer<cscan_form>

    /// - Parameters:
    ///   - type: the type's name; of records under a name of more than 8 bytes none is plain.
    ///   - columnCount: fields of a record.
    ///   - columns: the columns to check, ascending, none of them the first, and whether each holds dates (else numbers).
    package init(type: [UInt8] = [], columnCount: Int = 0, columns: [(index: Int, isDate: Bool)]) {
        precondition(zip([0] + columns.map(\.index), columns).allSatisfy { $0 < $1.index })
        let count = type.count <= 8 ? type.count : 0
        var name: UInt64 = 0
        for (index, byte) in type.prefix(count).enumerated() { name |= UInt64(byte) << UInt64(8 * index) }
        // SAFETY: both are initialised here, used only through `self`, and freed in `deinit`.
        let checks = UnsafeMutablePointer<cscan_check>.allocate(capacity: columns.count)
        for (index, column) in columns.enumerated() {
            let check = cscan_check(
                column: UInt32(truncatingIfNeeded: column.index), is_date: column.isDate ? 1 : 0, passed: (0, 0))
            unsafe (checks + index).initialize(to: check)
        }
        unsafe form = .allocate(capacity: 1)
        var new = unsafe cscan_form()
        unsafe new.type = name
        unsafe new.type_count = UInt32(count)
        unsafe new.columns = UInt32(truncatingIfNeeded: columnCount)
        unsafe new.check_count = columns.count
        unsafe new.checks = checks
        unsafe form.initialize(to: new)
    }

    deinit {
        unsafe form.pointee.checks.deallocate()
        unsafe form.deallocate()
    }

    /// How many columns are checked.
    package var count: Int { unsafe form.pointee.check_count }

    /// The first check, `from` on, whose text is neither empty nor of the commonest form; `count` where there is none.
    ///
    /// - Parameters:
    ///   - text: the record.
    ///   - ends: where each field ends, ascending, as offsets in `text` plus `origin`; the next starts one byte later.
    /// - Precondition: `ends` holds all checked columns, and the last end lies in `text`.
    package func firstUncommon(_ text: Span<UInt8>, ends: Span<UInt32>, origin: UInt32, from: Int) -> Int {
        guard from < count, ends.count > 0 else { return count }
        precondition(unsafe Int(form.pointee.checks[count - 1].column) < ends.count)
        precondition(Int(ends[ends.count - 1] &- origin) <= text.count)
        // SAFETY: ends ascend, so every field lies in `text`, and a number is only loaded where 8 bytes precede its end.
        return unsafe text.withUnsafeBufferPointer { text in
            unsafe ends.withUnsafeBufferPointer { ends in
                guard let bytes = text.baseAddress, let ends = ends.baseAddress else { return count }
                return unsafe cscan_first_uncommon(bytes, ends, origin, form, from)
            }
        }
    }

    /// Whether a record without quotes, and with nothing but ASCII, is valid as it stands: of this type, with all its fields, its
    /// numbers and dates of the commonest forms. False says nothing.
    ///
    /// - Parameters:
    ///   - text: what `special` is the index of.
    ///   - record: where the record stands in it.
    ///   - fields: the record's place in the index, from the end of its first field to its own end.
    package func isPlain(
        _ text: Span<UInt8>, _ record: Range<Int>, _ special: borrowing SpecialBytes, _ fields: Range<Int>
    ) -> Bool {
        guard record.lowerBound >= 8, record.count >= 8, record.upperBound <= text.count, !fields.isEmpty else {
            return false
        }
        // SAFETY: the index's offsets ascend within the text it was made from; the record starts at 8 or more, so that every
        // load of 8 bytes that ends in it starts in the text.
        return unsafe text.withUnsafeBufferPointer { bytes in
            unsafe special.withEnds(fields) { ends in
                unsafe cscan_is_plain(bytes.baseAddress!, record.lowerBound, ends, fields.count, form) != 0
            }
        }
    }

    /// How many records of a text that is ASCII, from one of them on, are valid as they stand, as of `isPlain`, and end with a line feed
    /// alone.
    ///
    /// - Parameters:
    ///   - text: what `special` is the index of.
    ///   - start: of the first record.
    ///   - first: the record's first entry of the index.
    ///   - hard: the next of the index's hard entries.
    ///   - recordBytes: the most that a record may have.
    ///   - ahead: so much later stands the text that is read next, which the processor fetches meanwhile.
    package func plainRun(
        _ text: Span<UInt8>, from start: Int, _ special: borrowing SpecialBytes, first: Int, hard: Int,
        recordBytes: Int,
        fetchingAhead ahead: Int
    ) -> Int {
        // SAFETY: the index's offsets ascend within the text it was made from, the last one is checked; a record that is
        // judged starts at 8 or more, so that every load of 8 bytes that ends in it starts in the text.
        unsafe special.withIndex(of: text, from: start, first: first, hard: hard) { bytes, offsets, hards in
            let run = unsafe cscan_run(
                offsets: offsets, hard: hards, hard_count: special.hardCount, start: start, first: first,
                next_hard: hard, most: recordBytes, ahead: ahead)
            return unsafe cscan_plain_run(special.width, bytes, run, form)
        }
    }
}
