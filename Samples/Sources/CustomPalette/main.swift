// A palette of one's own for all charts. One that keeps its colours is ready: `StoredColorPaletteProvider`.
import Charting

final class Greys: ColorPaletteProvider, Sendable {
    private let colors = ReplayedValue<[ChartColor]>(["#222222", "#888888", "#DDDDDD"])

    var palette: AnyPublisher<[ChartColor], Never> { colors.publisher }
    func addColor(_ color: ChartColor) { colors.update(colors.value.filter { $0 != color } + [color]) }
    func removeColor(_ color: ChartColor) { colors.update(colors.value.filter { $0 != color }) }
}

ChartResourceManager.shared.colorPaletteProvider = Greys()
let palette = ChartResourceManager.shared.palette.sink { @Sendable colors in print(colors) }
ChartResourceManager.shared.colorPaletteProvider.addColor("#F80")
ChartResourceManager.shared.colorPaletteProvider.removeColor("#888")
ChartResourceManager.shared.colorPaletteProvider.removeColor("#123456")
