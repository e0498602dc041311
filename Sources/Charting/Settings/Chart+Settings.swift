extension Chart {
    /// The appearance and contents of a chart, as a value that always satisfies its rules.
    ///
    /// ```swift
    /// var settings = Chart.Settings()
    /// settings.scaleType = .percent
    /// settings[.autoScale]                     // false
    /// settings.isEnabled(.autoScale)           // false
    /// settings[.autoScale] = true              // still false
    /// ```
    ///
    /// Every assignment is a change (`apply(_:)`) that observes the rules: a disabled flag remains off, and a scale
    /// type sets its flags. The settings include the length of the chart's bars and its instrument, since some
    /// choices do not apply to them. A choice that does not apply is held back until it does.
    ///
    /// The coded form is an object. Decoding uses defaults for unreadable parts and enforces the rules.
    public struct Settings: Hashable, Sendable {
        /// The stored choices; they satisfy the rules between two changes.
        var values = Values()

        /// Creates the default settings: candles of regular hours by last prices, with the vertical grid, auto-scale,
        /// fitting to indicators and volume on.
        public init() {}

        /// The default settings, equal to `init()`.
        public static let `default` = Settings()

        /// The representation of prices.
        public var chartType: ChartType {
            get { values.chartType }
            set { apply(.chartType(newValue)) }
        }
        /// The clock of the time axis; UTC if bars have the length of a day or more.
        public var timeZone: TimeZoneMode {
            get { values.timeZone }
            set { apply(.timeZone(newValue)) }
        }
        /// The color theme.
        public var theme: Theme {
            get { values.theme }
            set { apply(.theme(newValue)) }
        }
        /// The colors that replace those of the theme.
        public var themeColors: ThemeColors {
            get { values.themeColors }
            set { values.themeColors = newValue }
        }
        /// The scale of the price axis. Changing it sets the dependent flags.
        public var scaleType: ScaleType {
            get { values.scaleType }
            set { apply(.scaleType(newValue)) }
        }
        /// The type of prices.
        public var priceType: PriceType {
            get { values.priceType }
            set { apply(.priceType(newValue)) }
        }
        /// The flags that are on.
        public var flags: Set<Flag> { values.flags }

        package var conditions: Conditions { values.conditions }

        /// A Boolean value that indicates whether a flag is on. Setting a disabled flag has no effect.
        public subscript(flag: Flag) -> Bool {
            get { values.flags.contains(flag) }
            set { apply(.flag(flag, newValue)) }
        }
    }

    struct Values: Hashable, Sendable {
        var chartType = ChartType.candle
        var timeZone = TimeZoneMode.exchange
        var theme = Theme.dark
        var themeColors = ThemeColors()
        var scaleType = ScaleType.regular
        var priceType = PriceType.last
        var flags: Set<Flag> = [.verticalGrid, .autoScale, .fitIndicators, .volume]
        var conditions = Conditions()
        var heldBack = HeldBack()
    }

    /// The properties of a chart's bars and instrument that affect its settings.
    package struct Conditions: Hashable, Sendable, Codable {
        /// A Boolean value that indicates whether a bar has the length of a day or more.
        package var isDayOrMore = false
        /// A Boolean value that indicates whether the instrument trades before or after its regular hours.
        package var hasExtendedHours = true
        /// A Boolean value that indicates whether the instrument's trading pauses within a day.
        package var hasSessionBreaks = true

        /// Creates conditions that enable everything.
        package init() {}
    }

    /// The choices that do not apply under the current conditions.
    struct HeldBack: Hashable, Sendable, Codable {
        var timeZone: TimeZoneMode?
        var extendedHours = false
        var sessionBreaks = false
    }
}

// MARK: - By name

extension Chart.Settings {
    /// A Boolean value that indicates whether the highest and the lowest price are marked.
    package var highLow: Bool { self[.highLow] }
    package var verticalGrid: Bool { self[.verticalGrid] }
    package var horizontalGrid: Bool { self[.horizontalGrid] }
    package var wicks: Bool { self[.wicks] }
    package var watermark: Bool { self[.watermark] }
    /// A Boolean value that indicates whether orders can be placed from the chart.
    package var trading: Bool { self[.trading] }
    /// A Boolean value that indicates whether orders are drawn; only with `trading`.
    package var orders: Bool { self[.orders] }
    /// A Boolean value that indicates whether positions are drawn; only with `trading`.
    package var positions: Bool { self[.positions] }
    /// A Boolean value that indicates whether the price axis adapts to the visible content.
    package var autoScale: Bool { self[.autoScale] }
    package var fitIndicators: Bool { self[.fitIndicators] }
    package var fitOrders: Bool { self[.fitOrders] }
    package var fitPositions: Bool { self[.fitPositions] }
    package var invertScale: Bool { self[.invertScale] }
    /// A Boolean value that indicates whether zooming preserves the ratio of price to time.
    package var lockScale: Bool { self[.lockScale] }
    package var sessionBreaks: Bool { self[.sessionBreaks] }
    package var extendedHours: Bool { self[.extendedHours] }
    package var alignWithSessionStart: Bool { self[.alignWithSessionStart] }
    package var volume: Bool { self[.volume] }
    package var events: Bool { self[.events] }
    package var dividends: Bool { self[.dividends] }
    /// A Boolean value that indicates whether splits and consolidations are shown.
    package var splits: Bool { self[.splits] }
    /// A Boolean value that indicates whether earnings and estimates are shown.
    package var earnings: Bool { self[.earnings] }
    package var conferenceCalls: Bool { self[.conferenceCalls] }
    package var news: Bool { self[.news] }
}
