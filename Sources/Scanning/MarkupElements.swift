/// Elements of small XML texts of a known form, such as the responses of object stores.
///
/// Attributes are ignored. An element must not contain elements of the same name.
package struct MarkupElements: Sendable {
    private let markup: Substring

    /// Creates the elements of a complete text.
    package init(_ markup: String) { self.markup = markup[...] }

    private init(markup: Substring) { self.markup = markup }

    /// Returns all elements with a name, in order, at any depth.
    ///
    /// - Complexity: O(bytes of the text).
    package func all(_ name: String) -> [MarkupElements] {
        var elements: [MarkupElements] = []
        var rest = markup
        while let (content, after) = Self.element(name, in: rest) {
            elements.append(MarkupElements(markup: content))
            rest = after
        }
        return elements
    }

    /// Returns the first element with a name; `nil` if no element has the name.
    ///
    /// - Complexity: O(bytes of the text).
    package func first(_ name: String) -> MarkupElements? {
        Self.element(name, in: markup).map { MarkupElements(markup: $0.content) }
    }

    /// Returns the text of the first element with a name; `nil` if no element has the name.
    ///
    /// - Complexity: O(bytes of the text).
    package func text(_ name: String) -> String? { first(name).map { MarkupText.unescaped($0.markup) } }

    private static func element(_ name: String, in text: Substring) -> (content: Substring, after: Substring)? {
        var rest = text
        while let open = rest.firstRange(of: "<\(name)") {
            rest = rest[open.upperBound...]
            // Skip elements whose name is longer but starts with this name.
            guard let next = rest.first, next == ">" || next == "/" || next.isWhitespace,
                let tagEnd = rest.firstIndex(of: ">")
            else { continue }
            let inside = rest[rest.index(after: tagEnd)...]
            if rest[..<tagEnd].last == "/" || next == "/" { return (inside.prefix(0), inside) }
            guard let close = inside.firstRange(of: "</\(name)>") else { return nil }
            return (inside[..<close.lowerBound], inside[close.upperBound...])
        }
        return nil
    }
}
