/// `%XX` in URLs.
enum PercentCoding {
    /// The text that `text` stands for; `nil` where a `%` isn't followed by two hexadecimal digits, or the bytes are no
    /// UTF-8.
    static func decode(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else { bytes.append(byte); continue }
            guard let high = rest.popFirst().flatMap(hexValue), let low = rest.popFirst().flatMap(hexValue) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// A path and query with every byte that a request line can't hold encoded; what is encoded already stays.
    static func encodeForRequest(_ text: Substring) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            if byte > 0x20, byte < 0x7F, !unsafeInRequest.contains(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let unsafeInRequest = Array("\"<>\\^`{|}".utf8)

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        if byte.isASCIIDigit { return byte &- 0x30 }
        let letter = byte.asciiLowercased &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : nil
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : UInt8(ascii: "A") + value - 10 }
}
