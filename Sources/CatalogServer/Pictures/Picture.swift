/// A picture of 1200 by 630, the size that previews of links have.
///
/// It stands on a light ground of its own, so it reads the same on light and dark pages.
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
        case overnight = "#8d9bb0"
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

    /// The forms in which it is answered.
    enum Form: String, CaseIterable {
        case svg
        /// For readers of links that show no SVG.
        case png

        var contentType: String { self == .svg ? "image/svg+xml" : "image/png" }
    }

    struct Box {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
        let fill: Colour
        let radius: Double
        let note: String
    }

    struct Text {
        let text: String
        let x: Double
        let y: Double
        let size: Double
        let fill: Colour
        let isBold: Bool
        let anchor: Anchor
    }

    enum Shape {
        case box(Box)
        case text(Text)
    }

    let title: String
    let description: String
    /// Those before are below those after.
    private(set) var shapes: [Shape] = []

    /// - Parameters:
    ///   - title: what the picture is called; programs read it aloud.
    ///   - description: what it shows, in sentences.
    init(title: String, description: String) {
        self.title = title
        self.description = description
    }

    /// - Parameter note: says what the shape means, where a pointer rests on it; empty for nothing.
    mutating func box(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ fill: Colour, radius: Double = 0,
        note: String = ""
    ) {
        shapes.append(.box(Box(x: x, y: y, width: width, height: height, fill: fill, radius: radius, note: note)))
    }

    /// - Parameters:
    ///   - y: of the line that letters stand on.
    ///   - room: the width that the text may take; what is longer is cut, with an ellipsis.
    mutating func text(
        _ text: String, _ x: Double, _ y: Double, size: Double, _ fill: Colour = .text, isBold: Bool = false,
        anchor: Anchor = .start, room: Double = .infinity
    ) {
        let shown = TextWidth(size: size, isBold: isBold).fitted(text, room)
        shapes.append(.text(Text(text: shown, x: x, y: y, size: size, fill: fill, isBold: isBold, anchor: anchor)))
    }

    func bytes(_ form: Form) -> [UInt8] { form == .svg ? svg : png }
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
