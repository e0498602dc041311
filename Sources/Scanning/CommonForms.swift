internal import CScan

/// The common form of the records of a type: the type's name, the count of fields, and which fields are numbers or
/// dates.
///
/// One call checks a whole record, eight bytes at a time. Common numbers have at most 8 digits and one point; common
/// dates are `YYYY-MM-DD` except 29 February. Other texts must be parsed by the full grammar. The last valid text of
/// each column is cached, because neighboring records often have the same text. All checked columns except the last are
/// compared with their cached texts in one step.
///
/// SAFETY: The form and its checks are allocated with the object, accessed only through it, and freed with it.
/// `@unchecked Sendable`: The object belongs to one reader, and moves between threads only with that reader.
@safe
package final class CommonForms: @unchecked Sendable {
    /// A pointer, because for a stored variable of a class, exclusivity checks would run for every record.
    private let form: UnsafeMutablePointer<cscan_form>

    /// - Parameters:
    ///   - type: The type's name. If it has more than 8 bytes, `isPlain` is always `false`.
    ///   - columnCount: The number of fields of a record.
    ///   - columns: The checked columns in ascending order, without column 0. Each has dates if `isDate`, otherwise
    ///     numbers.
    package init(type: [UInt8] = [], columnCount: Int = 0, columns: [(index: Int, isDate: Bool)]) {
        precondition(zip([0] + columns.map(\.index), columns).allSatisfy { $0 < $1.index })
        let count = type.count <= 8 ? type.count : 0
        var name: UInt64 = 0
        for (index, byte) in type.prefix(count).enumerated() { name |= UInt64(byte) << UInt64(8 * index) }
        // SAFETY: Both are initialized here, used only through `self`, and freed in `deinit`.
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

    /// The number of checked columns.
    package var count: Int { unsafe form.pointee.check_count }

    /// Returns the first check, from the check `from` on, whose text is neither empty nor of the common form; `count`
    /// if there is no such check.
    ///
    /// - Parameters:
    ///   - text: The record.
    ///   - ends: The end of each field, ascending. Each is an offset in `text` plus `origin`. The next field starts one
    ///     byte after it.
    /// - Precondition: `ends` includes all checked columns, and the last end is within `text`.
    package func firstUncommon(_ text: Span<UInt8>, ends: Span<UInt32>, origin: UInt32, from: Int) -> Int {
        guard from < count, ends.count > 0 else { return count }
        precondition(unsafe Int(form.pointee.checks[count - 1].column) < ends.count)
        precondition(Int(ends[ends.count - 1] &- origin) <= text.count)
        // SAFETY: Ends ascend, so every field is within `text`. A number is loaded only if at least 8 bytes precede its
        // end.
        return unsafe text.withUnsafeBufferPointer { text in
            unsafe ends.withUnsafeBufferPointer { ends in
                guard let bytes = text.baseAddress, let ends = ends.baseAddress else { return count }
                return unsafe cscan_first_uncommon(bytes, ends, origin, form, from)
            }
        }
    }

    /// Returns whether an ASCII record without quotes is certainly valid: it is of this type, has all fields, and its
    /// numbers and dates have the common forms. If `false`, the record needs the full check.
    ///
    /// - Parameters:
    ///   - text: The text that `special` indexes.
    ///   - record: The range of the record in the text.
    ///   - fields: The record's entries in the index, from the end of its first field to the end of the record.
    package func isPlain(
        _ text: Span<UInt8>, _ record: Range<Int>, _ special: borrowing SpecialBytes, _ fields: Range<Int>
    ) -> Bool {
        guard record.lowerBound >= 8, record.count >= 8, record.upperBound <= text.count, !fields.isEmpty else {
            return false
        }
        // SAFETY: The offsets in the index ascend and are within the text. The record starts at offset 8 or later, so
        // every 8-byte load that ends in the record starts within the text.
        return unsafe text.withUnsafeBufferPointer { bytes in
            unsafe special.withEnds(fields) { ends in
                unsafe cscan_is_plain(bytes.baseAddress!, record.lowerBound, ends, fields.count, form) != 0
            }
        }
    }

    /// Counts the consecutive records of an ASCII text that are plain, as in `isPlain`, and end with only a line feed.
    ///
    /// - Parameters:
    ///   - text: The text that `special` indexes.
    ///   - start: The start of the first record.
    ///   - first: The first entry of that record in the index.
    ///   - hard: The next hard entry in the index.
    ///   - recordBytes: The maximum size of a record in bytes.
    ///   - ahead: How many bytes ahead text is prefetched.
    package func plainRun(
        _ text: Span<UInt8>, from start: Int, _ special: borrowing SpecialBytes, first: Int, hard: Int,
        recordBytes: Int,
        fetchingAhead ahead: Int
    ) -> Int {
        // SAFETY: The offsets in the index ascend, and the last one is checked to be within the text. A checked record
        // starts at offset 8 or later, so every 8-byte load that ends in it starts within the text.
        unsafe special.withIndex(of: text, from: start, first: first, hard: hard) { bytes, offsets, hards in
            let run = unsafe cscan_run(
                offsets: offsets, hard: hards, hard_count: special.hardCount, start: start, first: first,
                next_hard: hard, most: recordBytes, ahead: ahead)
            return unsafe cscan_plain_run(special.width, bytes, run, form)
        }
    }
}
