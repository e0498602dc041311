import ProfileFormat
import Scanning

/// Finds the rows in a JSON text: objects one after another, in an array, or as the members of an object.
///
/// ```
/// {"symbol": "AAPL"} {"symbol": "MSFT"}                         one object per row
/// [{"symbol": "AAPL"}, {"symbol": "MSFT"}]                      an array of rows
/// {"0": {"ticker": "AAPL"}, "1": {"ticker": "MSFT"}}            an object whose members are rows
/// {"count": 1, "data": [{"ticker": "AAPL"}]}                    rows within another object
/// {"fields": ["cik", "ticker"], "data": [[320193, "AAPL"]]}     rows without names, after an array of the names
/// ```
/// Members of objects within a row get names such as `limits.amount.min`. The values of an array within a row are
/// joined by `;`. `null` becomes an empty text. Commas, colons and brackets are checked, but not the forms of numbers
/// and words.
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
    /// Whether the text consists of objects one after another, each of which is a row; `nil` before this is known.
    private var isObjects: Bool?
    /// Whether a row with names was read. After such a row, arrays of values are not rows.
    private var hasNames = false
    private var fields: NamedFields

    /// Incomplete values up to this length are read again with each chunk.
    private static let shortValue = 4 << 10

    /// Creates a reader at the start of a text.
    ///
    /// - Parameters:
    ///   - limit: The maximum length of a row in bytes.
    ///   - arraysHaveNames: Whether the first of several arrays contains the names of the columns. Otherwise all arrays
    ///     are rows, and the names are `#1`, `#2` and so on.
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
            guard let isRow = isRow(cursor, isLast: isLast) else { return false }
            if isRow { return try readRow(&cursor, from: start, into: &consumer) }
            cursor.position += 1
        case UInt8(ascii: "["):
            guard let isOfValues = cursor.isOfValues else { return false }
            if isOfValues { return try readArray(&cursor, from: start, into: &consumer) }
            cursor.position += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"), ASCII.comma, ASCII.colon:
            cursor.position += 1
            if let depth = rowDepth, after.open.count < depth { rowDepth = nil }
        default:
            // A name, or a value outside of the rows, such as the number of rows.
            guard cursor.skipValue(), isLast || cursor.position < cursor.bytes.count else { return false }
        }
        grammar = after
        return true
    }

    /// Returns whether the object at the cursor is a row; `nil` if the text ends before this is known.
    private mutating func isRow(_ cursor: borrowing JSONCursor, isLast: Bool) -> Bool? {
        let isLong = cursor.bytes.count - cursor.position > limit
        if grammar.open.isEmpty, isObjects == nil {
            // If another object follows, the object is a row, whatever its content.
            var after = copy cursor
            let isWhole = after.skipValue()
            after.skipSpaces()
            guard isLong || isLast || isWhole && after.peek != nil else { return nil }
            isObjects = isWhole && after.position - cursor.position <= limit && after.peek == UInt8(ascii: "{")
        }
        if grammar.open.isEmpty, isObjects == true { return true }
        let depth = grammar.open.count
        if rowDepth == depth { return true }
        let isInArray = grammar.open.last == UInt8(ascii: "[")
        guard let shape = cursor.shape(inArray: isInArray) else { return isLong ? false : nil }
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
        let isMember = grammar.open.last == UInt8(ascii: "{")
        let areNames = fields.names.isEmpty && (arraysHaveNames || isMember)
        if !areNames, !hasNames, !isMember { return try readRow(&cursor, from: start, into: &consumer) }
        guard try readValue(&cursor) else { return false }
        if areNames { try readNames(cursor.bytes, start..<cursor.position) }
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

    private mutating func readRow<Consumer: ListRowConsumer & ~Copyable>(
        _ bytes: Span<UInt8>, _ range: Range<Int>, into consumer: inout Consumer
    ) throws {
        let source = bytes.extracting(range)
        let before = position(bytes, at: range.lowerBound)
        guard (try? UTF8Span(validating: source)) != nil else {
            let error = ProfileFormatError(
                kind: .invalidUTF8, reason: ListDecoder.notUTF8,
                position: before)
            return try consumer.malformed(error, text: source)
        }
        fields.begin()
        var cursor = JSONCursor(source)
        if source[0] == UInt8(ascii: "[") {
            var number = 0
            cursor.forEachMember { _, value in
                number += 1
                if number > fields.names.count, !arraysHaveNames { _ = fields.number(of: "#\(number)") }
                if number <= fields.names.count { set(number - 1, value) }
            }
        } else {
            hasNames = true
            readMembers(&cursor, prefix: "")
        }
        if fields.hasTooManyNames { throw tooManyNames(bytes, at: range.lowerBound) }
        try fields.pass(source, at: before, into: &consumer)
    }

    /// Reads the array of names that precedes rows without names.
    private mutating func readNames(_ bytes: Span<UInt8>, _ range: Range<Int>) throws {
        var cursor = JSONCursor(bytes.extracting(range))
        var found: [String] = []
        cursor.forEachMember { _, value in
            var text: [UInt8] = []
            JSONCursor.append(value, to: &text)
            found.append(String(decoding: text, as: UTF8.self))
        }
        for name in found { _ = fields.number(of: name) }
        if fields.hasTooManyNames { throw tooManyNames(bytes, at: range.lowerBound) }
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
