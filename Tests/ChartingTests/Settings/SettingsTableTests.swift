import Charting
import Testing

/// The rules of the settings as tables: changes, and the expected state.
@Suite struct SettingsTableTests {
    typealias Change = Chart.Settings.Change

    /// Some changes, and which flags are then on or off, enabled or disabled.
    struct Row: Sendable, CustomTestStringConvertible {
        let after: [Change]
        let on: [Chart.Flag]
        let off: [Chart.Flag]
        let disabled: [Chart.Flag]

        init(_ after: [Change], on: [Chart.Flag] = [], off: [Chart.Flag] = [], disabled: [Chart.Flag] = []) {
            self.after = after
            self.on = on
            self.off = off
            self.disabled = disabled
        }

        var testDescription: String { "\(after)" }
    }

    static let fits: [Chart.Flag] = [.fitIndicators, .fitOrders, .fitPositions]
    static let kinds: [Chart.Flag] = [.dividends, .corporateActions, .earnings, .conferenceCalls, .news]

    static let rows: [Row] = [
        // The defaults.
        Row(
            [], on: [.verticalGrid, .autoScale, .fitIndicators, .volume],
            off: [.highLow, .horizontalGrid, .wicks, .watermark, .trading, .invertScale, .lockScale, .events],
            disabled: [.orders, .positions] + kinds),
        // Trading and its children.
        Row([.flag(.trading, true)], on: [.trading], off: [.orders, .positions]),
        Row([.flag(.trading, true), .flag(.orders, true), .flag(.positions, true)], on: [.orders, .positions]),
        Row(
            [.flag(.trading, true), .flag(.orders, true), .flag(.trading, false)], off: [.orders],
            disabled: [.orders, .positions]),
        Row([.flag(.orders, true)], off: [.orders], disabled: [.orders, .positions]),
        Row(
            [.flag(.trading, true), .flag(.orders, true), .flag(.trading, false), .flag(.trading, true)], off: [.orders]
        ),
        // Auto-scale and the fits.
        Row([.flag(.autoScale, false)], off: [.autoScale] + fits, disabled: fits),
        Row([.flag(.autoScale, false), .flag(.fitOrders, true)], off: fits, disabled: fits),
        Row([.flag(.autoScale, false), .flag(.autoScale, true)], on: [.autoScale], off: fits),
        Row(
            [.flag(.fitOrders, true), .flag(.fitPositions, true), .flag(.fitIndicators, false)],
            on: [.fitOrders, .fitPositions], off: [.fitIndicators]),
        // Lock.
        Row(
            [.flag(.invertScale, true), .flag(.lockScale, true)], on: [.lockScale],
            off: [.autoScale, .invertScale] + fits, disabled: fits),
        Row([.flag(.lockScale, true), .flag(.lockScale, false)], off: [.lockScale, .autoScale], disabled: fits),
        // Flags that exclude the lock remain enabled. If one is turned on, the lock is turned off.
        Row([.flag(.lockScale, true), .flag(.autoScale, true)], on: [.autoScale], off: [.lockScale] + fits),
        Row(
            [.flag(.lockScale, true), .flag(.invertScale, true)], on: [.invertScale], off: [.lockScale, .autoScale],
            disabled: fits),
        Row(
            [.scaleType(.percent), .flag(.lockScale, true)], off: [.lockScale],
            disabled: [.lockScale, .autoScale] + fits),
        Row([.scaleType(.logarithmic), .flag(.lockScale, true)], off: [.lockScale], disabled: [.lockScale]),
        // Changes of the scale type. A change to the current type preserves the flags.
        Row(
            [.flag(.lockScale, true), .scaleType(.regular)], on: [.lockScale], off: [.autoScale] + fits, disabled: fits),
        Row(
            [.flag(.fitOrders, true), .flag(.invertScale, true), .scaleType(.regular)],
            on: [.autoScale, .fitIndicators, .fitOrders, .invertScale]),
        Row(
            [.scaleType(.logarithmic), .flag(.fitPositions, true), .scaleType(.logarithmic)],
            on: [.autoScale, .fitIndicators, .fitPositions], disabled: [.lockScale]),
        Row(
            [.flag(.invertScale, true), .scaleType(.percent)], off: [.autoScale, .lockScale, .invertScale] + fits,
            disabled: [.autoScale, .lockScale] + fits),
        Row(
            [.scaleType(.percent), .flag(.invertScale, true)], on: [.invertScale],
            disabled: [.autoScale, .lockScale] + fits),
        Row(
            [.scaleType(.percent), .flag(.autoScale, true)], off: [.autoScale],
            disabled: [.autoScale, .lockScale] + fits),
        Row(
            [.scaleType(.percent), .scaleType(.logarithmic)], on: [.autoScale, .fitIndicators],
            off: [.fitOrders, .fitPositions, .invertScale, .lockScale], disabled: [.lockScale]),
        Row(
            [.scaleType(.percent), .scaleType(.regular)], on: [.autoScale, .fitIndicators],
            off: [.fitOrders, .fitPositions, .invertScale, .lockScale]),
        Row(
            [.flag(.lockScale, true), .scaleType(.logarithmic)], on: [.autoScale, .fitIndicators],
            off: [.lockScale, .invertScale], disabled: [.lockScale]),
        // Hours.
        Row([.flag(.alignWithSessionStart, true)], on: [.alignWithSessionStart]),
        Row(
            [.flag(.alignWithSessionStart, true), .flag(.extendedHours, true)], on: [.extendedHours],
            off: [.alignWithSessionStart], disabled: [.alignWithSessionStart]),
        Row(
            [.flag(.extendedHours, true), .flag(.alignWithSessionStart, true)], off: [.alignWithSessionStart],
            disabled: [.alignWithSessionStart]),
        // Events.
        Row([.flag(.events, true)] + kinds.map { .flag($0, true) }, on: [.events] + kinds),
        Row([.flag(.events, true), .flag(.news, true), .flag(.events, false)], off: kinds, disabled: kinds),
        Row([.flag(.news, true)], off: kinds, disabled: kinds),
    ]

    /// All flags that a row doesn't list as disabled must be enabled, unless their parent is off.
    @Test(arguments: rows) func changesEnableAndSetFlagsByTheRules(_ row: Row) {
        let settings = row.after.reduce(Chart.Settings.default) { $0.applying($1) }
        for flag in row.on { #expect(settings[flag], "\(flag) on") }
        for flag in row.off { #expect(!settings[flag], "\(flag) off") }
        let expected = Set(row.disabled)
        for flag in Chart.Flag.allCases {
            if let parent = flag.parent, parent == .trading || parent == .events, !settings[parent] { continue }
            #expect(settings.isEnabled(flag) == !expected.contains(flag), "\(flag) enabled")
        }
        #expect(SettingsRules.broken(by: settings) == [])
    }

    @Test(
        arguments: [
            (.flag(.orders, true), "Show active orders can't be changed now: turn on “Trading from chart” first"),
            (.flag(.orders, false), nil), (.flag(.volume, false), nil), (.timezone(.device), nil),
            (
                .timezone(.named("No/Where")),
                "found “No/Where” for “Time zone”: expected exchange, device, UTC, or a time zone such as Europe/Berlin"
            ),
        ] as [(Change, String?)]) func changesWithoutEffectAreRefused(_ change: Change, _ words: String?)
    {
        #expect(Chart.Settings.default.refusal(of: change)?.description == words)
    }

    @Test func defaultsAreTheSpecifiedOnes() {
        let settings = Chart.Settings.default
        #expect(settings.candleStyle == .candle && settings.scaleType == .regular && settings.priceType == .last)
        #expect(settings.timezone == .exchange && settings.colors == Chart.ThemeColors())
        #expect(settings.flags == [.verticalGrid, .autoScale, .fitIndicators, .volume])
        #expect(settings == Chart.Settings())
        #expect(SettingsRules.broken(by: settings) == [])
    }

    // MARK: The instrument

    static let nasdaq = "NewYorkETH()"
    static let roundTheClock = "X(tz=UTC;td=1234567;0=00002400)"
    static let pausing = "X(tz=UTC;0=09001200r13001700)"

    @Test(arguments: [
        (nasdaq, true, true), (roundTheClock, false, false), (pausing, false, true), (nil, false, false),
    ]) func theScheduleDeterminesExtendedHoursAndBreaks(_ definition: String?, _ hasExtended: Bool, _ hasBreaks: Bool)
        throws
    {
        let schedule = try definition.map { try Trading.Schedule($0) }
        let instrument = Instrument(type: "STOCK", symbol: "X", schedule: schedule)
        let before = Chart.Settings.default.applying(.flag(.extendedHours, true)).applying(.flag(.sessionBreaks, true))
        let settings = before.applying(.instrument(instrument))
        #expect(settings.extendedHours == hasExtended && settings.isEnabled(.extendedHours) == hasExtended)
        #expect(settings.sessionBreaks == hasBreaks && settings.isEnabled(.sessionBreaks) == hasBreaks)
        #expect(settings.applying(.instrument(nil)) == before)
        // Here alignment was turned on in between. When extended hours become available again, this later choice wins.
        let aligned = settings.applying(.flag(.alignWithSessionStart, true))
        #expect(aligned.alignWithSessionStart == !hasExtended)
        #expect(aligned.applying(.instrument(nil)).extendedHours == hasExtended)
    }

    @Test func unknownTimeZonesAreIgnored() {
        let settings = Chart.Settings.default.applying(.timezone(.utc))
        #expect(settings.applying(.timezone(.named("Mars/Olympus"))) == settings)
        #expect(settings.applying(.timezone(.named("Europe/Berlin"))).timezone == .named("Europe/Berlin"))
    }

    @Test func theModeDeterminesTheZoneOfTheAxis() throws {
        let instrument = Instrument(
            type: "STOCK", symbol: "X", schedule: try Trading.Schedule(Self.nasdaq, defaults: .bundled))
        #expect(Chart.TimeZoneMode.exchange.zone(of: instrument).id == "America/New_York")
        #expect(Chart.TimeZoneMode.exchange.zone(of: nil).id == "UTC")
        #expect(Chart.TimeZoneMode.device.zone(of: instrument, device: "Asia/Tokyo").id == "Asia/Tokyo")
        #expect(Chart.TimeZoneMode.utc.zone(of: instrument).id == "UTC")
        #expect(Chart.TimeZoneMode.named("Europe/Berlin").zone(of: instrument).id == "Europe/Berlin")
        for text in ["exchange", "device", "UTC", "Europe/Berlin"] {
            #expect(Chart.TimeZoneMode(rawValue: text).rawValue == text)
        }
    }

    /// Setting a property is a change like any other, so its result obeys the rules.
    @Test func settersFollowTheRules() {
        var settings = Chart.Settings()
        settings[.lockScale] = true
        #expect(settings == Chart.Settings.default.applying(.flag(.lockScale, true)))
        settings.scaleType = .percent
        settings[.autoScale] = true
        #expect(!settings[.autoScale] && !settings[.lockScale])
        settings.timezone = .named("Mars/Olympus")
        #expect(settings.timezone == .exchange)
        settings.timezone = .utc
        (settings.candleStyle, settings.theme, settings.priceType) = (.line, .light, .bid)
        settings.colors.chosen[.up] = ChartColor(rgba: 0xFF)
        let changes: [Change] = [
            .scaleType(.percent), .timezone(.utc), .candleStyle(.line), .theme(.light), .priceType(.bid),
            .color(.up, ChartColor(rgba: 0xFF)),
        ]
        #expect(settings == changes.reduce(Chart.Settings.default) { $0.applying($1) })
    }

    @Test func resettingRetainsTheConditionsOfTheChart() throws {
        let instrument = Instrument(type: "FOREX", symbol: "X", schedule: try Trading.Schedule(Self.roundTheClock))
        let settings = Chart.Settings.default.applying(.instrument(instrument)).applying(.flag(.highLow, true))
        #expect(settings.differs(from: .default))
        let reset = Chart.Settings.default.adapted(as: settings)
        #expect(reset == Chart.Settings.default.applying(.instrument(instrument)))
        #expect(!reset.differs(from: .default))
    }
}
