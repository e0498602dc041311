package import ProfileFormat
package import Scanning

/// A row of a list: the text of each field, without quotes and escapes.
///
/// A row borrows the buffers of the reader, so it is valid only during the call to which it is passed.
package struct ListRow: ~Escapable, BitwiseCopyable {
    /// The text that contains the fields.
    package let text: Span<UInt8>
    /// The offset of the end of each field. For a field that is missing, it is before the field's start.
    private let ends: Span<UInt32>
    /// The offset of the start of each field; empty if each field follows the one before.
    private let starts: Span<UInt32>
    private let start: Int
    /// The source text of the row.
    package let source: Span<UInt8>
    /// Whether the fields are parts of the source, so that no field contains a line end.
    package let isInPlace: Bool
    /// The form of the list.
    package let form: ListForm
    /// The line on which the row starts, from 1.
    package let line: Int
    /// The number of bytes before the row, in UTF-8.
    package let byteOffset: Int
    /// The table that contains the row. Other forms than JSON have only table 0.
    package let table: Int

    @_lifetime(copy text, copy ends, copy source)
    init(
        text: Span<UInt8>, from start: Int, ends: Span<UInt32>, source: Span<UInt8>, isInPlace: Bool = false,
        form: ListForm, line: Int, byteOffset: Int
    ) {
        self.text = text
        self.ends = ends
        starts = Span()
        self.start = start
        self.source = source
        self.isInPlace = isInPlace
        self.form = form
        self.line = line
        self.byteOffset = byteOffset
        table = 0
    }

    /// Creates a row whose fields are anywhere in `text`.
    @_lifetime(copy text, copy starts, copy ends, copy source)
    init(
        text: Span<UInt8>, starts: Span<UInt32>, ends: Span<UInt32>, source: Span<UInt8>, form: ListForm, table: Int,
        at position: SourcePosition
    ) {
        self.text = text
        self.ends = ends
        self.starts = starts
        start = 0
        self.source = source
        isInPlace = false
        self.form = form
        line = position.line
        byteOffset = position.byteOffset
        self.table = table
    }

    /// The byte between two fields of the list; `nil` if the fields have names, as in JSON.
    package var separator: UInt8? { if case .delimited(let separator) = form { separator } else { nil } }

    /// The number of fields.
    package var count: Int { ends.count }

    private func begin(_ index: Int) -> Int {
        if !starts.isEmpty { return Int(starts[index]) }
        return index == 0 ? start : Int(ends[index - 1]) + 1
    }

    /// Returns the text of a field; empty if the row lacks the field.
    @_lifetime(copy self)
    package func field(_ index: Int) -> Span<UInt8> {
        guard index < ends.count else { return text.extracting(0..<0) }
        let (start, end) = (begin(index), Int(ends[index]))
        return start < end ? text.extracting(start..<end) : text.extracting(0..<0)
    }

    /// Returns whether the row has a field, which may be empty.
    package func has(_ index: Int) -> Bool { index < ends.count && begin(index) <= Int(ends[index]) }

    /// Creates an error about a field. If fields have names, it contains only the position of the row.
    package func error(_ kind: ProfileFormatError.Kind, _ reason: String, field: Int) -> ProfileFormatError {
        ProfileFormatError(kind: kind, reason: reason, position: position(of: field))
    }

    /// Returns the position of a field. If fields have names, it is the position of the row.
    package func position(of field: Int) -> SourcePosition {
        let column = separator.map { ListRow.column(of: field, in: source, separator: $0) } ?? 1
        return SourcePosition(byteOffset: byteOffset, line: line, column: column)
    }

    /// Returns the column, from 1, at which a field begins. Line ends within quotes before the field are not taken into
    /// account.
    private static func column(of field: Int, in source: Span<UInt8>, separator: UInt8) -> Int {
        var left = field
        var isQuoted = false
        for index in source.indices where left > 0 {
            let byte = source[index]
            if byte == ASCII.quote { isQuoted.toggle() }
            if byte == separator, !isQuoted { left -= 1 }
            if left == 0 { return index + 2 }
        }
        return 1
    }
}

/// The receiver of a list's rows.
package protocol ListRowConsumer: ~Copyable {
    /// Receives the names of the fields, if the list has named fields. It is called before the first row, and again
    /// before a row that has further names.
    mutating func columns(_ names: [String]) throws
    /// Receives a row, which is valid until the call returns. In lists without named fields, the header is passed as a
    /// row.
    mutating func row(_ row: borrowing ListRow) throws
    /// Receives the error and the text of a row that cannot be read.
    ///
    /// - Throws: `error` or another error, to stop reading.
    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws
}
