import Charting
import Foundation
import TestSupport
import Testing

@Suite struct ScreenTests {
    /// A data source and delegate as in an application.
    final class Owner: ChartSettings.DataSource, ChartSettings.Delegate {
        var settings = Chart.Settings.default
        var defaultSettings = Chart.Settings.default
        var settingsIsChanged: Bool { settings.differs(from: defaultSettings) }
        var settingsContent: [ChartSettings.Section]?
        var candles: [Candle] = []
        var instrument = Instrument(type: "", symbol: "")
        var aggregation = Aggregation(5, .minute)
        var told: [Chart.Settings] = []
        var resets = 0
        var keeps = true

        func settingsDidChanged(_ settings: Chart.Settings) {
            told.append(settings)
            if keeps { self.settings = settings }
        }

        func resetSettings() {
            resets += 1
            if keeps { settings = defaultSettings }
        }
    }

    private let owner = Owner()

    private var screen: ChartSettings.Screen { ChartSettings.makeScreen(delegate: owner, dataSource: owner) }

    @Test func theDefaultLayoutShowsEverySettingOnce() {
        let items = screen.sections.flatMap(\.items).map(\.content)
        // `.grid` combines both kinds of grid lines, for layouts with a single switch.
        let all = Set(SettingsContent.allCases).subtracting([.grid])
        #expect(items.count == all.count && Set(items) == all)
        #expect(Set(Chart.Flag.allCases.map(\.rawValue)).isSubset(of: SettingsContent.allCases.map(\.rawValue)))
        #expect(screen.sections.map(\.title) == ["Chart", "Trading", "Scale", "Hours", "Data", "Events"])
        #expect(!screen.canReset)
    }

    @Test func customContentIsShownInOrderAndHiddenSettingsRemainInEffect() throws {
        owner.settings.apply(.scaleType(.percent))
        owner.settings.apply(.flag(.highLow, true))
        owner.settingsContent = [.init(title: "Mine", items: [.volume, .autoScale]), .init(title: "Empty", items: [])]
        let screen = screen
        #expect(screen.sections.map(\.title) == ["Mine", "Empty"])
        #expect(screen.sections[0].items.map(\.content) == [.volume, .autoScale])
        // The scale type isn't shown, but still disables auto-scale.
        #expect(!screen.sections[0].items[1].isEnabled)
        try screen.set(.volume, to: "false")
        #expect(owner.told.last?.scaleType == .percent && owner.told.last?.highLow == true)
    }

    @Test func aChangeCallsTheDelegateOnceWithAllSettings() throws {
        let screen = screen
        #expect(try screen.set(.scaleType, to: "percent"))
        #expect(owner.told.count == 1)
        #expect(owner.told[0] == Chart.Settings.default.applying(.scaleType(.percent)))
        #expect(screen.settings == owner.told[0] && screen.canReset)
        // Nothing has changed, so the delegate isn't called.
        #expect(try !screen.set(.scaleType, to: "percent"))
        #expect(try !screen.set(.theme, to: "dark"))
        #expect(owner.told.count == 1)
        #expect(screen.item(.autoScale).value == "false" && !screen.item(.autoScale).isEnabled)
        #expect(screen.item(.scaleType).value == "percent")
    }

    @Test(arguments: [
        (SettingsContent.volume, "maybe", "found “maybe” for “Volume”: expected true or false"),
        (.theme, "blue", "found “blue” for “Theme”: expected one of dark, light"),
        (.scaleType, "", "found “” for “Scale type”: expected one of regular, percent, logarithmic"),
        (
            .timezone, "Nowhere",
            "found “Nowhere” for “Time zone”: expected exchange, device, UTC, or a time zone such as Europe/Berlin"
        ),
        (.colors, "up", "found “up” for “Colors”: expected a part and a color, such as up=#00AA00"),
        (.colors, "up=red", "found “up=red” for “Colors”: expected a color such as #RRGGBB or #RRGGBBAA, or nothing"),
        (.orders, "true", "Show active orders can't be changed now: turn on “Trading from chart” first"),
        (.news, "true", "News can't be changed now: turn on “Events on chart” first"),
    ]) func invalidChangesAreRefusedWithAReason(_ content: SettingsContent, _ text: String, _ words: String) {
        let screen = screen
        let error = #expect(throws: SettingError.self) { try screen.set(content, to: text) }
        #expect(error?.description == words)
        #expect(owner.told == [])
    }

    @Test func disabledSettingsStateTheReason() throws {
        owner.instrument = Instrument(type: "INDEX", symbol: "SPX")
        let screen = screen
        try screen.set(.scaleType, to: "logarithmic")
        #expect(screen.item(.extendedHours).reason == "the instrument has no extended hours")
        #expect(screen.item(.sessionBreaks).reason == "the instrument's trading has no breaks")
        #expect(screen.item(.lockScale).reason == "unavailable with scale type “logarithmic”")
        #expect(screen.item(.volume).reason == "" && screen.item(.volume).isEnabled)
    }

    /// The aggregation is used only for the watermark, not for the time zone.
    @Test func theAggregationDoesNotChangeTheTimeZone() throws {
        owner.aggregation = Aggregation(1, .day)
        let screen = screen
        try screen.set(.timezone, to: "Asia/Tokyo")
        #expect(screen.item(.timezone).value == "Asia/Tokyo" && screen.item(.timezone).isEnabled)
    }

    @Test func colorsAreSetPartByPart() throws {
        let screen = screen
        try screen.set(.colors, to: "up=#0a0")
        try screen.set(.colors, to: "down=#AA000080")
        #expect(screen.item(.colors).value == "down=#AA000080;up=#00AA00")
        #expect(screen.settings.colors.color(of: .up, in: .light) == ChartColor(rgba: 0x00AA_00FF))
        try screen.set(.colors, to: "up=")
        #expect(screen.item(.colors).value == "down=#AA000080")
        #expect(screen.settings.colors.color(of: .up, in: .light) == Chart.ThemeColors.own(.up, .light))
    }

    @Test(arguments: [true, false]) func resettingShowsTheSettingsOfTheSource(_ keeps: Bool) throws {
        owner.keeps = keeps
        // Custom defaults.
        owner.defaultSettings.candleStyle = .line
        owner.defaultSettings.theme = .light
        owner.settings = owner.defaultSettings
        let screen = screen
        try screen.set(.highLow, to: "true")
        #expect(screen.canReset)
        screen.reset()
        #expect(owner.resets == 1 && owner.told.count == 1)
        #expect(screen.settings == owner.defaultSettings)
        #expect(!screen.canReset)
        // The next change is applied to the displayed state.
        try screen.set(.watermark, to: "true")
        #expect(owner.told.last?.candleStyle == .line && owner.told.last?.theme == .light)
    }

    /// After a reset, the data source's state is shown, even if the delegate has not updated it yet.
    @Test func resettingShowsASourceThatDoesNotUpdate() throws {
        owner.settings.candleStyle = .bar
        owner.keeps = false
        let screen = screen
        screen.reset()
        #expect(screen.settings == owner.settings && screen.canReset)
    }

    /// An owner created only for the screen lives as long as the screen.
    @Test func aScreenRetainsItsDelegateAndSource() throws {
        weak var gone: Owner?
        do {
            var owner: Owner? = Owner()
            gone = owner
            let made = try #require(owner)
            let screen = ChartSettings.makeScreen(delegate: made, dataSource: made)
            owner = nil
            try screen.set(.highLow, to: "true")
            #expect(gone?.told.count == 1)
        }
        #expect(gone == nil)
    }

    @Test func changesByOthersAreNotUndone() throws {
        let screen = screen
        owner.settings.candleStyle = .area
        try screen.set(.highLow, to: "true")
        #expect(owner.settings.candleStyle == .area && owner.settings.highLow && screen.settings == owner.settings)
        // If the data source stores nothing, the screen keeps its state.
        owner.keeps = false
        try screen.set(.watermark, to: "true")
        try screen.set(.wicks, to: "true")
        #expect(owner.told.last?.watermark == true && owner.told.last?.wicks == true)
    }

    @Test func theGridCombinesBothKindsOfLines() throws {
        let screen = screen
        #expect(screen.item(.grid).value == "false" && screen.item(.verticalGrid).value == "true")
        try screen.set(.grid, to: "true")
        #expect(screen.settings.verticalGrid && screen.settings.horizontalGrid && owner.told.count == 1)
        try screen.set(.grid, to: "false")
        #expect(!screen.settings.verticalGrid && !screen.settings.horizontalGrid)
    }

    @Test func theWatermarkNamesInstrumentAndAggregation() throws {
        owner.instrument = Instrument(type: "STOCK", symbol: "AAPL", description: "Apple Inc.")
        let screen = screen
        #expect(screen.watermark == nil)
        try screen.set(.watermark, to: "true")
        #expect(screen.watermark == "AAPL, 5m\nApple Inc.")
        owner.instrument = Instrument(type: "", symbol: "")
        owner.aggregation = Aggregation(1, .hour)
        screen.reload()
        #expect(screen.watermark == "1h")
    }

    @Test func thePreviewFollowsTheSettings() throws {
        owner.candles = [
            Candle(time: Instant(seconds: 0), open: 10, high: 20, low: 5, close: 15, volume: 100),
            Candle(time: Instant(seconds: 60), open: 15, high: 25, low: 15, close: 10, volume: 1),  // inconsistent
            Candle(time: Instant(seconds: 60), open: 15, high: 25, low: 10, close: 12, volume: 300),
        ]
        let screen = screen
        let preview = try #require(screen.preview)
        #expect(preview.bars.map(\.x) == [0.25, 0.75] && preview.bars.map(\.isRising) == [true, false])
        #expect(abs(preview.bars[1].high - 0.05) < 1e-12 && abs(preview.bars[0].low - 0.95) < 1e-12)
        #expect(preview.bars.map(\.volume) == [0.2 / 3, 0.2] && preview.high == nil && preview.watermark == nil)
        #expect(preview.verticalGrid == [0.2, 0.4, 0.6, 0.8] && preview.horizontalGrid == [])
        #expect(preview.colors["up"] == Chart.ThemeColors.own(.up, .dark))
        try screen.set(.highLow, to: "true")
        try screen.set(.invertScale, to: "true")
        try screen.set(.volume, to: "false")
        let other = try #require(screen.preview)
        #expect(other.high?.price == 25 && other.low?.price == 5 && (other.high?.y ?? 0) > (other.low?.y ?? 1))
        #expect(other.bars.map(\.volume) == [0, 0])
        try screen.set(.candleStyle, to: "equivolume")
        #expect(screen.preview?.bars.map(\.halfWidth) == [0.25 * 0.4, 0.75 * 0.4])
        owner.candles = []
        screen.reload()
        #expect(screen.preview == nil)
    }

    /// For any settings, shapes remain inside the drawing area.
    @Test(arguments: 0..<60 as Range<UInt64>) func previewsRemainInsideTheDrawingArea(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for index in 0..<Int.random(in: 1...40, using: &generator) {
            let prices = (0..<4).map { _ in
                [0, -1, 1e-300, 1e300, .nan, .infinity, Double.random(in: 1...100, using: &generator)].randomElement(
                    using: &generator)!
            }
            owner.candles.append(
                Candle(
                    time: Instant(seconds: Int64(index)), open: prices[0], high: prices.max()!, low: prices.min()!,
                    close: prices[3], volume: prices[1]))
        }
        let screen = screen
        for _ in 0..<40 { screen.apply(SettingsRules.randomChange(&generator)) }
        for type in Chart.CandleStyle.allCases {
            screen.apply(.candleStyle(type))
            guard let preview = screen.preview else { continue }
            for bar in preview.bars {
                for part in [bar.x, bar.open, bar.high, bar.low, bar.close, bar.volume] {
                    #expect(part >= -1e-9 && part <= 1 + 1e-9, "seed \(seed) \(type) \(bar)")
                }
            }
        }
    }

    @Test func aStoreServesAsSourceAndDelegate() throws {
        let storage = InMemoryStorage()
        let store = ChartSettingsStore(storage: storage)
        let screen = ChartSettings.makeScreen(delegate: store, dataSource: store)
        try screen.set(.candleStyle, to: "line")
        #expect(ChartSettingsStore(storage: storage).settings.candleStyle == .line)
        screen.reset()
        #expect(ChartSettingsStore(storage: storage).settings == .default && !screen.canReset)
        let damaged = ChartSettingsStore(
            storage: InMemoryStorage(texts: ["chart.settings": "{\"scaleType\": \"percent\"}"]))
        #expect(damaged.settings.scaleType == .percent && !damaged.settings.autoScale)
        let broken = InMemoryStorage(texts: ["chart.settings": "{"])
        let mended = ChartSettingsStore(storage: broken)
        #expect(mended.settings == .default && mended.storageFault?.kind == .corrupt)
        mended.settingsDidChanged(.default.applying(.candleStyle(.bar)))
        #expect(broken.allTexts["chart.settings.corrupt"] == "{")
    }

    @Test func aStoreUsesCustomDefaults() throws {
        var defaults = Chart.Settings()
        defaults.candleStyle = .line
        let store = ChartSettingsStore(storage: InMemoryStorage(), defaultSettings: defaults)
        let screen = ChartSettings.makeScreen(delegate: store, dataSource: store)
        #expect(screen.settings.candleStyle == .line && !screen.canReset)
        try screen.set(.candleStyle, to: "bar")
        #expect(screen.canReset && store.settingsIsChanged)
        screen.reset()
        #expect(screen.settings.candleStyle == .line && !screen.canReset && store.settings == defaults)
    }

    /// Two screens use one store. The second screen makes a change between the first screen's read and its change.
    @Test func twoOwnersOfOneStoreRetainBothChanges() throws {
        let storage = InMemoryStorage()
        let stores = [ChartSettingsStore(storage: storage), ChartSettingsStore(storage: storage)]
        let screens = stores.map { ChartSettings.makeScreen(delegate: $0, dataSource: $0) }
        try screens[0].set(.scaleType, to: "percent")
        try screens[1].set(.candleStyle, to: "line")
        try screens[0].set(.colors, to: "up=#010203")
        for store in stores {
            let kept = store.settings
            #expect(kept.scaleType == .percent && kept.candleStyle == .line)
            #expect(kept.colors.chosen == [.up: ChartColor(rgba: 0x0102_03FF)])
        }
        // The first screen reads, then the second one makes a change.
        var late = stores[0].settings
        late[.highLow] = true
        var other = stores[1].settings
        other.scaleType = .logarithmic
        stores[1].settingsDidChanged(other)
        stores[0].settingsDidChanged(late)
        #expect(stores[0].settings.scaleType == .logarithmic && stores[0].settings.highLow)
    }

    @Test(.timeLimit(.minutes(60))) func aStorePublishesChangesByOthers() async throws {
        let storage = InMemoryStorage()
        let store = ChartSettingsStore(storage: storage, onMainThread: false)
        let received = Received(store.settingsChanged)
        ChartSettingsStore(storage: storage).resetSettings()
        var line = Chart.Settings()
        line.candleStyle = .line
        try storage.setObject(line, forKey: "chart.settings")
        #expect(received.values == [Chart.Settings(), line])
        // Changes arrive on the main thread, whichever thread makes them.
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        let onMain = ChartSettingsStore(storage: storage)
        let main = Received(
            onMain.settingsChanged
                .map { _ in Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true }.eraseToAnyPublisher())
        await main.wait { !$0.isEmpty }
        ChartSettingsStore(storage: storage).resetSettings()
        await main.wait { $0.count == 2 }
        #expect(main.values == [true, true])
    }
}
