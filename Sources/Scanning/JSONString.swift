/// Escapes in JSON strings (RFC 8259, section 7).
package enum JSONString {
    /// Appends `text` as the contents of a JSON string: quotes, backslashes and control characters are escaped.
    ///
    /// - Parameter shortForms: Whether to write `\n`, `\r` and `\t` instead of `\u000a` and so on.
    /// - Complexity: O(`text.count`).
    // Inlinable, so that appending a byte needs no call through the witness table.
    @inlinable package static func append<Output: ByteOutput & ~Copyable>(
        _ text: Span<UInt8>, shortForms: Bool, to output: inout Output
    ) {
        var start = 0
        for index in 0..<text.count {
            let byte = text[index]
            if byte >= 0x20, byte != ASCII.quote, byte != backslash { continue }
            output.append(span: text.extracting(start..<index))
            start = index + 1
            output.append(backslash)
            switch byte {
            case ASCII.quote, backslash: output.append(byte)
            case ASCII.lineFeed where shortForms: output.append(UInt8(ascii: "n"))
            case ASCII.carriageReturn where shortForms: output.append(UInt8(ascii: "r"))
            case 0x09 where shortForms: output.append(UInt8(ascii: "t"))
            default:
                output.append(span: "u00".utf8Span.span)
                output.append(hexadecimal(byte >> 4))
                output.append(hexadecimal(byte & 15))
            }
        }
        output.append(span: text.extracting(start..<text.count))
    }

    @inlinable package static var backslash: UInt8 { UInt8(ascii: "\\") }

    @inlinable package static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? ASCII.zero + digit : UInt8(ascii: "a") + digit - 10
    }
}
