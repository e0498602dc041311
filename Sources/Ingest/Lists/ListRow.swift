package import ProfileFormat
package import Scanning

/// One row of a list: the text of each field, without quotes and escapes.
///
/// A row borrows the reader's buffers, and is valid during the call that passes it.
package struct ListRow: ~Escapable, BitwiseCopyable {
    /// The fields in order, each followed by a separator byte.
    package let text: Span<UInt8>
    /// The offset of the byte after each field. For a missing field, the end is before the start.
    private let ends: Span<UInt32>
    private let start: Int
    /// The row as the list contains it.
    package let source: Span<UInt8>
    /// The byte between two fields; `nil` if the row has names for its fields.
    package let separator: UInt8?
    /// The line on which the row starts, from 1.
    package let line: Int
    /// The number of bytes of the text, in UTF-8, before the row.
    package let byteOffset: Int

    @_lifetime(copy text, copy ends, copy source)
    init(
        text: Span<UInt8>, from start: Int, ends: Span<UInt32>, source: Span<UInt8>, separator: UInt8?, line: Int,
        byteOffset: Int
    ) {
        self.text = text
        self.ends = ends
        self.start = start
        self.source = source
        self.separator = separator
        self.line = line
        self.byteOffset = byteOffset
    }

    /// The number of fields.
    package var count: Int { ends.count }

    private func begin(_ index: Int) -> Int { index == 0 ? start : Int(ends[index - 1]) + 1 }

    /// Returns the text of a field; an empty text if the row does not have the field.
    @_lifetime(copy self)
    package func field(_ index: Int) -> Span<UInt8> {
        guard has(index) else { return text.extracting(0..<0) }
        return text.extracting(begin(index)..<Int(ends[index]))
    }

    /// Returns whether the row has a field, possibly an empty one.
    package func has(_ index: Int) -> Bool { index < ends.count && begin(index) <= Int(ends[index]) }

    /// Creates an error about a field. The place of a field with a name is not reported.
    package func error(_ kind: ProfileFormatError.Kind, _ reason: String, field: Int) -> ProfileFormatError {
        ProfileFormatError(kind: kind, reason: reason, position: position(of: field))
    }

    /// Returns the position of a field. In lists with named fields, that is the position of the row.
    package func position(of field: Int) -> SourcePosition {
        let column = separator.map { ListRow.column(of: field, in: source, separator: $0) } ?? 1
        return SourcePosition(byteOffset: byteOffset, line: line, column: column)
    }

    /// Returns the place of a field in its line, from 1. Line ends in quotes before the field do not count.
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
    /// Receives the names of the fields, if the rows have names for them: before the first row, and again before a row
    /// with further names.
    mutating func columns(_ names: [String]) throws
    /// Receives a row, which is valid until the call returns. If no names were received, the header is a row, too.
    mutating func row(_ row: borrowing ListRow) throws
    /// Receives the error of an unreadable row, and its text.
    ///
    /// - Throws: `error`, or anything else, to stop the reading.
    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws
}
