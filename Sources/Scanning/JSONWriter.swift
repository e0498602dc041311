/// Writes JSON text, member by member, without making values of it first: most answers are copies of a catalog's bytes.
///
/// ```swift
/// var json = JSONWriter()
/// json.object { json in json.member("symbol", "AAPL") }
/// String(decoding: json.bytes, as: UTF8.self)               // {"symbol":"AAPL"}
/// ```
package struct JSONWriter {
    /// The spaces between values, the escapes of control characters, and the form of a member without a value.
    package enum Style: Sendable {
        /// `{"a":1,"b":"\n"}`, without the members that have no value: the service's answers.
        case compact
        /// `{"a": 1, "b": "\u000a", "c": null}`: the command's answers.
        case spaced
    }

    /// The text so far, UTF-8.
    package private(set) var bytes: [UInt8] = []
    /// The style of the text.
    package let style: Style
    /// A value stands before the next one in the same object or array.
    private var needsComma = false

    /// A writer without text.
    ///
    /// - Parameter capacity: bytes to make room for.
    package init(_ style: Style = .compact, capacity: Int = 512) {
        self.style = style
        bytes.reserveCapacity(capacity)
    }

    // MARK: Structure

    /// An object; `body` writes its members.
    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        begin(UInt8(ascii: "{"))
        body(&self)
        end(UInt8(ascii: "}"))
    }

    /// An array; `body` writes its values.
    package mutating func array(_ body: (inout JSONWriter) -> Void) {
        begin(UInt8(ascii: "["))
        body(&self)
        end(UInt8(ascii: "]"))
    }

    /// A member that is an object; `body` writes its members.
    package mutating func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        key(name)
        object(body)
    }

    /// A member that is an array; `body` writes its values.
    package mutating func array(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        key(name)
        array(body)
    }

    /// Opens an object or an array: `{` or `[`.
    package mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    /// Closes what `begin` opened: `}` or `]`.
    package mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    /// A member's name; its value comes next. The name needs no escapes.
    package mutating func key(_ name: StaticString) {
        separate()
        bytes.append(ASCII.quote)
        // SAFETY: the name is constant data of the binary, and only read.
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(ASCII.quote)
        endKey()
    }

    /// A member's name that data gives.
    package mutating func key(named name: String) {
        string(name)
        endKey()
    }

    private mutating func endKey() {
        bytes.append(ASCII.colon)
        if style == .spaced { bytes.append(ASCII.space) }
        needsComma = false
    }

    private mutating func separate() {
        if needsComma {
            bytes.append(ASCII.comma)
            if style == .spaced { bytes.append(ASCII.space) }
        }
        needsComma = true
    }

    // MARK: Values

    /// A string.
    package mutating func string(_ text: String) { string(text.utf8Span.span) }

    /// A string of UTF-8.
    package mutating func string(_ text: Span<UInt8>) {
        separate()
        bytes.append(ASCII.quote)
        JSONString.append(text, shortForms: style == .compact, to: &bytes)
        bytes.append(ASCII.quote)
    }

    /// Bytes as they are: a value that is JSON already, or a part of one.
    package mutating func raw(_ value: [UInt8]) {
        separate()
        bytes += value
    }

    /// Members that were written before, as they are.
    package mutating func members(_ members: [UInt8]) {
        if members.isEmpty { return }
        separate()
        bytes += members
    }

    /// A whole number.
    package mutating func integer(_ value: Int) {
        separate()
        bytes += String(value).utf8
    }

    /// `null`.
    package mutating func null() {
        separate()
        bytes += "null".utf8
    }

    /// A number in plain decimals; `null` for what JSON has no number for.
    package mutating func number(_ value: Double) {
        separate()
        bytes += value.isFinite ? DecimalNumber.format(value).utf8 : "null".utf8
    }

    /// `true` or `false`.
    package mutating func bool(_ value: Bool) {
        separate()
        bytes += value ? "true".utf8 : "false".utf8
    }

    // MARK: Members

    /// A member that is a string. No member's name needs escapes.
    package mutating func member(_ name: StaticString, _ value: String) {
        key(name)
        string(value)
    }

    /// A member of compact JSON that is a string of UTF-8.
    ///
    /// - Parameter key: its name, with quotes and colon.
    package mutating func member(key: [UInt8], _ value: Span<UInt8>) {
        precondition(style == .compact, "the spaced style has a space after the colon")
        separate()
        bytes += key
        needsComma = false
        string(value)
    }

    /// A member that is a whole number.
    package mutating func member(_ name: StaticString, _ value: Int) {
        key(name)
        integer(value)
    }

    /// A member that is a number.
    package mutating func member(_ name: StaticString, _ value: Double) {
        key(name)
        number(value)
    }

    /// A member that is `true` or `false`.
    package mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// A member that may have no value, or an empty one: it is left out then, or `null` in the spaced style.
    package mutating func optional(_ name: StaticString, _ value: String?) {
        if let value, !value.isEmpty {
            member(name, value)
        } else if style == .spaced {
            key(name)
            null()
        }
    }

    /// A member that is an array of strings.
    package mutating func member(_ name: StaticString, strings: some Sequence<String>) {
        key(name)
        array { json in for text in strings { json.string(text) } }
    }
}
