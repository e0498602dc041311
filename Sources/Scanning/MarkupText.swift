/// Text inside HTML and XML, SVG among them.
package enum MarkupText {
    /// The markup that means `text`, between tags and inside quoted attributes.
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
}
