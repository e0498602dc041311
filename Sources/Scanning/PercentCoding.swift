/// Percent-encoding in URLs, such as `%2F` (RFC 3986, section 2.1).
package enum PercentCoding {
    /// A reason that a text cannot be decoded.
    package enum Fault: Error {
        /// A `%` that is not followed by two hexadecimal digits.
        case escape
        /// Bytes that are not UTF-8.
        case encoding
    }

    /// Decodes a text.
    ///
    /// - Parameter plusIsSpace: Whether `+` is decoded as a space, as in the query of a form.
    /// - Throws: `Fault` if an escape is malformed, or the bytes are not UTF-8.
    package static func decode(_ text: Substring, plusIsSpace: Bool = false) throws(Fault) -> String {
        let isPlain = text.utf8.allSatisfy { $0 != UInt8(ascii: "%") && (!plusIsSpace || $0 != ASCII.plus) }
        if isPlain { return String(text) }
        var bytes: [UInt8] = []
        var iterator = text.utf8.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(hexValue), let low = iterator.next().flatMap(hexValue) else {
                    throw .escape
                }
                bytes.append(high << 4 | low)
            case ASCII.plus where plusIsSpace: bytes.append(ASCII.space)
            default: bytes.append(byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else { throw .encoding }
        return decoded
    }

    /// Encodes the bytes that are invalid in a request line. Escapes in the text are unchanged.
    package static func encodeForRequest(_ text: Substring) -> String {
        encode(text) { $0 > 0x20 && $0 < 0x7F && !unsafeInRequest.contains($0) }
    }

    /// Encodes `%` and the bytes that are invalid in a header field's value, so that the value can be decoded.
    package static func encodeForField(_ text: String) -> String {
        encode(text[...]) { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "%") }
    }

    /// Encodes every byte except letters, digits, `-`, `.`, `_` and `~` (RFC 3986, section 2.3), as signed paths and
    /// queries require.
    package static func encodeAll(_ text: Substring) -> String {
        encode(text) { $0.isASCIILetter || $0.isASCIIDigit || unreserved.contains($0) }
    }

    private static func encode(_ text: Substring, except stays: (UInt8) -> Bool) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            if stays(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let unreserved = Array("-._~".utf8)
    private static let unsafeInRequest = Array("\"<>\\^`{|}".utf8)

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        if byte.isASCIIDigit { return byte &- 0x30 }
        let letter = byte.asciiLowercased &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : nil
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : UInt8(ascii: "A") + value - 10 }
}
