internal import Scanning

/// One field of all rows, stored as a column.
///
/// Most fields repeat their values. Each distinct value is stored once, sorted (texts by bytes, numbers and dates by
/// value). Its *id* is its position in that order, from 1. Every row has an id, which is 0 if the field is not set. A
/// condition on a field is thus evaluated once per distinct value. A range of values is a range of ids, and a scan
/// compares small numbers.
///
/// A text field with hardly any repeated values (SYMBOL; DESCRIPTION in most files) stores each row's own text
/// instead: it has `rowTexts` and no ids.
///
/// ```swift
/// if let country = rows.column(.country), let us = country.id(of: "US".utf8Span.span) {
///     country.forEachRow(ofValue: us) { row in … }
/// }
/// ```
@usableFromInline package final class CatalogColumn: Sendable {
    /// The value ids of the rows.
    @usableFromInline package enum IDs: Sendable {
        case packed(PackedNumbers)
        /// One id per listed row, for fields that few rows have.
        case sparse(SparseNumbers)
    }

    /// The field's name in IPF.
    package let name: String
    /// The standard field; `nil` for a custom field.
    package let field: ProfileField?
    /// The kind of the values; text for custom fields.
    package let kind: ProfileField.Kind
    /// Whether the values are texts, in `valueTexts`.
    @usableFromInline var isText: Bool { kind == .text }
    /// The number of distinct values; ids are 1...`valueCount`. 0 if the column has `rowTexts`.
    package let valueCount: Int
    /// The value ids of the rows; all 0 if the column has `rowTexts`.
    @usableFromInline package let ids: IDs
    /// Each row's own text, if the column stores row texts; `nil` if it has ids.
    @usableFromInline package let rowTexts: FrontCodedText?
    /// The distinct texts by id - 1, sorted; empty for numbers, dates and `rowTexts`.
    @usableFromInline let valueTexts: FrontCodedText
    /// The values of numbers and dates, eight bytes each; empty for text.
    private let numbers: MappedSection

    init(_ entry: FieldDirectory.Entry, index: Int, in sections: CatalogSections, rows: Int) {
        name = entry.name
        field = entry.standard
        kind = entry.standard?.kind ?? .text
        let values = sections[.values, field: index]
        valueTexts = FrontCodedText(kind == .text ? values : .empty)
        numbers = kind == .text ? .empty : values
        let ids = sections[.valueIDs, field: index]
        switch entry.encoding {
        case .packed: self.ids = .packed(PackedNumbers(ids, limit: rows))
        case .sparse: self.ids = .sparse(SparseNumbers(ids, limit: rows))
        case .rowTexts: self.ids = .packed(PackedNumbers(.empty, limit: 0))
        }
        rowTexts = entry.encoding == .rowTexts ? FrontCodedText(sections[.rowTexts, field: index], limit: rows) : nil
        valueCount = kind == .text ? valueTexts.count : min(numbers.count / 8, Int(UInt32.max) - 1)
    }

    /// Returns the value id of `row`; 0 if the field is not set, or if the column has `rowTexts`.
    ///
    /// - Complexity: O(1); O(log *n*) if the ids are sparse, where *n* is the number of rows with a value.
    @inline(__always)
    @inlinable package func id(at row: Int) -> UInt32 {
        switch ids {
        case .packed(let numbers): numbers[row]
        case .sparse(let numbers): numbers[row]
        }
    }

    /// Calls `body` with the text of value `id` in normal form, valid during `body`; empty for id 0.
    @inlinable package func withText<Result, Failure: Error>(
        ofValue id: UInt32, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if isText { return try valueTexts.withText(Int(id) - 1, body) }
        let text = numberText(ofValue: id)
        return try body(text.utf8Span.span)
    }

    /// Calls `body` with the field of `row` as text in normal form, valid during `body`; empty if the field is not
    /// set.
    @inline(__always)
    @inlinable package func withText<Result, Failure: Error>(
        at row: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if let rowTexts { return try rowTexts.withText(row, body) }
        return try withText(ofValue: id(at: row), body)
    }

    /// Returns whether the field of `row`, in normal form, equals `text`, which must not be empty.
    @inline(__always)
    @inlinable package func hasText(_ text: Span<UInt8>, at row: Int) -> Bool {
        if let rowTexts { return rowTexts.equals(row, text) }
        let id = id(at: row)
        return isText ? valueTexts.equals(Int(id) - 1, text) : withText(ofValue: id) { $0.equals(text) }
    }

    /// Returns the field of `row` as text in normal form; empty if the field is not set.
    package func string(at row: Int) -> String { withText(at: row) { String(decoding: $0) } }

    /// Returns the text of value `id` in normal form; empty for id 0.
    package func string(ofValue id: UInt32) -> String { withText(ofValue: id) { String(decoding: $0) } }

    // MARK: Numbers and dates

    /// Returns value `id` of a number field; 0 for id 0. NaN sorts after all numbers.
    package func number(ofValue id: UInt32) -> Double { Self.number(bits(ofValue: id)) }

    /// Decodes a number from `bits`.
    @inline(__always)
    static func number(_ bits: UInt64) -> Double {
        let value = Double(bitPattern: bits)
        // Other values occur only in damaged files.
        return value.isFinite || bits == Double.nan.bitPattern ? value : 0
    }

    private func bits(ofValue id: UInt32) -> UInt64 { numbers.u64(at: 8 * (Int(id) - 1)) }

    /// The packed ids; empty if the ids are sparse, or if the column has `rowTexts`.
    var packedIDs: PackedNumbers {
        if case .packed(let numbers) = ids { numbers } else { PackedNumbers(.empty, limit: 0) }
    }

    /// The id of NaN in a number field; `nil` if no row has it.
    var notANumberID: UInt32? {
        guard kind == .number, valueCount > 0, number(ofValue: UInt32(valueCount)).isNaN else { return nil }
        return UInt32(valueCount)
    }

    /// Returns value `id` of an integer field; 0 for id 0.
    package func integer(ofValue id: UInt32) -> Int { Self.integer(bits(ofValue: id)) }

    /// Decodes an integer from `bits`.
    @inline(__always)
    static func integer(_ bits: UInt64) -> Int { Int(Int64(bitPattern: bits)) }

    /// Returns value `id` of a date field in days since 1970-01-01; 0 for id 0.
    package func dayNumber(ofValue id: UInt32) -> Int { Self.dayNumber(bits(ofValue: id)) }

    private static func dayNumber(_ bits: UInt64) -> Int {
        let day = integer(bits)
        // IPF can express the years 0000 to 9999; other values occur only in damaged files.
        return (-719_528...2_932_896).contains(day) ? day : 0
    }

    /// Returns value `id` of a date field; `nil` for id 0.
    func date(ofValue id: UInt32) -> CalendarDate? { Self.date(bits(ofValue: id)) }

    /// Decodes a date from `bits`; `nil` if it is not set.
    static func date(_ bits: UInt64) -> CalendarDate? {
        let day = dayNumber(bits)
        return day == 0 ? nil : CalendarDate(dayNumber: day)
    }

    @usableFromInline func numberText(ofValue id: UInt32) -> String {
        switch kind {
        case .text: ""
        case .integer: integer(ofValue: id) == 0 ? "" : String(integer(ofValue: id))
        case .number: number(ofValue: id) == 0 ? "" : DecimalNumber.format(number(ofValue: id))
        case .date: date(ofValue: id)?.description ?? ""
        }
    }
}

extension Double {
    /// Returns a negative number, 0 or a positive number if `a` sorts before, equals or sorts after `b`. NaN equals
    /// itself and sorts after all numbers.
    package static func order(_ a: Double, _ b: Double) -> Int {
        if a == b || a.isNaN && b.isNaN { return 0 }
        return a < b || b.isNaN ? -1 : 1
    }
}
