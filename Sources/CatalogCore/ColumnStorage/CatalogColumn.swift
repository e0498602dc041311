internal import Scanning

/// One field of all rows.
///
/// Most fields repeat their values. Each distinct value is stored once, sorted (texts by bytes, numbers and dates by
/// value). Its *id* is its position in that order, from 1. Every row has an id, which is 0 if the field is not set. A
/// condition on a field is thus evaluated once per distinct value, a range of values is a range of ids, and a scan
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
    /// Where the ids of the rows are.
    @usableFromInline package enum IDs: Sendable {
        case packed(PackedNumbers)
        /// Only for fields that hardly any row has.
        case sparse(SparseNumbers)
    }

    /// The field's name in the format.
    package let name: String
    /// The standard field; `nil` for a custom one.
    package let field: ProfileField?
    /// What the values are; a custom field's are text.
    package let kind: ProfileField.Kind
    /// The values are texts, in `valueTexts`.
    @usableFromInline var isText: Bool { kind == .text }
    /// Distinct values; ids are 1...`valueCount`. 0 where the column has `rowTexts`.
    package let valueCount: Int
    /// The ids of the rows; all 0 where the column has `rowTexts`.
    @usableFromInline package let ids: IDs
    /// Each row's own text, where the column is stored so; `nil` where it has ids.
    @usableFromInline package let rowTexts: FrontCodedText?
    /// The distinct texts, by id - 1, sorted; empty for numbers, dates and `rowTexts`.
    @usableFromInline let valueTexts: FrontCodedText
    /// Eight bytes a value; empty for text.
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

    /// The value id of `row`; 0 where the field is not set there, or the column has `rowTexts`.
    ///
    /// - Complexity: O(1); O(log set rows) where the ids are sparse.
    @inline(__always)
    @inlinable package func id(at row: Int) -> UInt32 {
        switch ids {
        case .packed(let numbers): numbers[row]
        case .sparse(let numbers): numbers[row]
        }
    }

    /// The text of value `id` in normal form, for the time of `body`; empty for 0.
    @inlinable package func withText<Result, Failure: Error>(
        ofValue id: UInt32, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if isText { return try valueTexts.withText(Int(id) - 1, body) }
        let text = numberText(ofValue: id)
        return try body(text.utf8Span.span)
    }

    /// The field of `row` as text in normal form, for the time of `body`; empty where it is not set.
    @inline(__always)
    @inlinable package func withText<Result, Failure: Error>(
        at row: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if let rowTexts { return try rowTexts.withText(row, body) }
        return try withText(ofValue: id(at: row), body)
    }

    /// Whether the field of `row` is `text` byte for byte, in normal form; `text` isn't empty.
    @inline(__always)
    @inlinable package func hasText(_ text: Span<UInt8>, at row: Int) -> Bool {
        if let rowTexts { return rowTexts.equals(row, text) }
        let id = id(at: row)
        return isText ? valueTexts.equals(Int(id) - 1, text) : withText(ofValue: id) { $0.equals(text) }
    }

    /// The field of `row` as text in normal form; empty where it is not set.
    package func string(at row: Int) -> String { withText(at: row) { String(decoding: $0) } }

    /// The text of value `id` in normal form; empty for 0.
    package func string(ofValue id: UInt32) -> String { withText(ofValue: id) { String(decoding: $0) } }

    // MARK: Numbers and dates

    /// Value `id` of a number field; 0 where it is not set. NaN stands after all numbers.
    package func number(ofValue id: UInt32) -> Double { Self.number(bits(ofValue: id)) }

    /// The number that is stored as `bits`.
    @inline(__always)
    static func number(_ bits: UInt64) -> Double {
        let value = Double(bitPattern: bits)
        // Anything else is damage.
        return value.isFinite || bits == Double.nan.bitPattern ? value : 0
    }

    private func bits(ofValue id: UInt32) -> UInt64 { numbers.u64(at: 8 * (Int(id) - 1)) }

    /// The ids where they are packed; none where they are sparse, or the column has `rowTexts`.
    var packedIDs: PackedNumbers {
        if case .packed(let numbers) = ids { numbers } else { PackedNumbers(.empty, limit: 0) }
    }

    /// The id of NaN in a number field; `nil` where no row has it.
    var notANumberID: UInt32? {
        guard kind == .number, valueCount > 0, number(ofValue: UInt32(valueCount)).isNaN else { return nil }
        return UInt32(valueCount)
    }

    /// Value `id` of a whole-number field; 0 where it is not set.
    package func integer(ofValue id: UInt32) -> Int { Self.integer(bits(ofValue: id)) }

    /// The whole number that is stored as `bits`.
    @inline(__always)
    static func integer(_ bits: UInt64) -> Int { Int(Int64(bitPattern: bits)) }

    /// Value `id` of a date field in days since 1970-01-01; 0 where it is not set.
    package func dayNumber(ofValue id: UInt32) -> Int { Self.dayNumber(bits(ofValue: id)) }

    private static func dayNumber(_ bits: UInt64) -> Int {
        let day = integer(bits)
        // The years that the format can write, 0000 to 9999; anything else is damage.
        return (-719_528...2_932_896).contains(day) ? day : 0
    }

    /// Value `id` of a date field; `nil` where it is not set.
    func date(ofValue id: UInt32) -> CalendarDate? { Self.date(bits(ofValue: id)) }

    /// The date that is stored as `bits`; `nil` where it is not set.
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
    /// Less than, equal to or greater than 0, as a number stands before, with or after another: by size, and NaN, which is
    /// equal to itself, after all numbers.
    package static func order(_ a: Double, _ b: Double) -> Int {
        if a == b || a.isNaN && b.isNaN { return 0 }
        return a < b || b.isNaN ? -1 : 1
    }
}
