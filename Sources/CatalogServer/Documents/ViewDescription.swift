internal import Scanning

/// The title of a view, and the preview of links to the view as Open Graph tags, which most link readers support.
struct ViewDescription {
    /// A picture: its absolute URL, and a text for readers who don't see it.
    struct Preview {
        let address: String
        let words: String
    }

    /// The title, which begins with the subject: `AAPL · Apple Inc.`
    var title: String
    /// A description of one or two sentences.
    var words: String
    /// The picture; `nil` for none.
    var preview: Preview?
    /// The paths of the data that the view shows first. Browsers request the data together with the scripts.
    var data: [String]

    init(_ title: String, _ words: String, preview: Preview? = nil, data: [String] = []) {
        self.title = title
        self.words = words
        self.preview = preview
        self.data = data
    }

    /// The tags that request the data.
    fileprivate var preloads: String {
        data.map { "<link rel=\"preload\" as=\"fetch\" crossorigin href=\"\(MarkupText.escaped($0))\">\n" }.joined()
    }

    /// The tags for the head of a document, one per line.
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

/// An HTML document of the service: its own markup, with shared markup inserted at two placeholders.
///
/// Each answer also contains the description of the view that the address names.
struct PageDocument: Sendable {
    private let before: [UInt8]
    private let preloads: [UInt8]
    private let after: [UInt8]

    /// - Parameters:
    ///   - template: The markup, with `<!--head-->` in its head and `<!--top-->` at the start of its body, once each.
    ///   - path: The path of the document. The link to this path at the top is marked as current; `nil` if a script of
    ///     the page marks the link.
    ///   - scripts: The scripts that the first view needs. Browsers request all of them at once instead of one import
    ///     after another.
    init(_ template: [UInt8], path: String? = nil, scripts: [String]) {
        var top = Self.text(ServiceFiles.bytes("top.html"))
        if let path { top = top.replacing("href=\"\(path)\"", with: "href=\"\(path)\" aria-current=\"page\"") }
        let text = Self.text(template).replacing("<!--top-->\n", with: top)
        let parts = text.split(separator: "<!--head-->\n", maxSplits: 1)
        let preloads = scripts.map { "<link rel=\"modulepreload\" href=\"/page/\($0).js\">\n" }.joined()
        before = Array((parts[0] + Self.text(ServiceFiles.bytes("head.html"))).utf8)
        self.preloads = Array(preloads.utf8)
        after = Array(parts[1].utf8)
    }

    /// Returns the document of a view.
    func bytes(_ view: ViewDescription) -> [UInt8] {
        before + Array(view.preloads.utf8) + preloads + Array(view.markup.utf8) + after
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
