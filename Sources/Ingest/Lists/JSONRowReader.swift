import ProfileFormat
import Scanning

/// Finds the rows of a text in JSON: objects one after another, in an array, or as the members of an object.
///
/// ```
/// {"symbol": "AAPL"} {"symbol": "MSFT"}                         one object per row
/// [{"symbol": "AAPL"}, {"symbol": "MSFT"}]                      an array of rows
/// {"0": {"ticker": "AAPL"}, "1": {"ticker": "MSFT"}}            an object whose members are rows
/// {"count": 1, "data": [{"ticker": "AAPL"}]}                    rows inside of another object
/// {"fields": ["cik", "ticker"], "data": [[320193, "AAPL"]]}     rows without names, after the names
/// ```
/// Members of objects in a row get names such as `limits.amount.min`. Values of an array in a row are joined by `;`.
/// `null` is an empty text.
package struct JSONRowReader: ~Copyable {
    private let limit: Int
    /// The number of complete lines so far.
    private var lines = 0
    private var bytesRead = 0
    /// The end of an incomplete row or token.
    private var carry: [UInt8] = []
    /// The open objects and arrays around the rows: `{` and `[`.
    private var open: [UInt8] = []
    /// Whether the next text is the value of a member, not its name.
    private var isAfterName = false
    /// Whether the text consists of objects one after another, each of which is a row; `nil` before that is known.
    private var isObjects: Bool?
    /// Whether the names must be passed on.
    private var isNew = true
    /// Whether a row with names was read. If so, arrays of values are not rows.
    private var hasNames = false
    private var names: [String] = []
    private var numbers: [String: Int] = [:]
    private var values: [[UInt8]] = []
    private var isSet: [Bool] = []
    private var text: [UInt8] = []
    private var ends: [UInt32] = []

    /// Creates a reader at the start of a text.
    package init(limit: Int = ReaderLimits().recordBytes) { self.limit = limit }

    /// Reads the next chunk of the text, and passes on every complete row.
    ///
    /// - Returns: The number of complete lines so far.
    /// - Throws: The errors of `consumer`; `ProfileFormatError` at the first text that is not JSON, or at an incomplete
    ///   end.
    @discardableResult
    package mutating func read<Consumer: ListRowConsumer & ~Copyable>(
        _ chunk: Span<UInt8>, isLast: Bool, into consumer: inout Consumer
    ) throws -> Int {
        var whole = carry
        carry = []
        whole.append(span: chunk)
        var cursor = JSONCursor(whole.span)
        var done = 0
        while true {
            cursor.skipSpaces()
            done = cursor.position
            guard let byte = cursor.peek else { break }
            if let isComplete = try readToken(byte, &cursor, isLast: isLast, from: done, into: &consumer), isComplete {
                continue
            }
            cursor.position = done
            break
        }
        advance(whole.span.extracting(0..<done))
        carry = Array(whole[done...])
        if carry.count > limit { throw error("found a value of more than \(limit) bytes", carry.span, at: 0) }
        guard isLast else { return lines }
        if !carry.isEmpty { throw error("found an incomplete value at the end", carry.span, at: 0) }
        if !open.isEmpty { throw error("found an incomplete text, expected } or ]", carry.span, at: 0) }
        return lines
    }

    /// Reads a separator, an opening or closing bracket, or a row.
    ///
    /// - Returns: False if the text ends within it.
    private mutating func readToken<Consumer: ListRowConsumer & ~Copyable>(
        _ byte: UInt8, _ cursor: inout JSONCursor, isLast: Bool, from start: Int, into consumer: inout Consumer
    ) throws -> Bool? {
        switch byte {
        case ASCII.comma:
            cursor.position += 1
            isAfterName = false
            return true
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            guard let opening = open.popLast(), opening == byte - 2 else {
                throw error(
                    "found \(String(decoding: [byte], as: UTF8.self)) without its beginning", cursor.bytes, at: start)
            }
            cursor.position += 1
            isAfterName = false
            return true
        case ASCII.quote where open.last == UInt8(ascii: "{") && !isAfterName:
            // The name of a member that is not part of a row.
            guard cursor.skipValue() else { return false }
            cursor.skipSpaces()
            guard let colon = cursor.peek else { return false }
            guard colon == ASCII.colon else { throw error("expected a colon", cursor.bytes, at: cursor.position) }
            cursor.position += 1
            isAfterName = true
            return true
        case UInt8(ascii: "{"):
            guard let isRow = isRow(cursor, isLast: isLast) else { return false }
            if !isRow { return enter(byte, &cursor) }
            guard cursor.skipValue() else { return false }
            try readRow(cursor.bytes, start..<cursor.position, into: &consumer)
            return true
        case UInt8(ascii: "["):
            guard let isOfValues = cursor.isOfValues else { return false }
            if !isOfValues { return enter(byte, &cursor) }
            guard cursor.skipValue() else { return false }
            let source = cursor.bytes.extracting(start..<cursor.position)
            if names.isEmpty {
                readNames(source)
            } else if !hasNames, open.last != UInt8(ascii: "{") {
                try readRow(cursor.bytes, start..<cursor.position, into: &consumer)
            }
            return true
        default:
            guard !open.isEmpty else {
                throw error("found text that is not an object or an array", cursor.bytes, at: start)
            }
            // A value beside the rows, such as their number.
            guard cursor.skipValue(), isLast || cursor.position < cursor.bytes.count else { return false }
            return true
        }
    }

    private mutating func enter(_ opening: UInt8, _ cursor: inout JSONCursor) -> Bool {
        open.append(opening)
        isAfterName = false
        cursor.position += 1
        return true
    }

    /// Returns whether the object at the cursor is a row; `nil` if the text ends before that is known.
    private mutating func isRow(_ cursor: borrowing JSONCursor, isLast: Bool) -> Bool? {
        if open.isEmpty, isObjects == nil {
            // An object that is followed by another one is a row, whatever it contains.
            var after = copy cursor
            let isWhole = after.skipValue()
            after.skipSpaces()
            let isLong = after.position - cursor.position > limit
            guard isLong || isLast || isWhole && after.peek != nil else { return nil }
            isObjects = isWhole && !isLong && after.peek == UInt8(ascii: "{")
        }
        if open.isEmpty, isObjects == true { return true }
        return cursor.isRow(inArray: open.last == UInt8(ascii: "["))
    }

    // MARK: Rows

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
        let known = names.count
        for number in isSet.indices { isSet[number] = false }
        var cursor = JSONCursor(source)
        if source[0] == UInt8(ascii: "[") {
            var number = 0
            cursor.forEachMember { _, value in
                if number < names.count { set(number, value) }
                number += 1
            }
        } else {
            hasNames = true
            readMembers(&cursor, prefix: "")
        }
        if names.count != known || isNew {
            isNew = false
            try consumer.columns(names)
        }
        text.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        text.append(ASCII.comma)
        for number in values.indices {
            guard isSet[number] else {
                ends.append(UInt32(text.count - 1))
                continue
            }
            text += values[number]
            ends.append(UInt32(text.count))
            text.append(ASCII.comma)
        }
        try consumer.row(
            ListRow(
                text: text.span, from: 1, ends: ends.span, source: source, separator: nil, line: before.line,
                byteOffset: before.byteOffset))
    }

    /// Reads the array of names that precedes rows without names.
    private mutating func readNames(_ source: Span<UInt8>) {
        var cursor = JSONCursor(source)
        var found: [String] = []
        cursor.forEachMember { _, value in
            var text: [UInt8] = []
            JSONCursor.append(value, to: &text)
            found.append(String(decoding: text, as: UTF8.self))
        }
        for name in found { _ = number(of: name) }
    }

    private mutating func readMembers(_ cursor: inout JSONCursor, prefix: String, depth: Int = 0) {
        cursor.forEachMember { name, value in
            let name = prefix + name
            if value.first == UInt8(ascii: "{"), depth < JSONCursor.mostDepth {
                var inner = JSONCursor(value)
                readMembers(&inner, prefix: name + ".", depth: depth + 1)
            } else {
                set(number(of: name), value)
            }
        }
    }

    private mutating func number(of name: String) -> Int {
        if let number = numbers[name] { return number }
        numbers[name] = names.count
        names.append(name)
        values.append([])
        isSet.append(false)
        return names.count - 1
    }

    private mutating func set(_ number: Int, _ value: Span<UInt8>) {
        values[number].removeAll(keepingCapacity: true)
        JSONCursor.append(value, to: &values[number])
        isSet[number] = true
    }

    // MARK: Positions

    private mutating func advance(_ bytes: Span<UInt8>) {
        for index in bytes.indices where bytes[index] == ASCII.lineFeed { lines += 1 }
        bytesRead += bytes.count
    }

    /// Returns the position of an offset in the bytes that have not been counted.
    private func position(_ bytes: Span<UInt8>, at offset: Int) -> SourcePosition {
        var (line, lineStart) = (lines + 1, 0)
        for index in 0..<min(offset, bytes.count) where bytes[index] == ASCII.lineFeed {
            line += 1
            lineStart = index + 1
        }
        return SourcePosition(byteOffset: bytesRead + offset, line: line, column: offset - lineStart + 1)
    }

    private func error(_ reason: String, _ bytes: Span<UInt8>, at offset: Int) -> ProfileFormatError {
        ProfileFormatError(
            kind: .undefinedFormat, reason: "JSON: \(reason); the source is damaged or incomplete",
            position: position(bytes, at: offset))
    }
}

/// A place in a text in JSON.
private struct JSONCursor: ~Escapable {
    let bytes: Span<UInt8>
    var position = 0

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    @_lifetime(self: copy self)
    mutating func skipSpaces() {
        while let byte = peek, byte <= ASCII.space { position += 1 }
    }

    /// Skips a value. Returns false, at any place, if the text ends within it.
    @_lifetime(self: copy self)
    mutating func skipValue() -> Bool {
        var depth = 0
        while let byte = peek {
            position += 1
            switch byte {
            case ASCII.quote: if !skipText() { return false }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                continue
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default:
                if depth > 0 { continue }
                while let byte = peek, !Self.isEnd(byte) { position += 1 }
            }
            if depth == 0 { return true }
        }
        return false
    }

    private static func isEnd(_ byte: UInt8) -> Bool {
        byte <= ASCII.space || byte == ASCII.comma || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }

    /// Skips a text after its opening quote.
    @_lifetime(self: copy self)
    private mutating func skipText() -> Bool {
        while let byte = peek {
            position += byte == JSONString.backslash ? 2 : 1
            if byte == ASCII.quote { return true }
        }
        return false
    }

    /// Whether the array at the cursor begins with a value that is neither an object nor an array; `nil` if the text
    /// ends before that is known.
    var isOfValues: Bool? {
        var cursor = self
        cursor.position += 1
        cursor.skipSpaces()
        return cursor.peek.map { !Self.isOpening($0) && $0 != UInt8(ascii: "]") }
    }

    private static func isOpening(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }

    /// Returns whether the object at the cursor is a row; `nil` if the text ends before that is known.
    ///
    /// In an array, an object with a value is a row. Elsewhere, an object is a container if it contains an array of
    /// objects or arrays, or several objects before the first value.
    func isRow(inArray: Bool) -> Bool? {
        var cursor = self
        cursor.position += 1
        var objects = 0
        var hasValue = false
        while true {
            cursor.skipSpaces()
            guard let byte = cursor.peek else { return nil }
            if byte == UInt8(ascii: "}") { return inArray || hasValue || objects == 0 }
            if byte == ASCII.comma {
                cursor.position += 1
                continue
            }
            guard cursor.skipValue() else { return nil }
            cursor.skipSpaces()
            guard cursor.peek != nil else { return nil }
            cursor.position += 1
            cursor.skipSpaces()
            guard let first = cursor.peek else { return nil }
            if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") && !inArray {
                guard let hasRows = cursor.containsRows else { return nil }
                if hasRows { return false }
            }
            if first == UInt8(ascii: "{") {
                objects += 1
                if objects > 1, !hasValue, !inArray { return false }
            } else if first != UInt8(ascii: "n") {
                if inArray, first != UInt8(ascii: "[") { return true }
                hasValue = true
            }
            guard cursor.skipValue() else { return nil }
        }
    }

    /// Whether the object or array at the cursor contains an array of objects or arrays; `nil` if the text ends before
    /// that is known.
    private var containsRows: Bool? {
        var cursor = self
        var depth = 0
        while let byte = cursor.peek {
            cursor.position += 1
            switch byte {
            case ASCII.quote: if !cursor.skipText() { return nil }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                guard byte == UInt8(ascii: "[") else { continue }
                cursor.skipSpaces()
                guard let first = cursor.peek else { return nil }
                if Self.isOpening(first) { return true }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return false }
            default: break
            }
        }
        return nil
    }

    /// Calls `body` with the name and the value of each member of an object, or with each value of an array and an
    /// empty name.
    @_lifetime(self: copy self)
    mutating func forEachMember(_ body: (String, Span<UInt8>) -> Void) {
        let isObject = peek == UInt8(ascii: "{")
        position += 1
        while true {
            skipSpaces()
            guard let byte = peek, byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]") else { return }
            if byte == ASCII.comma || byte == ASCII.colon {
                position += 1
                continue
            }
            var name = ""
            if isObject {
                let start = position
                guard byte == ASCII.quote, skipValue() else { return }
                var text: [UInt8] = []
                Self.append(bytes.extracting(start..<position), to: &text)
                name = String(decoding: text, as: UTF8.self)
                skipSpaces()
                if peek == ASCII.colon { position += 1 }
                skipSpaces()
            }
            let start = position
            guard skipValue() else { return }
            body(name, bytes.extracting(start..<min(position, bytes.count)))
        }
    }

    /// The deepest nesting that is taken apart. Hostile texts have thousands of levels.
    static let mostDepth = 32

    /// Appends the text of a value: `null` is empty, and the values of an array are joined by semicolons.
    ///
    /// Values below ``mostDepth`` levels remain JSON.
    static func append(_ value: Span<UInt8>, to output: inout [UInt8], depth: Int = 0) {
        switch value.first {
        case nil, UInt8(ascii: "n"): break
        case ASCII.quote: appendText(value.extracting(1..<max(value.count - 1, 1)), to: &output)
        case UInt8(ascii: "[") where depth < mostDepth:
            var cursor = JSONCursor(value)
            var isFirst = true
            cursor.forEachMember { _, item in
                if !isFirst { output.append(ASCII.semicolon) }
                isFirst = false
                append(item, to: &output, depth: depth + 1)
            }
        default: output.append(span: value)
        }
    }

    /// Appends the inside of a JSON string without its escapes. Half of a surrogate pair becomes U+FFFD.
    private static func appendText(_ text: Span<UInt8>, to output: inout [UInt8]) {
        var index = 0
        var units: [UInt16] = []
        func flush() {
            guard !units.isEmpty else { return }
            output += String(decoding: units, as: UTF16.self).utf8
            units.removeAll()
        }
        while index < text.count {
            let byte = text[index]
            guard byte == JSONString.backslash, index + 1 < text.count else {
                flush()
                output.append(byte)
                index += 1
                continue
            }
            let escape = text[index + 1]
            index += 2
            if escape == UInt8(ascii: "u"), index + 4 <= text.count {
                units.append(UInt16(String(decoding: text.extracting(index..<index + 4)), radix: 16) ?? 0xFFFD)
                index += 4
                continue
            }
            flush()
            switch escape {
            case UInt8(ascii: "n"): output.append(ASCII.lineFeed)
            case UInt8(ascii: "r"): output.append(ASCII.carriageReturn)
            case UInt8(ascii: "t"): output.append(0x09)
            case UInt8(ascii: "b"), UInt8(ascii: "f"): output.append(ASCII.space)
            default: output.append(escape)
            }
        }
        flush()
    }
}

extension Span<UInt8> {
    fileprivate var first: UInt8? { isEmpty ? nil : self[0] }
}
