/// Writes JSON text member by member. There are no intermediate values, because most answers are copies of a catalog's
/// bytes.
///
/// ```swift
/// var json = JSONWriter()
/// json.object { json in json.member("symbol", "AAPL") }
/// String(decoding: json.bytes, as: UTF8.self)               // {"symbol":"AAPL"}
/// ```
package struct JSONWriter {
    /// How spaces, control characters, and members without a value are written.
    package enum Style: Sendable {
        /// `{"a":1,"b":"\n"}`, omitting members that have no value. The service uses this form.
        case compact
        /// `{"a": 1, "b": "\u000a", "c": null}`. The command uses this form.
        case spaced
    }

    /// The text so far, in UTF-8.
    package private(set) var bytes: [UInt8] = []
    /// The style of the text.
    package let style: Style
    /// Whether the next value in the current object or array needs a comma.
    private var needsComma = false

    /// Creates an empty writer.
    ///
    /// - Parameter capacity: The number of bytes to reserve.
    package init(_ style: Style = .compact, capacity: Int = 512) {
        self.style = style
        bytes.reserveCapacity(capacity)
    }

    // MARK: Structure

    /// Writes an object whose members `body` writes.
    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        begin(UInt8(ascii: "{"))
        body(&self)
        end(UInt8(ascii: "}"))
    }

    /// Writes an array whose values `body` writes.
    package mutating func array(_ body: (inout JSONWriter) -> Void) {
        begin(UInt8(ascii: "["))
        body(&self)
        end(UInt8(ascii: "]"))
    }

    /// Writes a member that is an object, whose members `body` writes.
    package mutating func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        key(name)
        object(body)
    }

    /// Writes a member that is an array, whose values `body` writes.
    package mutating func array(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        key(name)
        array(body)
    }

    /// Opens an object or an array. `bracket` is `{` or `[`.
    package mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    /// Closes the object or array that `begin` opened. `bracket` is `}` or `]`.
    package mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    /// Writes a member's name, which must not need escapes. The value must be written next.
    package mutating func key(_ name: StaticString) {
        separate()
        bytes.append(ASCII.quote)
        // SAFETY: The name is constant data of the program and is only read.
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(ASCII.quote)
        endKey()
    }

    /// Writes a member's name that comes from data, with escapes.
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

    /// Writes a string.
    package mutating func string(_ text: String) { string(text.utf8Span.span) }

    /// Writes a string from UTF-8.
    package mutating func string(_ text: Span<UInt8>) {
        separate()
        bytes.append(ASCII.quote)
        JSONString.append(text, shortForms: style == .compact, to: &bytes)
        bytes.append(ASCII.quote)
    }

    /// Writes bytes unchanged: a value that is already JSON, or a part of such a value.
    package mutating func raw(_ value: [UInt8]) {
        separate()
        bytes += value
    }

    /// Writes members that are already JSON.
    package mutating func members(_ members: [UInt8]) {
        if members.isEmpty { return }
        separate()
        bytes += members
    }

    /// Writes a whole number.
    package mutating func integer(_ value: Int) {
        separate()
        bytes += String(value).utf8
    }

    /// Writes `null`.
    package mutating func null() {
        separate()
        bytes += "null".utf8
    }

    /// Writes a number in plain decimal notation; `null` for NaN and infinities.
    package mutating func number(_ value: Double) {
        separate()
        bytes += value.isFinite ? DecimalNumber.format(value).utf8 : "null".utf8
    }

    /// Writes `true` or `false`.
    package mutating func bool(_ value: Bool) {
        separate()
        bytes += value ? "true".utf8 : "false".utf8
    }

    // MARK: Members

    /// Writes a string member. The name must not need escapes.
    package mutating func member(_ name: StaticString, _ value: String) {
        key(name)
        string(value)
    }

    /// Writes a string member of compact JSON, from UTF-8.
    ///
    /// - Parameter key: The name with quotes and colon.
    package mutating func member(key: [UInt8], _ value: Span<UInt8>) {
        precondition(style == .compact, "the spaced style has a space after the colon")
        separate()
        bytes += key
        needsComma = false
        string(value)
    }

    /// Writes a whole-number member.
    package mutating func member(_ name: StaticString, _ value: Int) {
        key(name)
        integer(value)
    }

    /// Writes a number member.
    package mutating func member(_ name: StaticString, _ value: Double) {
        key(name)
        number(value)
    }

    /// Writes a Boolean member.
    package mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// Writes an optional string member. A `nil` or empty value is omitted, or written as `null` in the spaced style.
    package mutating func optional(_ name: StaticString, _ value: String?) {
        if let value, !value.isEmpty {
            member(name, value)
        } else if style == .spaced {
            key(name)
            null()
        }
    }

    /// Writes a member that is an array of strings.
    package mutating func member(_ name: StaticString, strings: some Sequence<String>) {
        key(name)
        array { json in for text in strings { json.string(text) } }
    }
}
