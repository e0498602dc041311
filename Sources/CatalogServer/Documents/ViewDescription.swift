internal import Scanning

/// What a view is called, and the preview that a link to it has elsewhere: tags of Open Graph, which nearly all readers of links know.
struct ViewDescription {
    /// A picture: its whole address, and what it shows.
    struct Preview {
        let address: String
        let words: String
    }

    /// Beginning with the subject: `AAPL · Apple Inc.`
    var title: String
    /// A sentence or two.
    var words: String
    /// `nil` for none.
    var preview: Preview?

    init(_ title: String, _ words: String, preview: Preview? = nil) {
        self.title = title
        self.words = words
        self.preview = preview
    }

    /// Tags for the head of a document, each on a line of its own.
    var markup: String {
        let (title, words) = (MarkupText.escaped(title), MarkupText.escaped(words))
        var text = """
            <title>\(title)</title>
            <meta name="description" content="\(words)">
            <meta property="og:type" content="website">
            <meta property="og:site_name" content="Instruments">
            <meta property="og:title" content="\(title)">
            <meta property="og:description" content="\(words)">

            """
        guard let preview else { return text + "<meta name=\"twitter:card\" content=\"summary\">\n" }
        let (width, height) = (Picture.width, Picture.height)
        text += """
            <meta property="og:image" content="\(MarkupText.escaped(preview.address))">
            <meta property="og:image:type" content="image/png">
            <meta property="og:image:width" content="\(width)">
            <meta property="og:image:height" content="\(height)">
            <meta property="og:image:alt" content="\(MarkupText.escaped(preview.words))">
            <meta name="twitter:card" content="summary_large_image">

            """
        return text
    }
}

/// A document of the page: its own markup, with the common markup at two marks. The description of the view that an address names is
/// inserted for each answer.
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
