// A custom palette for all charts. To store a palette's colors, use `StoredColorPaletteProvider`.
import Charting

final class Greys: ColorPaletteProvider, Sendable {
    private let colors = ReplayedValue(["#222", "#888", "#DDD"].compactMap { ChartColor($0)?.cgColor })

    var palette: AnyPublisher<[CGColor], Never> { colors.publisher }
    func addColor(_ color: CGColor) { colors.update(colors.value.filter { $0 != color } + [color]) }
    func removeColor(_ color: CGColor) { colors.update(colors.value.filter { $0 != color }) }
}

DXChartApp.resourceManager.colorPaletteProvider = Greys()
let palette = DXChartApp.resourceManager.palette.sink { @Sendable colors in print(colors) }
DXChartApp.resourceManager.colorPaletteProvider.addColor(ChartColor(rgba: 0xFF8800FF).cgColor)
DXChartApp.resourceManager.colorPaletteProvider.removeColor(ChartColor(rgba: 0x888888FF).cgColor)
DXChartApp.resourceManager.colorPaletteProvider.removeColor(ChartColor(rgba: 0x123456FF).cgColor)
