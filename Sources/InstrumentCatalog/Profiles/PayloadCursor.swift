/// Decodes consecutive numbers and texts from untrusted bytes.
package struct PayloadCursor: ~Copyable, ~Escapable {
    private let bytes: Span<UInt8>
    /// The offset of the next byte to read.
    package private(set) var position = 0

    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    package var isAtEnd: Bool { position >= bytes.count }

    /// Reads the next byte; `nil` at the end.
    @_lifetime(self: copy self)
    package mutating func byte() -> UInt8? {
        guard position < bytes.count else { return nil }
        position += 1
        return bytes[position - 1]
    }

    /// Reads the next varint; `nil` if no valid varint follows.
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

    /// Reads a length as a varint, and returns the range of the text that follows; `nil` if the text would extend
    /// beyond the bytes.
    @_lifetime(self: copy self)
    package mutating func text() -> Range<Int>? {
        guard let length = number(), length <= bytes.count - position else { return nil }
        defer { position += length }
        return position..<(position + length)
    }
}
