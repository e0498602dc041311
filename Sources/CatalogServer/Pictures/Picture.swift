internal import Scanning

/// A picture of 1200 by 630, the size that previews of links have, as SVG.
///
/// It stands on a light ground of its own, so it reads the same on light and dark pages. Everything is an attribute: a policy that forbids
/// styles doesn't change it.
struct Picture {
    static let width = 1200
    static let height = 630
    /// What is left free at the left and the right.
    static let margin = 56

    /// Colours of the page in its light form.
    enum Colour: String {
        case ground = "#ffffff"
        case line = "#d5d8d2"
        case text = "#15202b"
        case dim = "#56626f"
        case track = "#eef0eb"
        case preMarket = "#a9c8ef"
        case regular = "#1f5fbf"
        case afterMarket = "#beb0e6"
        case open = "#dfe9f7"
        case holiday = "#b84a26"
        case holidayBack = "#f8e6dd"
        case early = "#f0bd3a"
        case now = "#d4352a"
        case laneB = "#c2622a"
        case laneC = "#1f8a63"
        case laneD = "#8a4fc0"
        case laneE = "#b03060"
        case laneF = "#6b6f1d"
    }

    enum Anchor: String { case start, middle, end }

    private var body = ""

    /// Begins with the ground.
    ///
    /// - Parameters:
    ///   - title: what the picture is called; programs read it aloud.
    ///   - description: what it shows, in sentences.
    init(title: String, description: String) {
        let (width, height) = (Self.width, Self.height)
        body += """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img" \
            font-family="system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif">
            <title>\(Self.markup(title))</title>
            <desc>\(Self.markup(description))</desc>
            <rect x="0.5" y="0.5" width="\(width - 1)" height="\(height - 1)" fill="\(Colour.ground.rawValue)" \
            stroke="\(Colour.line.rawValue)"/>

            """
    }

    var bytes: [UInt8] { Array((body + "</svg>\n").utf8) }

    /// - Parameter note: says what the shape means, where a pointer rests on it; empty for nothing.
    mutating func box(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ fill: Colour, radius: Double = 0,
        note: String = ""
    ) {
        body +=
            "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\" "
            + "height=\"\(Self.number(height))\" rx=\"\(Self.number(radius))\" fill=\"\(fill.rawValue)\""
        body += note.isEmpty ? "/>\n" : "><title>\(Self.markup(note))</title></rect>\n"
    }

    /// - Parameters:
    ///   - y: of the line that letters stand on.
    ///   - room: the width that the text may take; what is longer is cut, with an ellipsis.
    mutating func text(
        _ text: String, _ x: Double, _ y: Double, size: Double, _ fill: Colour = .text, isBold: Bool = false,
        anchor: Anchor = .start, room: Double = .infinity
    ) {
        let shown = TextWidth(size: size, isBold: isBold).fitted(text, room)
        body +=
            "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" font-size=\"\(Self.number(size))\" "
            + "fill=\"\(fill.rawValue)\"" + (isBold ? " font-weight=\"700\"" : "")
            + (anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\"") + ">\(Self.markup(shown))</text>\n"
    }

    /// With one decimal at most.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(value < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }

    /// Without characters that XML doesn't have.
    private static func markup(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: text.unicodeScalars.filter { $0.value >= 0x20 && $0.value & 0xFFFE != 0xFFFE })
        return MarkupText.escaped(String(kept))
    }
}

/// About how wide text is in the usual fonts without serifs: nobody measures it here, and it only has to be cut before it runs into
/// something else.
struct TextWidth {
    let size: Double
    var isBold = false

    func width(of text: String) -> Double { text.reduce(0) { $0 + width(of: $1) } }

    /// The text, or its beginning with an ellipsis where it is wider than `room`.
    func fitted(_ text: String, _ room: Double) -> String {
        guard room.isFinite, width(of: text) > room else { return text }
        var left = room - width(of: "…")
        let kept = text.prefix { character in
            left -= width(of: character)
            return left >= 0
        }
        return kept + "…"
    }

    private func width(of character: Character) -> Double {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        let part =
            switch scalar.value {
            // Hangul, ideographs and kana, forms of full width, pictographs.
            case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
                0x1F300...0x1FAFF, 0x20000...0x3FFFF:
                1.0
            default:
                if "iljtfI.,:;'’|!()[] ".contains(character) {
                    0.36
                } else if "mwMW@%—…".contains(character) {
                    0.92
                } else if character.isUppercase || character.isNumber {
                    0.66
                } else {
                    0.58
                }
            }
        return part * size * (isBold ? 1.08 : 1)
    }
}
