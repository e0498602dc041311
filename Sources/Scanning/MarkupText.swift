/// Text within HTML and XML, including SVG.
package enum MarkupText {
    /// Escapes `text` for use between tags and inside quoted attributes.
    ///
    /// - Complexity: O(`text.count`).
    package static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
    }

    /// Decodes the entities that `escaped` writes, `&apos;`, and numeric references (`&#34;`, `&#x22;`). Other entities
    /// are unchanged.
    ///
    /// - Complexity: O(`markup.count`).
    package static func unescaped(_ markup: Substring) -> String {
        var text = ""
        var rest = markup
        while let start = rest.firstIndex(of: "&"), let end = rest[start...].firstIndex(of: ";") {
            text += rest[..<start]
            let name = rest[rest.index(after: start)..<end]
            if let character = character(named: name) {
                text.append(character)
                rest = rest[rest.index(after: end)...]
            } else {
                text.append("&")
                rest = rest[rest.index(after: start)...]
            }
        }
        return text + rest
    }

    private static func character(named name: Substring) -> Character? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.first == "#" else { return nil }
            let isHexadecimal = name.dropFirst().first?.lowercased() == "x"
            let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
            return number.flatMap(Unicode.Scalar.init).map(Character.init)
        }
    }
}
