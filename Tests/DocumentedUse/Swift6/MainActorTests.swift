import Charting
import Testing

// Conformances that the shared code lacks and that Swift 6 requires.

extension ListProvider: @unchecked Sendable {}
extension PaletteTests.OwnPalette: @unchecked Sendable {}

/// Data sources and delegates can be isolated to the main actor.
@MainActor struct MainActorTests {
    /// The data source and delegate of a screen.
    final class Owner: @MainActor ChartSettings.DataSource, @MainActor ChartSettings.Delegate {
        let aggregation = Aggregation(1, .day)
        let instrument = Instrument(type: "STOCK", symbol: "MSFT")
        let candles: [Candle] = []
        let defaultSettings = Chart.Settings.default
        var settings = Chart.Settings.default
        var settingsIsChanged = false
        var settingsContent: [ChartSettings.Section]?

        func settingsDidChanged(_ newSettings: Chart.Settings) {
            settings = newSettings
            settingsIsChanged = true
        }

        func resetSettings() {
            settings = defaultSettings
            settingsIsChanged = false
        }
    }

    @Test func aMainActorClassCanOwnAScreen() throws {
        let owner = Owner()
        let screen = ChartSettings.makeScreen(delegate: owner, dataSource: owner)
        try screen.set(.watermark, to: "true")
        #expect(owner.settings[.watermark] && screen.canReset && screen.watermark == "MSFT, 1d")
        screen.reset()
        #expect(owner.settings == .default && !screen.canReset)
    }

    final class MainProvider: @MainActor IPFDataProvider {
        private let instruments = CurrentValueSubject<[Instrument], Never>([])
        var dataPublisher: AnyPublisher<Result<[Instrument], Error>, Never> {
            instruments.map { .success($0) }.eraseToAnyPublisher()
        }
        var isLoading: AnyPublisher<Bool, Never> {
            Just(false).eraseToAnyPublisher()
        }
        func add(_ instrument: Instrument) { instruments.value.append(instrument) }
    }

    @Test func aMainActorClassCanBeAProvider() {
        let provider = MainProvider()
        let data = DataProvider(ipfDataProvider: provider)
        #expect(data.instruments.isEmpty)
        provider.add(Instrument(type: "INDEX", symbol: "SPX"))
        #expect(data.instrument("SPX")?.type == "INDEX")
    }
}
