import Charting

/// The palette: the colors for the lines of studies.
extension Desk {
    func showColours() { print(palette.colors.map(\.description).joined(separator: " ")) }

    func toggleColour(_ hex: String) throws {
        guard let color = ChartColor(hex) else { throw DeskError("found “\(hex)”, expected a color such as #FF8800") }
        if palette.colors.contains(color) { palette.removeColor(color) } else { palette.addColor(color) }
    }
}
