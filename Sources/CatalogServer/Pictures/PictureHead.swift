internal import InstrumentCatalog

/// What stands above a picture of hours.
struct PictureHead {
    /// The symbol, or the name of a venue.
    var heading: String
    /// What the symbol is, or the venue's code.
    var name: String
    /// Where it is listed; empty where that isn't known, and for a venue.
    var place: String

    /// Draws it, with a period and a line below it at the right.
    func draw(_ period: String, _ below: String, on picture: inout Picture) {
        let (left, right) = (Double(Picture.margin), Double(Picture.width - Picture.margin))
        let usual = TextWidth(size: 58, isBold: true)
        // A long symbol is set smaller rather than cut.
        let size = usual.size * min(1, max(0.5, 675 / max(1, usual.width(of: heading))))
        picture.text(heading, left, 88, size: size, isBold: true, room: 680)
        picture.text(
            [name, place].filter { !$0.isEmpty }.joined(separator: " · "), left, 130, size: 26, .dim, room: 680)
        picture.text(period, right, 82, size: 26, isBold: true, anchor: .end)
        picture.text(below, right, 128, size: 22, .dim, anchor: .end, room: 350)
    }
}
