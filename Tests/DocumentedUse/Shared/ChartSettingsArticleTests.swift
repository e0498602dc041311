import Charting
import Testing

/// The article about chart settings: the data source, the delegate, the sections, and the behavior of the screen.
struct ChartSettingsArticleTests {
    /// A data source that implements all requirements in the article, including the optional content.
    final class Source: ChartSettings.DataSource {
        let aggregation: Aggregation
        let instrument: Instrument
        let candles: [Candle]
        var settings: Chart.Settings
        let defaultSettings: Chart.Settings
        var settingsIsChanged: Bool
        var settingsContent: [ChartSettings.Section]?

        init(_ settings: Chart.Settings, content: [ChartSettings.Section]? = nil) {
            aggregation = Aggregation(1, .hour)
            instrument = Instrument(type: "STOCK", symbol: "MSFT", description: "Microsoft")
            candles = []
            self.settings = settings
            defaultSettings = settings
            settingsIsChanged = false
            settingsContent = content
        }
    }

    final class Owner: ChartSettings.Delegate {
        let source: Source
        var changes: [Chart.Settings] = []
        var resets = 0

        init(_ source: Source) { self.source = source }

        func settingsDidChanged(_ newSettings: Chart.Settings) {
            changes.append(newSettings)
            source.settings = newSettings
            source.settingsIsChanged = true
        }

        func resetSettings() {
            resets += 1
            source.settings = source.defaultSettings
            source.settingsIsChanged = false
        }
    }

    /// The settings of an application.
    private var own: Chart.Settings {
        var settings = Chart.Settings()
        settings.candleStyle = .line
        settings.theme = .light
        return settings
    }

    @Test func theScreenReadsItsSource() throws {
        let source = Source(own)
        let owner = Owner(source)
        let screen = ChartSettings.makeScreen(delegate: owner, dataSource: source)
        try screen.set(.watermark, to: "true")
        #expect(screen.watermark == "MSFT, 1h\nMicrosoft")
        #expect(owner.changes.count == 1 && screen.canReset && source.settings.candleStyle == .line)
        screen.reset()
        #expect(owner.resets == 1 && !screen.canReset)
        #expect(screen.settings.candleStyle == .line && screen.settings.theme == .light)
    }

    /// Only the screen retains these objects.
    @Test func theScreenRetainsItsSourceAndDelegate() throws {
        let screen = ChartSettings.makeScreen(delegate: Owner(Source(own)), dataSource: Source(own))
        try screen.set(.volume, to: "false")
        #expect(screen.canReset && screen.item(.volume).value == "false")
    }

    @Test func sectionsShowTheNamedSettings() {
        let content: [ChartSettings.Section] = [
            ChartSettings.Section(title: "First", items: [.timezone, .watermark, .volume]),
            ChartSettings.Section(title: "Second", items: [.candleStyle, .colors, .grid]),
        ]
        let source = Source(own, content: content)
        let screen = ChartSettings.makeScreen(delegate: Owner(source), dataSource: source)
        #expect(screen.sections.map(\.title) == ["First", "Second"])
        #expect(screen.sections.map { $0.items.map(\.content) } == content.map(\.items))
        // The named settings can be changed later.
        source.settingsContent?[0].title = "Other"
        source.settingsContent?[0].items.removeLast()
        screen.reload()
        #expect(screen.sections[0].title == "Other" && screen.sections[0].items.count == 2)
        source.settingsContent = nil
        screen.reload()
        #expect(screen.sections.count > 2)
    }

    @Test func titlesEqualThoseOfTheArticle() {
        let source = Source(own)
        let screen = ChartSettings.makeScreen(delegate: Owner(source), dataSource: source)
        let titles: [(SettingsContent, String)] = [
            (.trading, "Trading from chart"), (.orders, "Show active orders"), (.positions, "Show open positions"),
            (.autoScale, "Auto-scale price axis"), (.fitIndicators, "Fit indicators"), (.fitOrders, "Fit orders"),
            (.fitPositions, "Fit positions"), (.lockScale, "Lock scale"), (.invertScale, "Invert scale"),
            (.scaleType, "Scale type"), (.extendedHours, "Extended hours"),
            (.alignWithSessionStart, "Align data with session start"), (.events, "Events on chart"),
            (.dividends, "Dividends"), (.corporateActions, "Corporate actions"), (.earnings, "Earnings"),
        ]
        for (content, title) in titles { #expect(screen.item(content).title == title) }
    }

    /// Checks the article's table, which shows for each scale type whether a flag is enabled and on.
    @Test func scaleTypesSetTheirFlags() {
        let table: [(Chart.Flag, [(isEnabled: Bool, isOn: Bool)])] = [
            (.autoScale, [(true, true), (false, false), (true, true)]),
            (.fitIndicators, [(true, true), (false, false), (true, true)]),
            (.fitOrders, [(true, false), (false, false), (true, false)]),
            (.fitPositions, [(true, false), (false, false), (true, false)]),
            (.invertScale, [(true, false), (true, false), (true, false)]),
            (.lockScale, [(true, false), (false, false), (false, false)]),
        ]
        for (column, type) in [Chart.ScaleType.regular, .percent, .logarithmic].enumerated() {
            var settings = own
            settings.scaleType = type == .regular ? .percent : .regular
            settings.scaleType = type
            for (flag, cells) in table {
                #expect(settings.isEnabled(flag) == cells[column].isEnabled, "\(flag), \(type)")
                #expect(settings[flag] == cells[column].isOn, "\(flag), \(type)")
            }
        }
    }

    @Test func aLockedScaleForcesTheRest() {
        var settings = own
        settings[.invertScale] = true
        settings[.lockScale] = true
        #expect(settings.isEnabled(.autoScale) && !settings[.autoScale])
        #expect(settings.isEnabled(.invertScale) && !settings[.invertScale])
        #expect(!settings.isEnabled(.fitIndicators) && !settings[.fitIndicators] && settings.scaleType == .regular)
    }

    @Test func parentsDisableTheirChildren() {
        let families: [(Chart.Flag, [Chart.Flag])] = [
            (.trading, [.orders, .positions]), (.autoScale, [.fitIndicators, .fitOrders, .fitPositions]),
            (.events, [.dividends, .corporateActions, .earnings, .conferenceCalls, .news]),
        ]
        var settings = own
        for (parent, children) in families {
            settings[parent] = true
            for child in children {
                settings[child] = true
                #expect(settings[child] && settings.isEnabled(child), "\(child)")
            }
            settings[parent] = false
            for child in children { #expect(!settings[child] && !settings.isEnabled(child), "\(child)") }
            // A child remains off while its parent is off.
            settings[children[0]] = true
            #expect(!settings[children[0]], "\(parent)")
        }
        settings[.extendedHours] = true
        settings[.alignWithSessionStart] = true
        #expect(!settings[.alignWithSessionStart] && !settings.isEnabled(.alignWithSessionStart))
    }

    /// Applications without their own storage can use `ChartSettingsStore` as the data source and delegate.
    @MainActor @Test func theStoreIsSourceAndDelegate() throws {
        let storage = InMemoryStorage()
        let store = ChartSettingsStore(storage: storage, defaultSettings: own, instrument: Source(own).instrument)
        var received: [Chart.CandleStyle] = []
        let subscription = store.settingsChanged.sink { received.append($0.candleStyle) }
        let screen = ChartSettings.makeScreen(delegate: store, dataSource: store)
        try screen.set(.candleStyle, to: "bar")
        #expect(ChartSettingsStore(storage: storage).settings.candleStyle == .bar && store.settingsIsChanged)
        screen.reset()
        #expect(store.settings.candleStyle == .line && received == [.line, .bar, .line])
        subscription.cancel()
    }
}
