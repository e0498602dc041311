internal import Scanning

extension Picture {
    /// The picture as SVG. It uses attributes only, so a content security policy without styles doesn't affect it.
    var svg: [UInt8] {
        let (width, height) = (Self.width, Self.height)
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img" \
            font-family="system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif">
            <title>\(Self.markup(title))</title>
            <desc>\(Self.markup(description))</desc>
            <rect x="0.5" y="0.5" width="\(width - 1)" height="\(height - 1)" fill="\(Colour.ground.rawValue)" \
            stroke="\(Colour.line.rawValue)"/>

            """
        for shape in shapes {
            switch shape {
            case .box(let box): text += Self.markup(box)
            case .text(let words): text += Self.markup(words)
            }
        }
        return Array((text + "</svg>\n").utf8)
    }

    private static func markup(_ box: Box) -> String {
        "<rect x=\"\(number(box.x))\" y=\"\(number(box.y))\" width=\"\(number(box.width))\" "
            + "height=\"\(number(box.height))\" rx=\"\(number(box.radius))\" fill=\"\(box.fill.rawValue)\""
            + (box.note.isEmpty ? "/>\n" : "><title>\(markup(box.note))</title></rect>\n")
    }

    private static func markup(_ text: Text) -> String {
        "<text x=\"\(number(text.x))\" y=\"\(number(text.y))\" font-size=\"\(number(text.size))\" "
            + "fill=\"\(text.fill.rawValue)\"" + (text.isBold ? " font-weight=\"700\"" : "")
            + (text.anchor == .start ? "" : " text-anchor=\"\(text.anchor.rawValue)\"")
            + ">\(markup(text.text))</text>\n"
    }

    /// Formats a number with at most one decimal.
    private static func number(_ value: Double) -> String {
        let tenths = Int(clamping: (value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(value < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }

    /// Escapes a text, and removes characters that XML doesn't allow.
    private static func markup(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: text.unicodeScalars.filter { $0.value >= 0x20 && $0.value & 0xFFFE != 0xFFFE })
        return MarkupText.escaped(String(kept))
    }
}
