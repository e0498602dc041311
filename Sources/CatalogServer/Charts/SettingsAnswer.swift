internal import Charting
internal import SystemFiles

/// The settings screen, as the page `/settings` receives it.
struct SettingsAnswer: Encodable {
    var sections: [ChartSettings.ItemSection]
    var canReset: Bool
    var preview: ChartPreview?
    var symbol: String?
    var aggregation: String
    var palette: [ChartColor]

    init(_ screen: ChartSettings.Screen, _ source: SettingsSource) {
        sections = screen.sections
        canReset = screen.canReset
        preview = screen.preview
        symbol = source.instrument.symbol.isEmpty ? nil : source.instrument.symbol
        aggregation = source.aggregation.description
        palette = source.desk.palette.colors
    }
}

/// A change of the settings that the page requests.
struct SettingsRequest: Decodable {
    var setting: SettingsContent?
    var value: String?
    var reset: Bool?

    /// Makes the change, and returns the screen after it.
    ///
    /// - Throws: `SettingError` if the change isn't allowed, `StorageError` if it could not be saved.
    func answer(_ source: SettingsSource) throws -> SettingsAnswer {
        let screen = ChartSettings.makeScreen(delegate: source, dataSource: source)
        try source.desk.change {
            screen.reload()
            if reset == true { screen.reset() }
            if let setting { try screen.set(setting, to: value ?? "") }
        }
        return SettingsAnswer(screen, source)
    }
}

/// The data source and delegate of the settings screen of one request. It supplies the desk's settings, and the
/// instrument of the page's chart.
final class SettingsSource: ChartSettings.DataSource, ChartSettings.Delegate {
    let desk: ChartDesk
    let instrument: Instrument
    let aggregation: Aggregation
    let settingsContent: [ChartSettings.Section]? = nil
    let candles = SampleCandles.all
    /// The theme to use instead of the stored theme; `nil` for the stored theme.
    private let theme: Chart.Theme?

    init(_ desk: ChartDesk, _ instrument: Instrument?, _ aggregation: Aggregation, _ theme: Chart.Theme?) {
        self.desk = desk
        self.instrument = instrument ?? Instrument(type: "", symbol: "")
        self.aggregation = aggregation
        self.theme = theme
    }

    /// The settings that the screen last read. Only differences from these settings are stored, so that changes by
    /// other processes are not overwritten.
    private var asked = ChartDesk.defaultSettings

    var settings: Chart.Settings {
        asked = themed(desk.settings.settings)
        return asked
    }
    var defaultSettings: Chart.Settings { themed(ChartDesk.defaultSettings) }
    var settingsIsChanged: Bool { desk.settings.settingsIsChanged }
    func settingsDidChanged(_ newSettings: Chart.Settings) {
        desk.settings.update { $0.taking(newSettings, since: asked) }
    }
    func resetSettings() { desk.settings.resetSettings() }

    private func themed(_ settings: Chart.Settings) -> Chart.Settings {
        var settings = settings
        if let theme { settings.theme = theme }
        return settings
    }
}

/// Fixed synthetic bars for the preview, because the service has no prices.
enum SampleCandles {
    static let all: [Candle] = {
        /// The prices are the sum of a slow wave, a quick wave, and a rise.
        let prices = (0...48).map { index in
            let time = Double(index)
            return 100 + 4 * RealFunctions.sin(time / 7) + 1.5 * RealFunctions.sin(time * 1.9) + time / 10
        }
        return zip(prices, prices.dropFirst()).enumerated().map { index, pair in
            let (open, close) = pair
            let time = Double(index)
            return Candle(
                time: Instant(seconds: 1_772_800_000 + Int64(index) * 300), open: open,
                high: max(open, close) + 0.6 + 0.5 * RealFunctions.sin(time * 3.1),
                low: min(open, close) - 0.6 - 0.5 * RealFunctions.sin(time * 4.3),
                close: close, volume: (1250 + 750 * RealFunctions.sin(time * 2.3)).rounded())
        }
    }()
}
