/// A document of the page: its own markup, with what all of them have in common in place of two marks. What is said of the view that an
/// address names is put in for each answer.
struct PageDocument: Sendable {
    private let before: [UInt8]
    private let after: [UInt8]

    /// - Parameters:
    ///   - template: has `<!--head-->` in its head and `<!--top-->` at the beginning of its body, each once.
    ///   - path: of the document, whose link at the top is marked; `nil` where the page marks it.
    init(_ template: [UInt8], path: String? = nil) {
        var top = Self.text(ServiceFiles.bytes("top.html"))
        if let path { top = top.replacing("href=\"\(path)\"", with: "href=\"\(path)\" aria-current=\"page\"") }
        let text = Self.text(template).replacing("<!--top-->\n", with: top)
        let parts = text.split(separator: "<!--head-->\n", maxSplits: 1)
        before = Array((parts[0] + Self.text(ServiceFiles.bytes("head.html"))).utf8)
        after = Array(parts[1].utf8)
    }

    /// The document of a view.
    func bytes(_ view: ViewDescription) -> [UInt8] { before + Array(view.markup.utf8) + after }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
