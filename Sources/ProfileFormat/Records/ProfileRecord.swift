/// One record of the text, whose fields are copied or unescaped only on access.
///
/// A record borrows the reader's buffer, and is valid during the call that passes it. Its contents are checked: it has
/// one field per column of its format, is UTF-8, and its numbers and dates parse.
@safe
public struct ProfileRecord: ~Escapable, BitwiseCopyable {
    /// SAFETY: The reader retains the format for longer than the record lives. Reference counting per record would cost
    /// as much as finding its fields.
    private let unretainedFormat: Unmanaged<RecordFormat>
    /// The record's text without its line end. Values that lenient reading accepted in other forms are in standard form
    /// here.
    public let text: Span<UInt8>
    /// The offset of the byte after each field (a separator or the record's end). Offsets are counted from `origin`, so
    /// that records share the index of a whole stretch of text.
    @usableFromInline
    package let fieldEnds: Span<UInt32>
    /// The offset of `text` in the numbering of `fieldEnds`.
    @usableFromInline
    package let origin: UInt32
    /// Whether some field is quoted.
    @usableFromInline
    package let hasQuotes: Bool
    /// The line on which the record starts, from 1.
    public let line: Int
    /// The number of bytes of the (inflated) source before the record.
    public let byteOffset: Int

    @_lifetime(copy text, copy fieldEnds)
    init(
        format: borrowing RecordFormat, text: Span<UInt8>, fieldEnds: Span<UInt32>, origin: UInt32, hasQuotes: Bool,
        line: Int,
        byteOffset: Int
    ) {
        // SAFETY: The creator of the record retains the format for longer.
        unsafe self.init(
            Unmanaged.passUnretained(format), text: text, fieldEnds: fieldEnds, origin: origin, hasQuotes: hasQuotes,
            line: line, byteOffset: byteOffset)
    }

    /// - Parameter format: The format, which must outlive the record.
    @_lifetime(copy text, copy fieldEnds)
    @inline(__always)
    init(
        _ format: Unmanaged<RecordFormat>, text: Span<UInt8>, fieldEnds: Span<UInt32>, origin: UInt32, hasQuotes: Bool,
        line: Int, byteOffset: Int
    ) {
        // SAFETY: The caller guarantees that the format outlives the record.
        unsafe self.unretainedFormat = format
        self.text = text
        self.fieldEnds = fieldEnds
        self.origin = origin
        self.hasQuotes = hasQuotes
        self.line = line
        self.byteOffset = byteOffset
    }

    /// The format of the record's type.
    // SAFETY: The format outlives the record.
    public var format: RecordFormat { unsafe unretainedFormat._withUnsafeGuaranteedRef { $0 } }

    /// The number of fields, equal to the number of columns of the format.
    public var fieldCount: Int { fieldEnds.count }

    /// Returns the range of field `index` in `text`, without its quotes.
    ///
    /// Inlinable, like the functions that it calls, since the catalog's builder calls it for each field.
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

    /// Returns the offset in `text` of the byte after field `index`: its separator or the end.
    ///
    /// Inlinable, since the catalog's builder calls it for each field of each record.
    @inlinable
    package func end(of index: Int) -> Int { Int(fieldEnds[index] &- origin) }

    /// Returns the bytes of field `index` without its quotes. In an escaped field (`isEscaped`), quotes are doubled.
    @_lifetime(copy self)
    @inlinable
    public func field(_ index: Int) -> Span<UInt8> {
        text.extracting(range(of: index))
    }

    /// Returns whether field `index` contains doubled quotes, so that its value differs from its bytes.
    @inlinable
    public func isEscaped(_ index: Int) -> Bool { hasQuotes && hasDoubledQuotes(index) }

    @usableFromInline
    package func hasDoubledQuotes(_ index: Int) -> Bool {
        // A field with quotes starts with one; any other quote is an error.
        let start = index == 0 ? 0 : end(of: index - 1) + 1
        let end = end(of: index)
        guard start < end, text[start] == ASCII.quote else { return false }
        for position in (start + 1)..<(end - 1) where text[position] == ASCII.quote { return true }
        return false
    }

    /// Calls `body` with the value of field `index`: borrowed, or unescaped into a copy if necessary.
    @inlinable
    public func withField<Result, Failure: Error>(
        _ index: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard isEscaped(index) else { return try body(field(index)) }
        let value = unescaped(index)
        return try body(value.span)
    }

    /// Returns the value of field `index` as a string.
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
    /// Returns the first column whose text is not the required number or date; `nil` if all are valid.
    ///
    /// Values are not stored: common forms are checked in bulk, and `FieldValue` checks the others.
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
        // Only names that repeat in a format require a search.
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
