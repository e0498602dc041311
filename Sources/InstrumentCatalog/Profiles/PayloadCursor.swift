/// Reads numbers and texts one after the other from bytes that may be anything.
package struct PayloadCursor: ~Copyable, ~Escapable {
    private let bytes: Span<UInt8>
    /// The next byte to read.
    package private(set) var position = 0

    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    package var isAtEnd: Bool { position >= bytes.count }

    /// The next byte; `nil` at the end.
    @_lifetime(self: copy self)
    package mutating func byte() -> UInt8? {
        guard position < bytes.count else { return nil }
        position += 1
        return bytes[position - 1]
    }

    /// The next varint; `nil` where there is none.
    @_lifetime(self: copy self)
    package mutating func number() -> Int? {
        var value = 0
        for shift in stride(from: 0, through: 28, by: 7) {
            guard let byte = byte() else { return nil }
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }

    /// Where the next text, after the varint of its length, stands; `nil` where it doesn't lie inside.
    @_lifetime(self: copy self)
    package mutating func text() -> Range<Int>? {
        guard let length = number(), length <= bytes.count - position else { return nil }
        defer { position += length }
        return position..<(position + length)
    }
}
