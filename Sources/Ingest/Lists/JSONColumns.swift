import Scanning

/// A table in JSON that is stored by columns: an object whose members are arrays of values, or objects with the members
/// `0`, `1` and so on. All columns have the same number of values. A table has at least two columns, unless it has no
/// other member.
///
/// ```
/// {"symbol": ["A", "B"], "name": ["x", "y"], "currency": "USD"}
/// {"symbol": {"0": "A", "1": "B"}, "name": {"0": "x", "1": "y"}}
/// ```
/// A short value instead of a column, such as that of `currency`, is a value of each row.
struct JSONColumns {
    private struct Column {
        let name: String
        let form: Form
        /// The offset of the next value.
        var position: Int
    }

    private enum Form { case array, object, single }

    private var columns: [Column] = []
    /// The number of rows.
    private(set) var count = 0

    var names: [String] { columns.map(\.name) }

    /// Reads the names of the columns, and counts the rows.
    ///
    /// - Parameter cursor: A cursor at an object. Its commas, colons and brackets need not be correct.
    /// - Returns: `nil` if the object is not a table by columns, if it is incomplete, or if its first member is not a
    ///   column.
    init?(_ cursor: borrowing JSONCursor) {
        var cursor = copy cursor
        cursor.position += 1
        while true {
            cursor.skipSeparators()
            guard cursor.peek != UInt8(ascii: "}") else { break }
            guard let name = cursor.readName(), let first = cursor.peek else { return nil }
            var form = Form.single
            if first == UInt8(ascii: "[") { form = .array }
            if first == UInt8(ascii: "{") { form = .object }
            if form != .single { cursor.position += 1 }
            columns.append(Column(name: name, form: form, position: cursor.position))
            if form == .single {
                let start = cursor.position
                guard count > 0, cursor.skipValue(), cursor.position - start <= Self.longestSingle else { return nil }
                continue
            }
            var values = 0
            while Self.readValue(form, values, &cursor) != nil { values += 1 }
            // An array with one value may be a value of a single row.
            let fewest = form == .array ? 2 : 1
            guard cursor.peek == first + 2, values >= fewest, count == 0 || values == count else { return nil }
            count = values
            cursor.position += 1
        }
        if count == 0 || columns.count > 1 && columns.count(where: { $0.form != .single }) < 2 { return nil }
    }

    /// The maximum length in bytes of a value that is not a column, because it is copied to each row.
    private static let longestSingle = 256

    /// Returns the range of the value of each column in a row. The rows must be read in order.
    ///
    /// - Parameter bytes: The text of the cursor from which the table was created.
    mutating func readRow(_ row: Int, _ bytes: Span<UInt8>) -> [Range<Int>] {
        var cursor = JSONCursor(bytes)
        return columns.indices.map { index in
            cursor.position = columns[index].position
            let value = Self.readValue(columns[index].form, row, &cursor) ?? 0..<0
            if columns[index].form != .single { columns[index].position = cursor.position }
            return value
        }
    }

    /// Reads the next value of a column; `nil` if it is an object or an array, if the column ends, or if the name of
    /// the value in an object is not the number of the row.
    private static func readValue(_ form: Form, _ row: Int, _ cursor: inout JSONCursor) -> Range<Int>? {
        cursor.skipSeparators()
        if form == .object, cursor.peek == ASCII.quote {
            guard cursor.readName() == String(row) else { return nil }
        }
        let start = cursor.position
        guard let first = cursor.peek, !JSONCursor.isOpening(first), !JSONCursor.isClosing(first), cursor.skipValue()
        else { return nil }
        return start..<min(cursor.position, cursor.bytes.count)
    }
}
