// A settings screen with custom content. The data source provides the content, and the delegate receives changes.
import Charting

final class Owner: ChartSettings.DataSource, ChartSettings.Delegate {
    var settings = Chart.Settings.default
    let instrument = Instrument(type: "INDEX", symbol: "SPX", description: "S&P 500")
    let aggregation = Aggregation(1, .day)
    let candles: [Candle] = []
    let defaultSettings = Chart.Settings()
    var settingsIsChanged: Bool { settings.differs(from: defaultSettings) }
    let settingsContent: [ChartSettings.Section]? = [
        ChartSettings.Section(title: "Scale", items: [.scaleType, .autoScale, .invertScale]),
        ChartSettings.Section(title: "Time", items: [.timezone, .extendedHours]),
    ]

    func settingsDidChanged(_ settings: Chart.Settings) { self.settings = settings }
    func resetSettings() { settings = defaultSettings }
}

func show(_ screen: ChartSettings.Screen) {
    for section in screen.sections {
        print(section.title)
        for item in section.items {
            print("  \(item.title): \(item.value)\(item.isEnabled ? "" : " (\(item.reason))")")
        }
    }
    print(screen.canReset ? "[Reset]\n" : "")
}

let owner = Owner()
let screen = ChartSettings.makeScreen(delegate: owner, dataSource: owner)
show(screen)

try screen.set(.scaleType, to: "percent")
show(screen)
do {
    try screen.set(.autoScale, to: "true")
} catch {
    print(error)
}

screen.reset()
print("after reset: \(owner.settings.scaleType)")

// Views of settings belong to the main actor. A store delivers on the main thread, even if another thread changes it.
@MainActor final class Title {
    private(set) var text = ""
    private let store: ChartSettingsStore
    private var subscription: AnyCancellable?

    init(_ store: ChartSettingsStore) {
        self.store = store
        subscription = store.settingsChanged.sink { [weak self] settings in
            self?.text = "\(settings.candleStyle), \(settings.theme)"
        }
    }
}

let store = ChartSettingsStore(storage: InMemoryStorage())
let title = Title(store)
print("\ntitle: \(title.text)")
await Task.detached {
    var settings = store.settings
    settings.candleStyle = .line
    store.settingsDidChanged(settings)
}.value
while title.text.hasPrefix("candle") { await Task.yield() }
print("title: \(title.text)")
