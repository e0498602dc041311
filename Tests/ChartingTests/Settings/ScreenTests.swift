import Charting
import Foundation
import TestSupport
import Testing

@Suite struct ScreenTests {
    /// A data source and delegate as an application writes it.
    final class Owner: ChartSettings.DataSource, ChartSettings.Delegate {
        var settings = Chart.Settings.default
        var settingsContent: [ChartSettings.Section]?
        var candles: [Candle] = []
        var instrument: Instrument?
        var aggregation: Aggregation?
        var told: [Chart.Settings] = []
        var resets = 0
        var keeps = true

        func settingsDidChanged(_ settings: Chart.Settings) {
            told.append(settings)
            if keeps { self.settings = settings }
        }

        func resetSettings() {
            resets += 1
            if keeps { settings = .default }
        }
    }

    private let owner = Owner()

    private var screen: ChartSettings.Screen { ChartSettings.makeScreen(delegate: owner, dataSource: owner) }

    @Test func theDefaultLayoutShowsEverySettingOnce() {
        let items = screen.sections.flatMap(\.items).map(\.content)
        #expect(items.count == SettingsContent.allCases.count && Set(items) == Set(SettingsContent.allCases))
        #expect(Set(Chart.Flag.allCases.map(\.rawValue)).isSubset(of: SettingsContent.allCases.map(\.rawValue)))
        #expect(screen.sections.map(\.title) == ["Chart", "Trading", "Scale", "Hours", "Data", "Events"])
        #expect(!screen.canReset)
    }

    @Test func ownContentIsShownInItsOrderAndHiddenSettingsKeepTheirEffect() throws {
        owner.settings.apply(.scaleType(.percent))
        owner.settings.apply(.flag(.highLow, true))
        owner.settingsContent = [.init(title: "Mine", items: [.volume, .autoScale]), .init(title: "Empty", items: [])]
        let screen = screen
        #expect(screen.sections.map(\.title) == ["Mine", "Empty"])
        #expect(screen.sections[0].items.map(\.content) == [.volume, .autoScale])
        // The scale type isn't shown, and disables auto-scale all the same.
        #expect(!screen.sections[0].items[1].isEnabled)
        try screen.set(.volume, to: "false")
        #expect(owner.told.last?.scaleType == .percent && owner.told.last?.highLow == true)
    }

    @Test func aChangeTellsTheDelegateOnceWithEverything() throws {
        let screen = screen
        #expect(try screen.set(.scaleType, to: "percent"))
        #expect(owner.told.count == 1)
        #expect(owner.told[0] == Chart.Settings.default.applying(.scaleType(.percent)))
        #expect(screen.settings == owner.told[0] && screen.canReset)
        // Nothing new, so the delegate isn't called.
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
            .timeZone, "Nowhere",
            "found “Nowhere” for “Time zone”: expected exchange, device, UTC, or a zone that the system knows, such as Europe/Berlin"
        ),
        (.themeColors, "up", "found “up” for “Colors”: expected a part and a colour, such as up=#00AA00"),
        (.themeColors, "up=red", "found “up=red” for “Colors”: expected a colour as #RRGGBB or #RRGGBBAA, or none"),
        (.orders, "true", "Orders can't be changed now: turn on “Trading from chart” first"),
        (.news, "true", "News can't be changed now: turn on “Events” first"),
    ]) func whatCantBeSetSaysWhy(_ content: SettingsContent, _ text: String, _ words: String) {
        let screen = screen
        let error = #expect(throws: SettingError.self) { try screen.set(content, to: text) }
        #expect(error?.description == words)
        #expect(owner.told == [])
    }

    @Test func reasonsOfWhatIsDisabled() throws {
        owner.aggregation = Aggregation(1, .day)
        owner.instrument = Instrument(type: "INDEX", symbol: "SPX")
        let screen = screen
        try screen.set(.scaleType, to: "logarithmic")
        #expect(screen.item(.timeZone).reason == "bars of a day or more have no time of the day: the axis is in UTC")
        #expect(screen.item(.timeZone).value == "UTC")
        #expect(screen.item(.extendedHours).reason == "the instrument has no extended hours")
        #expect(screen.item(.sessionBreaks).reason == "the instrument's trading has no pauses")
        #expect(screen.item(.lockScale).reason == "not with the scale type “logarithmic”")
        #expect(screen.item(.volume).reason == "" && screen.item(.volume).isEnabled)
    }

    @Test func coloursAreSetPartByPart() throws {
        let screen = screen
        try screen.set(.themeColors, to: "up=#0a0")
        try screen.set(.themeColors, to: "down=#AA000080")
        #expect(screen.item(.themeColors).value == "down=#AA000080;up=#00AA00")
        #expect(screen.settings.themeColors.color(of: .up, in: .light) == ChartColor(rgba: 0x00AA_00FF))
        try screen.set(.themeColors, to: "up=")
        #expect(screen.item(.themeColors).value == "down=#AA000080")
        #expect(screen.settings.themeColors.color(of: .up, in: .light) == Chart.ThemeColors.own(.up, .light))
    }

    @Test(arguments: [true, false]) func resettingTellsTheDelegate(_ keeps: Bool) throws {
        owner.keeps = keeps
        owner.aggregation = Aggregation(1, .day)
        let screen = screen
        try screen.set(.highLow, to: "true")
        #expect(screen.canReset)
        screen.reset()
        #expect(owner.resets == 1 && owner.told.count == 1)
        #expect(screen.settings == Chart.Settings.default.applying(.aggregation(Aggregation(1, .day))).applying(.instrument(nil)))
        #expect(!screen.canReset)
    }

    @Test func aScreenHoldsNeitherOfThem() throws {
        var owner: Owner? = Owner()
        let screen = ChartSettings.makeScreen(delegate: owner, dataSource: try #require(owner))
        weak let gone = owner
        owner = nil
        #expect(gone == nil)
        try screen.set(.highLow, to: "true")
        screen.reload()
        #expect(screen.settings.highLow)
    }

    @Test func theWatermarkNamesInstrumentAndAggregation() throws {
        owner.instrument = Instrument(type: "STOCK", symbol: "AAPL", description: "Apple Inc.")
        owner.aggregation = Aggregation(5, .minute)
        let screen = screen
        #expect(screen.watermark == nil)
        try screen.set(.watermark, to: "true")
        #expect(screen.watermark == "AAPL, 5m\nApple Inc.")
        owner.instrument = nil
        screen.reload()
        #expect(screen.watermark == "5m")
        owner.aggregation = nil
        screen.reload()
        #expect(screen.watermark == nil)
    }

    @Test func thePreviewFollowsTheSettings() throws {
        owner.candles = [
            Candle(time: Instant(seconds: 0), open: 10, high: 20, low: 5, close: 15, volume: 100),
            Candle(time: Instant(seconds: 60), open: 15, high: 25, low: 15, close: 10, volume: 1),  // not sound
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
        try screen.set(.chartType, to: "equivolume")
        #expect(screen.preview?.bars.map(\.halfWidth) == [0.25 * 0.4, 0.75 * 0.4])
        owner.candles = []
        screen.reload()
        #expect(screen.preview == nil)
    }

    /// Whatever the settings, shapes stay inside the field.
    @Test(arguments: 0..<60 as Range<UInt64>) func previewsStayInside(_ seed: UInt64) throws {
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
        for type in Chart.ChartType.allCases {
            screen.apply(.chartType(type))
            guard let preview = screen.preview else { continue }
            for bar in preview.bars {
                for part in [bar.x, bar.open, bar.high, bar.low, bar.close, bar.volume] {
                    #expect(part >= -1e-9 && part <= 1 + 1e-9, "seed \(seed) \(type) \(bar)")
                }
            }
        }
    }

    @Test func theStoreIsSourceAndDelegateAtOnce() throws {
        let storage = InMemoryStorage()
        let store = ChartSettingsStore(storage: storage)
        let screen = ChartSettings.makeScreen(delegate: store, dataSource: store)
        try screen.set(.chartType, to: "line")
        #expect(ChartSettingsStore(storage: storage).settings.chartType == .line)
        screen.reset()
        #expect(ChartSettingsStore(storage: storage).settings == .default && !screen.canReset)
        let damaged = ChartSettingsStore(
            storage: InMemoryStorage(texts: ["chart.settings": "{\"scaleType\": \"percent\"}"]))
        #expect(damaged.settings.scaleType == .percent && !damaged.settings.autoScale)
        let broken = InMemoryStorage(texts: ["chart.settings": "{"])
        let mended = ChartSettingsStore(storage: broken)
        #expect(mended.settings == .default && mended.storageFault?.kind == .corrupt)
        mended.settingsDidChanged(.default.applying(.chartType(.bar)))
        #expect(broken.allTexts["chart.settings.corrupt"] == "{")
    }
}
