internal import Scanning

/// The escaping of a field's text in an output.
enum TextEscaping: Sendable {
    /// The text without changes.
    case plain
    /// A field of IPF or CSV, in quotes if its bytes require them.
    case quoted
    /// The content of a JSON string. Control characters become `\u00XX`; with short forms, `\n`, `\r` and `\t` are
    /// used.
    case json(shortForms: Bool)
    /// A JSON number. NaN, which JSON cannot represent, is written as a string.
    case jsonNumber

    /// Appends `text` with this escaping.
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
