import Scanning

/// A position in a JSON text, with functions that read from it.
struct JSONCursor: ~Escapable {
    let bytes: Span<UInt8>
    var position = 0

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    @_lifetime(self: copy self)
    mutating func skipSpaces() {
        while let byte = peek, byte <= ASCII.space { position += 1 }
    }

    /// Skips a value. If the text ends within the value, returns `false` and leaves the cursor anywhere.
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

    /// Skips the rest of a string, after its opening quote.
    @_lifetime(self: copy self)
    private mutating func skipText() -> Bool {
        while let byte = peek {
            position += byte == JSONString.backslash ? 2 : 1
            if byte == ASCII.quote { return true }
        }
        return false
    }

    /// Whether the first value of the array at the cursor is neither an object nor an array; `nil` if the text ends
    /// before this is known.
    var isOfValues: Bool? {
        var cursor = self
        cursor.position += 1
        cursor.skipSpaces()
        return cursor.peek.map { !Self.isOpening($0) && $0 != UInt8(ascii: "]") }
    }

    static func isOpening(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }
    static func isClosing(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") }

    /// Skips spaces, commas and colons.
    @_lifetime(self: copy self)
    mutating func skipSeparators() {
        while let byte = peek, byte <= ASCII.space || byte == ASCII.comma || byte == ASCII.colon { position += 1 }
    }

    /// Reads the name of a member, up to its value; `nil` if the text ends, or if there is no name.
    @_lifetime(self: copy self)
    mutating func readName() -> String? {
        let start = position
        guard peek == ASCII.quote, skipValue() else { return nil }
        var text: [UInt8] = []
        Self.append(bytes.extracting(start..<position), to: &text)
        skipSeparators()
        return String(decoding: text, as: UTF8.self)
    }

    /// The result of reading a value.
    enum Reading {
        case whole, incomplete
        /// The byte at the cursor is not allowed there.
        case unexpected
    }

    /// Reads the object or array at the cursor, and checks the commas, colons and brackets in it.
    ///
    /// - Parameter grammar: The position in the grammar. It must be at the start of the value.
    @_lifetime(self: copy self)
    mutating func readValue(_ grammar: inout JSONGrammar) -> Reading {
        repeat {
            skipSpaces()
            guard let byte = peek else { return .incomplete }
            guard grammar.advance(byte) else { return .unexpected }
            position += 1
            switch byte {
            case ASCII.quote: if !skipText() { return .incomplete }
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"), ASCII.comma, ASCII.colon:
                break
            default:
                while let byte = peek, !Self.isEnd(byte) { position += 1 }
            }
        } while !grammar.open.isEmpty
        return .whole
    }

    /// The kind of content that an object has.
    enum Shape {
        case row, container
        /// An object that is a row if the next object is like it, and a container otherwise.
        case nested
    }

    /// Returns what the object at the cursor contains; `nil` if the text ends before this is known.
    ///
    /// In an array, an object that contains a value is a row. Elsewhere, an object is a container if it contains an
    /// array of objects or arrays, or several objects before the first value. The outermost object of a text is also a
    /// container if a member contains objects that are alike. Another object with arrays of objects or arrays may be a
    /// row if it consists mostly of values.
    func shape(inArray: Bool, isOutermost: Bool) -> Shape? {
        var cursor = self
        cursor.position += 1
        var (objects, arrays, values) = (0, 0, 0)
        var (hasValue, isNested) = (false, false)
        while true {
            cursor.skipSpaces()
            guard let byte = cursor.peek else { return nil }
            if byte == UInt8(ascii: "}") {
                return isNested ? .nested : inArray || hasValue || objects == 0 ? .row : .container
            }
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
            if first == UInt8(ascii: "[") {
                guard let isOfRows = cursor.isOfRows else { return nil }
                if isOfRows {
                    arrays += 1
                    if inArray || isOutermost || values <= 2 * arrays { return .container }
                    isNested = true
                }
            } else if first == UInt8(ascii: "{"), !inArray {
                guard let hasRows = cursor.containsRows else { return nil }
                if hasRows { isNested = true }
                if isOutermost, !hasRows {
                    guard let isAlike = cursor.firstMembersAreAlike else { return nil }
                    if isAlike { return .container }
                }
            }
            if first == UInt8(ascii: "{") {
                objects += 1
                if objects > 1, !hasValue, !inArray { return .container }
            } else if first != UInt8(ascii: "n") {
                if inArray, first != UInt8(ascii: "[") { return .row }
                hasValue = true
                if first != UInt8(ascii: "[") { values += 1 }
            }
            guard cursor.skipValue() else { return nil }
        }
    }

    /// Whether the first value of the array at the cursor is an object or an array; `nil` if the text ends before this
    /// is known.
    private var isOfRows: Bool? {
        var cursor = self
        cursor.position += 1
        cursor.skipSpaces()
        return cursor.peek.map(Self.isOpening)
    }

    /// Whether the object at the cursor and the next member of its parent begin alike, as objects of one kind do: with
    /// a value of the same name. `nil` if the text ends before this is known.
    var beginsLikeNextMember: Bool? {
        var next = self
        guard next.skipValue() else { return nil }
        next.skipSpaces()
        guard let comma = next.peek else { return nil }
        guard comma == ASCII.comma else { return false }
        next.position += 1
        next.skipSpaces()
        guard next.skipValue() else { return nil }
        next.skipSpaces()
        guard next.peek != nil else { return nil }
        next.position += 1
        next.skipSpaces()
        guard let first = next.peek else { return nil }
        guard first == UInt8(ascii: "{") else { return false }
        guard let name = firstName, let other = next.firstName else { return nil }
        return !name.isEmpty && bytes.extracting(name).elementsEqual(bytes.extracting(other))
    }

    /// Whether the object at the cursor begins with two objects that begin alike; `nil` if the text ends before this is
    /// known.
    private var firstMembersAreAlike: Bool? {
        var cursor = self
        cursor.position += 1
        cursor.skipSpaces()
        guard let byte = cursor.peek else { return nil }
        if byte != ASCII.quote { return false }
        guard cursor.readName() != nil, let first = cursor.peek else { return nil }
        return first == UInt8(ascii: "{") ? cursor.beginsLikeNextMember : false
    }

    /// The range of the first member's name; empty if that member is an object or array. `nil` if the text ends before
    /// this is known.
    private var firstName: Range<Int>? {
        var cursor = self
        cursor.position += 1
        cursor.skipSpaces()
        let start = cursor.position
        guard cursor.peek != nil else { return nil }
        guard cursor.peek == ASCII.quote else { return start..<start }
        guard cursor.skipValue() else { return nil }
        let name = start..<cursor.position
        cursor.skipSpaces()
        guard cursor.peek != nil else { return nil }
        cursor.position += 1
        cursor.skipSpaces()
        return cursor.peek.map { Self.isOpening($0) ? start..<start : name }
    }

    /// Whether the object or array at the cursor contains an array of objects or arrays; `nil` if the text ends before
    /// this is known.
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

    /// Calls `body` with the name and value of each member of an object, or with an empty name and each value of an
    /// array.
    @_lifetime(self: copy self)
    mutating func forEachMember(_ body: (String, Span<UInt8>) -> Void) {
        let isObject = peek == UInt8(ascii: "{")
        position += 1
        while true {
            skipSeparators()
            guard let byte = peek, !Self.isClosing(byte) else { return }
            var name = ""
            if isObject {
                guard let read = readName() else { return }
                name = read
            }
            let start = position
            guard skipValue() else { return }
            body(name, bytes.extracting(start..<min(position, bytes.count)))
        }
    }

    /// The maximum depth to which values are decomposed. Malicious texts have thousands of levels.
    static let mostDepth = 32

    /// Appends a value as text: `null` becomes an empty text, and the values of an array are joined by semicolons.
    ///
    /// Values that are nested deeper than ``mostDepth`` levels remain JSON.
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

    /// Appends the contents of a JSON string, with its escapes decoded. A surrogate without its partner becomes U+FFFD.
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
    var first: UInt8? { isEmpty ? nil : self[0] }

    fileprivate func elementsEqual(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }
}
