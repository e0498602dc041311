import ProfileFormat
import Scanning

/// Finds the rows in a JSON text: objects one after another, in an array, or as the members of an object; arrays of
/// values; and the values of an array that is the whole text.
///
/// ```
/// {"symbol": "AAPL"} {"symbol": "MSFT"}                         one object per row
/// [{"symbol": "AAPL"}, {"symbol": "MSFT"}]                      an array of rows
/// {"0": {"ticker": "AAPL"}, "1": {"ticker": "MSFT"}}            an object whose members are rows
/// {"count": 1, "data": [{"ticker": "AAPL"}]}                    rows within another object
/// {"fields": ["cik", "ticker"], "data": [[320193, "AAPL"]]}     rows without names, after an array of the names
/// [["AAPL", 1], ["MSFT", 2]]                                    rows whose fields are named #1, #2 and so on
/// ["AAPL", "MSFT"]                                              rows with one field, which is named #1
/// {"ticker": ["AAPL", "MSFT"], "cik": [320193, 789019]}         a table by columns; see ``JSONColumns``
/// ```
/// Members of objects within a row get names such as `limits.amount.min`. The values of an array within a row are
/// joined by `;`. `null` becomes an empty text. Commas, colons and brackets are checked, but not the forms of numbers
/// and words.
///
/// A text may contain several tables, such as the instruments and the limits of an exchange. The rows of one array are
/// in one table, as are those of several arrays with similar fields. ``ListRow/table`` is the number of the table.
package struct JSONRowReader: ~Copyable {
    private let limit: Int
    private let arraysHaveNames: Bool
    /// The number of complete lines so far.
    private var lines = 0
    private var bytesRead = 0
    private var counted = LineCounter()
    /// The last bytes of the text so far, which are an incomplete row or token.
    private var carry: [UInt8] = []
    /// The length of the incomplete row or token when reading it was last attempted; 0 if it is short.
    private var attempted = 0
    private var grammar = JSONGrammar()
    /// The depth, in open objects and arrays, of the members that are rows; `nil` if no such member was found.
    private var rowDepth: Int?
    /// Whether the text consists of objects or arrays one after another, each of which is a row; `nil` before this is
    /// known.
    private var isSequence: Bool?
    /// Whether the outermost array contains values, each of which is a row.
    private var isListOfValues = false
    /// Whether a row with names was read. After such a row, arrays of values are not rows, unless their names precede
    /// them.
    private var hasNames = false
    /// The last array of names that no row has used yet.
    private var namesOfRows: [String]?
    /// The numbers of the fields of rows that are arrays; `nil` before the first such row.
    private var columns: [Int]?
    /// Whether the fields of rows that are arrays have numbers as names.
    private var areNumbered = false
    /// Whether an object or array began or ended since the last row.
    private var hasMoved = true
    private var fields: NamedFields

    /// Incomplete values up to this length are read again with each chunk.
    private static let shortValue = 4 << 10

    /// Creates a reader at the start of a text.
    ///
    /// - Parameters:
    ///   - limit: The maximum length of a row in bytes.
    ///   - arraysHaveNames: Whether the first of several arrays contains the names of the columns if its values are
    ///     texts. Otherwise all arrays are rows, and the names are `#1`, `#2` and so on.
    package init(limit: Int = ReaderLimits().recordBytes, arraysHaveNames: Bool = true) {
        self.limit = limit
        fields = NamedFields(form: .json, limit: limit)
        self.arraysHaveNames = arraysHaveNames
    }

    /// Reads the next chunk of the text, and passes each complete row to `consumer`.
    ///
    /// - Returns: The number of complete lines so far.
    /// - Throws: The errors of `consumer`; `ProfileFormatError` at the first place that is not valid JSON, or if the
    ///   text ends incomplete.
    /// - Complexity: O(`chunk.count`), amortized. An incomplete value is read again only when its length has doubled.
    @discardableResult
    package mutating func read<Consumer: ListRowConsumer & ~Copyable>(
        _ chunk: Span<UInt8>, isLast: Bool, into consumer: inout Consumer
    ) throws -> Int {
        var whole: [UInt8] = []
        swap(&whole, &carry)
        whole.append(span: chunk)
        if !isLast, whole.count < 2 * attempted, whole.count <= limit {
            swap(&whole, &carry)
            return lines
        }
        var cursor = JSONCursor(whole.span)
        var done = 0
        while true {
            cursor.skipSpaces()
            done = cursor.position
            guard let byte = cursor.peek else { break }
            if try readToken(byte, &cursor, isLast: isLast, from: done, into: &consumer) { continue }
            break
        }
        counted.count(to: bytesRead + done, in: whole.span, from: bytesRead)
        lines = counted.line - 1
        bytesRead += done
        if done > 0 { whole.removeSubrange(..<done) }
        carry = whole
        attempted = carry.count > Self.shortValue ? carry.count : 0
        if carry.count > limit { throw error("found a value of more than \(limit) bytes", whole.span, at: 0) }
        guard isLast else { return lines }
        if !carry.isEmpty { throw error("found an incomplete value at the end", whole.span, at: 0) }
        if !grammar.open.isEmpty { throw error("found an incomplete text, expected } or ]", whole.span, at: 0) }
        return lines
    }

    /// Reads one item: a bracket, a comma, a colon, a name, a value outside of the rows, or a row.
    ///
    /// - Returns: Whether the item was read completely; `false` if the text ends first.
    private mutating func readToken<Consumer: ListRowConsumer & ~Copyable>(
        _ byte: UInt8, _ cursor: inout JSONCursor, isLast: Bool, from start: Int, into consumer: inout Consumer
    ) throws -> Bool {
        if grammar.open.isEmpty {
            // Objects that follow one after another may have commas between them.
            if byte == ASCII.comma {
                cursor.position += 1
                return true
            }
            guard JSONCursor.isOpening(byte) else {
                throw error("found text that is not an object or an array", cursor.bytes, at: start)
            }
        }
        var after = grammar
        guard after.advance(byte) else { throw unexpected(grammar, cursor.bytes, at: start) }
        switch byte {
        case UInt8(ascii: "{"):
            if grammar.open.isEmpty {
                guard let isSequence = isSequence(cursor, isLast: isLast) else { return false }
                if !isSequence, let isRead = try readColumns(&cursor, isLast: isLast, from: start, into: &consumer) {
                    return isRead
                }
            }
            guard let isRow = isRow(cursor, isLast: isLast) else { return false }
            if isRow { return try readRow(&cursor, from: start, into: &consumer) }
            cursor.position += 1
        case UInt8(ascii: "["):
            guard let isOfValues = cursor.isOfValues else { return false }
            if isOfValues {
                if grammar.open.isEmpty {
                    guard let isSequence = isSequence(cursor, isLast: isLast) else { return false }
                    isListOfValues = !isSequence
                }
                if !isListOfValues { return try readArray(&cursor, from: start, into: &consumer) }
            }
            cursor.position += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"), ASCII.comma, ASCII.colon:
            cursor.position += 1
            if let depth = rowDepth, after.open.count < depth { rowDepth = nil }
        default:
            // A name, or a value outside of the rows, such as the number of rows, or a row that is a value.
            guard cursor.skipValue(), isLast || cursor.position < cursor.bytes.count else { return false }
            if isListOfValues, grammar.open.count == 1 {
                try readRow(cursor.bytes, start..<cursor.position, into: &consumer)
            }
        }
        if after.open.count != grammar.open.count { hasMoved = true }
        grammar = after
        return true
    }

    /// Returns whether another object or array follows the outermost one at the cursor; `nil` if the text ends before
    /// this is known. If so, each of them is a row, whatever its content.
    private mutating func isSequence(_ cursor: borrowing JSONCursor, isLast: Bool) -> Bool? {
        if let isSequence { return isSequence }
        var after = copy cursor
        let isWhole = after.skipValue()
        let end = after.position
        after.skipSpaces()
        if after.peek == ASCII.comma {
            after.position += 1
            after.skipSpaces()
        }
        let isLong = cursor.bytes.count - cursor.position > limit
        guard isLong || isLast || isWhole && after.peek != nil else { return nil }
        isSequence = isWhole && end - cursor.position <= limit && after.peek == cursor.peek
        return isSequence
    }

    /// Returns whether the object at the cursor is a row; `nil` if the text ends before this is known.
    private mutating func isRow(_ cursor: borrowing JSONCursor, isLast: Bool) -> Bool? {
        let depth = grammar.open.count
        if rowDepth == depth || depth == 0 && isSequence == true { return true }
        let isLong = cursor.bytes.count - cursor.position > limit
        let isInArray = grammar.open.last == UInt8(ascii: "[")
        guard let shape = cursor.shape(inArray: isInArray, isOutermost: depth == 0) else { return isLong ? false : nil }
        guard shape == .nested, depth > 0 else { return shape == .row }
        guard let isAlike = cursor.beginsLikeNextMember else { return isLong || isLast ? false : nil }
        if isAlike { rowDepth = depth }
        return isAlike
    }

    // MARK: Rows

    /// Reads an array of values, which are names or a row.
    private mutating func readArray<Consumer: ListRowConsumer & ~Copyable>(
        _ cursor: inout JSONCursor, from start: Int, into consumer: inout Consumer
    ) throws -> Bool {
        guard try readValue(&cursor) else { return false }
        let isMember = grammar.open.last == UInt8(ascii: "{")
        let mayHaveRows = !hasNames || namesOfRows != nil || columns != nil
        if isMember || arraysHaveNames && !hasNames && namesOfRows == nil && columns == nil,
            let names = names(cursor.bytes.extracting(start..<cursor.position))
        {
            namesOfRows = names
        } else if !isMember, mayHaveRows {
            try readRow(cursor.bytes, start..<cursor.position, into: &consumer)
        }
        return true
    }

    /// Reads an object or an array to its end.
    ///
    /// - Returns: Whether it was read completely; `false` if the text ends first.
    private mutating func readValue(_ cursor: inout JSONCursor) throws -> Bool {
        var inner = JSONGrammar()
        switch cursor.readValue(&inner) {
        case .incomplete: return false
        case .whole: break
        case .unexpected: throw unexpected(inner, cursor.bytes, at: cursor.position)
        }
        grammar.endValue()
        return true
    }

    private mutating func readRow<Consumer: ListRowConsumer & ~Copyable>(
        _ cursor: inout JSONCursor, from start: Int, into consumer: inout Consumer
    ) throws -> Bool {
        guard try readValue(&cursor) else { return false }
        try readRow(cursor.bytes, start..<cursor.position, into: &consumer)
        return true
    }

    /// Reads the rows of the outermost object if it is a table by columns. Its length is limited by that of a row.
    ///
    /// - Returns: Whether it was read completely; `false` if the text ends first, and `nil` if it is not such a table.
    private mutating func readColumns<Consumer: ListRowConsumer & ~Copyable>(
        _ cursor: inout JSONCursor, isLast: Bool, from start: Int, into consumer: inout Consumer
    ) throws -> Bool? {
        var end = cursor
        guard end.skipValue(), end.position - start <= limit else {
            return isLast || cursor.bytes.count - start > limit ? nil : false
        }
        guard var columns = JSONColumns(cursor) else { return nil }
        guard try readValue(&cursor) else { return false }
        let bytes = cursor.bytes
        let numbers = columns.names.map { fields.number(of: $0) }
        if fields.hasTooManyNames { throw tooManyNames(bytes, at: start) }
        hasNames = true
        for row in 0..<columns.count {
            let values = columns.readRow(row, bytes)
            // The text of the row is an array of its values.
            var text: [UInt8] = []
            for value in values {
                text.append(text.isEmpty ? UInt8(ascii: "[") : ASCII.comma)
                text.append(span: bytes.extracting(value))
            }
            text.append(UInt8(ascii: "]"))
            let position = position(bytes, at: values[0].lowerBound)
            guard try isUTF8(text.span, at: position, into: &consumer) else { continue }
            fields.begin()
            for (number, value) in zip(numbers, values) { set(number, bytes.extracting(value)) }
            try pass(text.span, at: position, into: &consumer)
        }
        return true
    }

    private mutating func readRow<Consumer: ListRowConsumer & ~Copyable>(
        _ bytes: Span<UInt8>, _ range: Range<Int>, into consumer: inout Consumer
    ) throws {
        let source = bytes.extracting(range)
        let position = position(bytes, at: range.lowerBound)
        guard try isUTF8(source, at: position, into: &consumer) else { return }
        fields.begin()
        var cursor = JSONCursor(source)
        switch source[0] {
        case UInt8(ascii: "{"):
            (hasNames, columns) = (true, nil)
            readMembers(&cursor, prefix: "")
        case UInt8(ascii: "["): readValues(&cursor)
        default: set(fields.number(of: "#1"), source)
        }
        if fields.hasTooManyNames { throw tooManyNames(bytes, at: range.lowerBound) }
        try pass(source, at: position, into: &consumer)
    }

    /// Returns whether a row is UTF-8, and rejects it otherwise.
    private func isUTF8<Consumer: ListRowConsumer & ~Copyable>(
        _ source: Span<UInt8>, at position: SourcePosition, into consumer: inout Consumer
    ) throws -> Bool {
        if (try? UTF8Span(validating: source)) != nil { return true }
        let error = ProfileFormatError(kind: .invalidUTF8, reason: ListDecoder.notUTF8, position: position)
        try consumer.malformed(error, text: source)
        return false
    }

    /// Passes the row whose fields were set to a consumer.
    private mutating func pass<Consumer: ListRowConsumer & ~Copyable>(
        _ source: Span<UInt8>, at position: SourcePosition, into consumer: inout Consumer
    ) throws {
        let table = fields.table(isFirst: hasMoved)
        hasMoved = false
        try fields.pass(source, at: position, in: table, into: &consumer)
    }

    /// Returns the values of an array that may be names of columns; `nil` if they are not all texts.
    private func names(_ array: Span<UInt8>) -> [String]? {
        var cursor = JSONCursor(array)
        var names: [String] = []
        var areTexts = true
        cursor.forEachMember { _, value in
            if value.first != ASCII.quote { areTexts = false }
            if areTexts { names.append(JSONObject.text(value)) }
        }
        return areTexts ? names : nil
    }

    /// Reads the values of a row that is an array.
    private mutating func readValues(_ cursor: inout JSONCursor) {
        if let names = namesOfRows {
            columns = names.map { fields.number(of: $0) }
            (namesOfRows, areNumbered) = (nil, false)
        }
        if columns == nil { (columns, areNumbered) = ([], true) }
        var numbers: [Int] = []
        swap(&numbers, &columns!)
        var index = 0
        cursor.forEachMember { _, value in
            if index == numbers.count, areNumbered { numbers.append(fields.number(of: "#\(index + 1)")) }
            if index < numbers.count { set(numbers[index], value) }
            index += 1
        }
        columns = numbers
    }

    private mutating func readMembers(_ cursor: inout JSONCursor, prefix: String, depth: Int = 0) {
        cursor.forEachMember { name, value in
            let name = prefix + name
            if value.first == UInt8(ascii: "{"), depth < JSONCursor.mostDepth {
                var inner = JSONCursor(value)
                readMembers(&inner, prefix: name + ".", depth: depth + 1)
            } else {
                set(fields.number(of: name), value)
            }
        }
    }

    private mutating func set(_ number: Int, _ value: Span<UInt8>) {
        fields.set(number) { JSONCursor.append(value, to: &$0) }
    }

    // MARK: Positions

    private mutating func position(_ bytes: Span<UInt8>, at offset: Int) -> SourcePosition {
        counted.position(of: bytesRead + offset, in: bytes, from: bytesRead)
    }

    private mutating func unexpected(
        _ grammar: JSONGrammar, _ bytes: Span<UInt8>, at offset: Int
    ) -> ProfileFormatError {
        let rest = String(decoding: bytes.extracting(offset..<min(offset + 16, bytes.count)))
        return error("found “\(rest.prefix(1))”, expected \(grammar.expectation)", bytes, at: offset)
    }

    private mutating func tooManyNames(_ bytes: Span<UInt8>, at offset: Int) -> ProfileFormatError {
        ProfileFormatError(
            kind: .undefinedFormat,
            reason: "JSON: found more than \(NamedFields.mostNames) different names of members in the rows; "
                + "the members of each row must have the same names",
            position: position(bytes, at: offset))
    }

    private mutating func error(_ reason: String, _ bytes: Span<UInt8>, at offset: Int) -> ProfileFormatError {
        ProfileFormatError(
            kind: .undefinedFormat, reason: "JSON: \(reason); the source is damaged or incomplete",
            position: position(bytes, at: offset))
    }
}
