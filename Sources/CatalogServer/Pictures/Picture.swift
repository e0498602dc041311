internal import InstrumentCatalog
internal import Synchronization

/// A picture of 1200 by 630 pixels, the size of link previews.
///
/// The picture has a light background of its own, so that it is readable on light and dark pages.
struct Picture {
    static let width = 1200
    static let height = 630
    /// The empty margin at the left and the right.
    static let margin = 56

    /// The colors of the page in light mode.
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
        // The lanes' colors for sessions other than regular ones.
        case laneALight = "#97b3d8"
        case laneBLight = "#dbb49a"
        case laneCLight = "#97c5b2"
        case laneDLight = "#c4acd9"
        case laneELight = "#d49fb1"
        case laneFLight = "#b7ba94"
    }

    enum Anchor: String { case start, middle, end }

    /// The formats of the picture.
    enum Form: String, CaseIterable {
        case svg
        /// For link readers that don't show SVG.
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

    /// The name of the picture, for screen readers.
    let title: String
    /// The contents of the picture, in sentences.
    let description: String
    /// The shapes from bottom to top.
    private(set) var shapes: [Shape] = []

    /// - Parameter note: The meaning of the shape, shown when a pointer rests on it; empty for none.
    mutating func box(
        x: Double, y: Double, width: Double, height: Double, _ fill: Colour, radius: Double = 0,
        note: String = ""
    ) {
        shapes.append(.box(Box(x: x, y: y, width: width, height: height, fill: fill, radius: radius, note: note)))
    }

    /// - Parameters:
    ///   - y: The baseline of the text.
    ///   - room: The maximum width; a longer text is cut and ends with an ellipsis.
    mutating func text(
        _ text: String, x: Double, y: Double, size: Double, _ fill: Colour = .text, isBold: Bool = false,
        anchor: Anchor = .start, room: Double = .infinity
    ) {
        let shown = TextWidth(size: size, isBold: isBold).fitted(text, room)
        shapes.append(.text(Text(text: shown, x: x, y: y, size: size, fill: fill, isBold: isBold, anchor: anchor)))
    }

    func bytes(_ form: Form) -> [UInt8] { form == .svg ? svg : png }
}

/// An estimate of the width of a text in common sans-serif fonts. It is precise enough to cut a text before it overlaps
/// other shapes.
struct TextWidth {
    let size: Double
    var isBold = false

    func width(of text: String) -> Double { text.reduce(0) { $0 + width(of: $1) } }

    /// Returns the text, or its beginning with an ellipsis if it is wider than `room`.
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
            // Hangul, ideographs, kana, full-width forms and pictographs.
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

/// The lines above a picture of hours.
struct PictureHead {
    /// The symbol, or the name of a venue.
    var heading: String
    /// The description of the symbol, or the venue's code.
    var name: String
    /// The name of the instrument's market; empty if it isn't known or the heading is a venue.
    var place: String

    /// Draws the head. At the right, it has the period, and the line `below` under the period.
    func draw(_ period: String, _ below: String, on picture: inout Picture) {
        let (left, right) = (Double(Picture.margin), Double(Picture.width - Picture.margin))
        let usual = TextWidth(size: 58, isBold: true)
        // A long heading is drawn smaller, and cut only if that doesn't suffice.
        let size = usual.size * min(1, max(0.5, 675 / max(1, usual.width(of: heading))))
        picture.text(heading, x: left, y: 88, size: size, isBold: true, room: 680)
        picture.text(
            [name, place].filter { !$0.isEmpty }.joined(separator: " · "), x: left, y: 130, size: 26, .dim, room: 680)
        picture.text(period, x: right, y: 82, size: 26, isBold: true, anchor: .end)
        picture.text(below, x: right, y: 128, size: 22, .dim, anchor: .end, room: 350)
    }
}

/// A cache of the most recently used pictures, by their entity tags and addresses.
final class PictureCache: Sendable {
    private struct State {
        var pictures: [String: [UInt8]] = [:]
        var bytes = 0
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: The maximum number of bytes of all cached pictures together.
    init(limit: Int) { self.limit = limit }

    /// Returns a cached picture, or draws and caches it.
    func picture(_ name: String, _ draw: () throws -> [UInt8]) rethrows -> [UInt8] {
        if let known = state.withLock({ $0.pictures[name] }) { return known }
        let drawn = try draw()
        if drawn.count > limit { return drawn }
        state.withLock { state in
            if state.bytes + drawn.count > limit { state = State() }
            if state.pictures.updateValue(drawn, forKey: name) == nil { state.bytes += drawn.count }
        }
        return drawn
    }
}
