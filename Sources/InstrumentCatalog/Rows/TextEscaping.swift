internal import Scanning

/// How a field's text stands in an output.
enum TextEscaping: Sendable {
    /// As it is.
    case plain
    /// As a field of IPF or CSV: in quotes where its bytes need them.
    case quoted
    /// As the inside of a JSON string. Control characters are `\u00XX`, or `\n`, `\r`, `\t` where there are such short forms.
    case json(shortForms: Bool)
    /// As a number of JSON: as it is, and NaN, for which there is none, in quotes.
    case jsonNumber

    /// Appends `text` so.
    func append(_ text: Span<UInt8>, to output: inout TrivialArray<UInt8>) {
        switch self {
        case .plain: output.append(text)
        case .quoted: Self.appendQuoted(text, to: &output)
        case .jsonNumber:
            let isNumber = text.isEmpty || text[0] != UInt8(ascii: "N")
            if !isNumber { output.append(ASCII.quote) }
            output.append(text)
            if !isNumber { output.append(ASCII.quote) }
        case .json(let shortForms): JSONString.append(text, shortForms: shortForms, to: &output)
        }
    }

    private static func appendQuoted(_ text: Span<UInt8>, to output: inout TrivialArray<UInt8>) {
        var isPlain = true
        for index in 0..<text.count {
            let byte = text[index]
            if byte == ASCII.comma || byte == ASCII.quote || byte == ASCII.lineFeed || byte == ASCII.carriageReturn {
                isPlain = false
                break
            }
        }
        if isPlain { return output.append(text) }
        output.append(ASCII.quote)
        for index in 0..<text.count {
            if text[index] == ASCII.quote { output.append(ASCII.quote) }
            output.append(text[index])
        }
        output.append(ASCII.quote)
    }
}

extension TrivialArray<UInt8> {
    /// Appends a text's bytes.
    mutating func append(utf8 text: String) { append(text.utf8Span.span) }

    @inline(__always)
    mutating func append(_ bytes: [UInt8]) { append(bytes.span) }
}
