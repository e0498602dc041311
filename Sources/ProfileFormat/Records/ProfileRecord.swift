/// One record of the text, its fields still where they were read: nothing is copied or unescaped before it is asked for.
///
/// A record borrows the reader's buffer and ends with the call that hands it out. What it holds was checked: it has
/// exactly as many fields as its format has columns, is UTF-8, and its numbers and dates parse.
@safe
public struct ProfileRecord: ~Escapable, BitwiseCopyable {
    /// SAFETY: the reader that hands out the record holds its format for longer than the record lives; counting one
    /// more reference per record would cost as much as finding its fields.
    private let unretainedFormat: Unmanaged<RecordFormat>
    /// The record as it stands in the file, without its line end; where lenient reading took values in other forms, the
    /// record with these values in the format's.
    public let text: Span<UInt8>
    /// For each field the offset of the byte after it (of its separator, or of the record's end), counted from
    /// `origin`, so that the index of a whole stretch of text serves its records as it stands.
    @usableFromInline
    package let fieldEnds: Span<UInt32>
    /// Where `text` starts on the scale of `fieldEnds`.
    @usableFromInline
    package let origin: UInt32
    /// Some field is quoted: without one, no field needs a look at its first byte.
    @usableFromInline
    package let hasQuotes: Bool
    /// The line on which the record starts, from 1.
    public let line: Int
    /// Bytes of the (inflated) source before the record.
    public let byteOffset: Int

    @_lifetime(copy text, copy fieldEnds)
    init(
        format: borrowing RecordFormat, text: Span<UInt8>, fieldEnds: Span<UInt32>, origin: UInt32, hasQuotes: Bool,
        line: Int,
        byteOffset: Int
    ) {
        // SAFETY: whoever makes the record keeps the format for longer.
        unsafe self.init(
            Unmanaged.passUnretained(format), text: text, fieldEnds: fieldEnds, origin: origin, hasQuotes: hasQuotes,
            line: line, byteOffset: byteOffset)
    }

    /// - Parameter format: lives longer than the record.
    @_lifetime(copy text, copy fieldEnds)
    @inline(__always)
    init(
        _ format: Unmanaged<RecordFormat>, text: Span<UInt8>, fieldEnds: Span<UInt32>, origin: UInt32, hasQuotes: Bool,
        line: Int, byteOffset: Int
    ) {
        // SAFETY: the caller keeps it, as the parameter says.
        unsafe self.unretainedFormat = format
        self.text = text
        self.fieldEnds = fieldEnds
        self.origin = origin
        self.hasQuotes = hasQuotes
        self.line = line
        self.byteOffset = byteOffset
    }

    /// The definition in force for the record's type.
    // SAFETY: the format lives longer than the record.
    public var format: RecordFormat { unsafe unretainedFormat._withUnsafeGuaranteedRef { $0 } }

    /// As many as the format has columns.
    public var fieldCount: Int { fieldEnds.count }

    /// Where field `index` stands in `text`, without its quotes if it has some.
    ///
    /// Inlinable, as what stands on it, for the catalog's builder: calls for each field were a thirtieth of an import.
    @inlinable
    package func range(of index: Int) -> Range<Int> {
        let start = index == 0 ? 0 : Int(fieldEnds[index - 1] - origin) + 1
        let end = Int(fieldEnds[index] - origin)
        return hasQuotes ? rangeInQuotes(start, end) : start..<end
    }

    @usableFromInline
    package func rangeInQuotes(_ start: Int, _ end: Int) -> Range<Int> {
        guard start < end, text[start] == ASCII.quote else { return start..<end }
        return (start + 1)..<(end - 1)
    }

    /// The offset in `text` of the byte after field `index`: of its separator, or of the end.
    ///
    /// Inlinable for the catalog's builder, which asks for every field of every record: a tenth of an import's instructions.
    @inlinable
    package func end(of index: Int) -> Int { Int(fieldEnds[index] &- origin) }

    /// The bytes of field `index` without its quotes; in an escaped field (`isEscaped`) quotes are still doubled.
    @_lifetime(copy self)
    @inlinable
    public func field(_ index: Int) -> Span<UInt8> {
        text.extracting(range(of: index))
    }

    /// Field `index` holds doubled quotes, so that its value differs from its bytes.
    @inlinable
    public func isEscaped(_ index: Int) -> Bool { hasQuotes && hasDoubledQuotes(index) }

    @usableFromInline
    package func hasDoubledQuotes(_ index: Int) -> Bool {
        // A quote stands in quotes only, elsewhere it is an error.
        let start = index == 0 ? 0 : end(of: index - 1) + 1
        let end = end(of: index)
        guard start < end, text[start] == ASCII.quote else { return false }
        for position in (start + 1)..<(end - 1) where text[position] == ASCII.quote { return true }
        return false
    }

    /// The value of field `index`, for the time of `body`: in place, or unescaped into a copy where it must be.
    @inlinable
    public func withField<Result, Failure: Error>(
        _ index: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard isEscaped(index) else { return try body(field(index)) }
        let value = unescaped(index)
        return try body(value.span)
    }

    /// The value of field `index` as a string.
    public func string(_ index: Int) -> String {
        withField(index) { String(decoding: $0) }
    }

    /// The record's type: the last non-empty column named `TYPE`, or the format's.
    public var type: String {
        for index in format.overridingTypeColumns.reversed() {
            let text = string(index)
            if !text.isEmpty { return text }
        }
        return format.type
    }

    @usableFromInline
    package func unescaped(_ index: Int) -> [UInt8] {
        var value: [UInt8] = []
        let bytes = field(index)
        value.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            value.append(bytes[position])
            position += bytes[position] == ASCII.quote ? 2 : 1
        }
        return value
    }
}

extension ProfileRecord {
    /// The first column whose text isn't the number or date that its field asks for, by the format; `nil` where all are.
    ///
    /// Values are not kept: the commonest forms are judged in bulk, and `FieldValue` has the last word on the others.
    func firstInvalidColumn(_ forms: CommonForms) -> Int? {
        var check = forms.firstUncommon(text, ends: fieldEnds, origin: origin, from: 0)
        while check < forms.count {
            let column = format.checkedColumns[check]
            let isAllowed = withField(column.index) { FieldValue($0, kind: column.kind)?.isAllowed ?? false }
            if !isAllowed { return column.index }
            check = forms.firstUncommon(text, ends: fieldEnds, origin: origin, from: check + 1)
        }
        return nil
    }
}

extension InstrumentProfile {
    /// The profile that a record describes.
    ///
    /// - Complexity: O(bytes + columns).
    public init(_ record: borrowing ProfileRecord) {
        self.init()
        // Only names that occur more than once in a format need a search.
        var places: [String: Int]? = record.format.repeatsCustomFields ? [:] : nil
        for index in 0..<record.fieldCount {
            let column = record.format.columns[index]
            record.withField(index) { value in
                if value.isEmpty { return }
                if let field = column.field {
                    set(field, value)
                } else {
                    let custom = CustomField(name: column.name, value: String(decoding: value))
                    if let place = places?.updateValue(customFields.count, forKey: column.name) {
                        places?[column.name] = place
                        customFields[place] = custom
                    } else {
                        customFields.append(custom)
                    }
                }
            }
        }
        type = record.type
    }
}
