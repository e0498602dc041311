/// Elements of small XML texts whose form is known, such as the answers of object stores: without attributes that matter, and
/// without an element inside another one of the same name.
package struct MarkupElements: Sendable {
    private let markup: Substring

    /// The elements of a whole text.
    package init(_ markup: String) { self.markup = markup[...] }

    private init(markup: Substring) { self.markup = markup }

    /// All elements of a name, in order, at any depth.
    ///
    /// - Complexity: O(the text).
    package func all(_ name: String) -> [MarkupElements] {
        var elements: [MarkupElements] = []
        var rest = markup
        while let (content, after) = Self.element(name, in: rest) {
            elements.append(MarkupElements(markup: content))
            rest = after
        }
        return elements
    }

    /// The first element of a name; `nil` where there is none.
    ///
    /// - Complexity: O(the text).
    package func first(_ name: String) -> MarkupElements? {
        Self.element(name, in: markup).map { MarkupElements(markup: $0.content) }
    }

    /// The text of the first element of a name; `nil` where there is none.
    ///
    /// - Complexity: O(the text).
    package func text(_ name: String) -> String? { first(name).map { MarkupText.unescaped($0.markup) } }

    private static func element(_ name: String, in text: Substring) -> (content: Substring, after: Substring)? {
        var rest = text
        while let open = rest.firstRange(of: "<\(name)") {
            rest = rest[open.upperBound...]
            // Not the beginning of a longer name.
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
