internal import Scanning

/// Writes JSON text, member by member, without making values of it first: most answers are copies of a catalog's bytes.
///
/// ```swift
/// var json = JSONWriter()
/// json.object { json in json.member("symbol", "AAPL") }
/// String(decoding: json.bytes, as: UTF8.self)               // {"symbol":"AAPL"}
/// ```
struct JSONWriter {
    /// The text so far, UTF-8.
    private(set) var bytes: [UInt8] = []
    /// A value stands before the next one in the same object or array.
    private var needsComma = false

    init(capacity: Int = 512) { bytes.reserveCapacity(capacity) }

    // MARK: Structure

    mutating func object(_ body: (inout JSONWriter) -> Void) {
        begin(UInt8(ascii: "{"))
        body(&self)
        end(UInt8(ascii: "}"))
    }

    mutating func array(_ body: (inout JSONWriter) -> Void) {
        begin(UInt8(ascii: "["))
        body(&self)
        end(UInt8(ascii: "]"))
    }

    mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    /// A member's name; its value comes next. The name needs no escapes.
    mutating func key(_ name: StaticString) {
        if needsComma { bytes.append(ASCII.comma) }
        bytes.append(ASCII.quote)
        // SAFETY: the name is constant data of the binary, and only read.
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(ASCII.quote)
        bytes.append(ASCII.colon)
        needsComma = false
    }

    /// A member's name that data gives.
    mutating func key(named name: String) {
        string(name)
        bytes.append(ASCII.colon)
        needsComma = false
    }

    private mutating func separate() {
        if needsComma { bytes.append(ASCII.comma) }
        needsComma = true
    }

    // MARK: Values

    mutating func string(_ text: String) { string(text.utf8Span.span) }

    mutating func string(_ text: Span<UInt8>) {
        separate()
        bytes.append(ASCII.quote)
        var start = 0
        for index in 0..<text.count {
            let byte = text[index]
            if byte >= 0x20, byte != ASCII.quote, byte != Self.backslash { continue }
            append(text.extracting(start..<index))
            start = index + 1
            escape(byte)
        }
        append(text.extracting(start..<text.count))
        bytes.append(ASCII.quote)
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(Self.backslash)
        switch byte {
        case ASCII.quote, Self.backslash: bytes.append(byte)
        case ASCII.lineFeed: bytes.append(UInt8(ascii: "n"))
        case ASCII.carriageReturn: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        default:
            bytes += "u00".utf8
            bytes.append(Self.hexadecimal[Int(byte >> 4)])
            bytes.append(Self.hexadecimal[Int(byte & 15)])
        }
    }

    private static let backslash = UInt8(ascii: "\\")
    private static let hexadecimal = Array("0123456789abcdef".utf8)

    /// Bytes as they are: a value that is JSON already, or a part of one.
    mutating func raw(_ value: [UInt8]) {
        separate()
        bytes += value
    }

    /// Members that were written before, as they are.
    mutating func members(_ members: [UInt8]) {
        if members.isEmpty { return }
        separate()
        bytes += members
    }

    private mutating func append(_ text: Span<UInt8>) {
        // SAFETY: the bytes are read within the call only.
        unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func integer(_ value: Int) {
        separate()
        bytes += String(value).utf8
    }

    /// A number in plain decimals; `null` for what JSON has no number for.
    mutating func number(_ value: Double) {
        separate()
        bytes += value.isFinite ? DecimalNumber.format(value).utf8 : "null".utf8
    }

    mutating func bool(_ value: Bool) {
        separate()
        bytes += value ? "true".utf8 : "false".utf8
    }

    // MARK: Members

    mutating func member(_ name: StaticString, _ value: String) {
        key(name)
        string(value)
    }

    mutating func member(_ name: StaticString, _ value: Int) {
        key(name)
        integer(value)
    }

    mutating func member(_ name: StaticString, _ value: Double) {
        key(name)
        number(value)
    }

    mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// A member that is left out where there is no value, or an empty one.
    mutating func optional(_ name: StaticString, _ value: String?) {
        if let value, !value.isEmpty { member(name, value) }
    }

    mutating func member(_ name: StaticString, strings: some Sequence<String>) {
        key(name)
        array { json in for text in strings { json.string(text) } }
    }
}
