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
