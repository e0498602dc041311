/// A record in the text. Its fields are copied or unescaped only when they are accessed.
///
/// A record borrows the buffer of the reader, and is valid only during the call that passes it. It was checked before:
/// it has one field per column of its format, is UTF-8, and its numbers and dates can be parsed.
@safe
public struct ProfileRecord: ~Escapable, BitwiseCopyable {
    /// SAFETY: The reader retains the format as long as the record exists. Counting references for each record would
    /// take as long as finding the record's fields.
    private let unretainedFormat: Unmanaged<RecordFormat>
    /// The text of the record without its line end. Values that lenient reading has accepted in other forms are in
    /// standard form.
    public let text: Span<UInt8>
    /// For each field, the offset of the byte after it, which is a separator or the end of the record. Offsets are
    /// relative to `origin`, so that all records of a stretch of text share one index.
    @usableFromInline
    package let fieldEnds: Span<UInt32>
    /// The offset of `text`, in the numbering of `fieldEnds`.
    @usableFromInline
    package let origin: UInt32
    /// Whether at least one field is quoted.
    @usableFromInline
    package let hasQuotes: Bool
    /// The line on which the record starts, from 1.
    public let line: Int
    /// The number of bytes of the (inflated) source that precede the record.
    public let byteOffset: Int

    @_lifetime(copy text, copy fieldEnds)
    init(
        format: borrowing RecordFormat, text: Span<UInt8>, fieldEnds: Span<UInt32>, origin: UInt32, hasQuotes: Bool,
        line: Int,
        byteOffset: Int
    ) {
        // SAFETY: the creator of the record retains the format for longer than the record exists.
        unsafe self.init(
            Unmanaged.passUnretained(format), text: text, fieldEnds: fieldEnds, origin: origin, hasQuotes: hasQuotes,
            line: line, byteOffset: byteOffset)
    }

    /// Creates a record.
    ///
    /// - Parameter format: The format, which must exist longer than the record.
    @_lifetime(copy text, copy fieldEnds)
    @inline(__always)
    init(
        _ format: Unmanaged<RecordFormat>, text: Span<UInt8>, fieldEnds: Span<UInt32>, origin: UInt32, hasQuotes: Bool,
        line: Int, byteOffset: Int
    ) {
        // SAFETY: the caller guarantees that the format exists longer than the record.
        unsafe self.unretainedFormat = format
        self.text = text
        self.fieldEnds = fieldEnds
        self.origin = origin
        self.hasQuotes = hasQuotes
        self.line = line
        self.byteOffset = byteOffset
    }

    /// The format of the record's type.
    // SAFETY: the format exists longer than the record.
    public var format: RecordFormat { unsafe unretainedFormat._withUnsafeGuaranteedRef { $0 } }

    /// The number of fields, which equals the number of columns of the format.
    public var fieldCount: Int { fieldEnds.count }

    /// Returns the range in `text` of the field at `index`, without its quotes.
    ///
    /// This function and those that it calls are inlinable, because the catalog's builder calls it for each field.
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

    /// Returns the offset in `text` of the byte after the field at `index`: a separator or the end of the record.
    ///
    /// Inlinable, because the catalog's builder calls it for each field of each record.
    @inlinable
    package func end(of index: Int) -> Int { Int(fieldEnds[index] &- origin) }

    /// Returns the bytes of the field at `index`, without its quotes. In an escaped field (`isEscaped`), quotes are
    /// doubled.
    @_lifetime(copy self)
    @inlinable
    public func field(_ index: Int) -> Span<UInt8> {
        text.extracting(range(of: index))
    }

    /// Returns whether the field at `index` contains doubled quotes. In that case, its value differs from its bytes.
    @inlinable
    public func isEscaped(_ index: Int) -> Bool { hasQuotes && hasDoubledQuotes(index) }

    @usableFromInline
    package func hasDoubledQuotes(_ index: Int) -> Bool {
        // If a field contains quotes, it starts with one, because any other quote would have been an error.
        let start = index == 0 ? 0 : end(of: index - 1) + 1
        let end = end(of: index)
        guard start < end, text[start] == ASCII.quote else { return false }
        for position in (start + 1)..<(end - 1) where text[position] == ASCII.quote { return true }
        return false
    }

    /// Calls `body` with the value of the field at `index`. The value is borrowed, or copied if it must be unescaped.
    @inlinable
    public func withField<Result, Failure: Error>(
        _ index: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard isEscaped(index) else { return try body(field(index)) }
        let value = unescaped(index)
        return try body(value.span)
    }

    /// Returns the value of the field at `index` as a string.
    public func string(_ index: Int) -> String {
        withField(index) { String(decoding: $0) }
    }

    /// The type of the record: the value of the last column named `TYPE` that is not empty, or else the type of the
    /// format.
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
    /// Returns the first column whose text is not a number or date, although it must be one; `nil` if all columns are
    /// valid.
    ///
    /// Values are not stored. Texts in common forms are checked in bulk, other texts by `FieldValue`.
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
    /// Creates the profile that a record describes.
    ///
    /// - Complexity: O(bytes + columns).
    public init(_ record: borrowing ProfileRecord) {
        self.init()
        // If all names in the format are distinct, no search is required.
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
