extension Chart {
    /// How a chart looks and what it shows: a value that is legal at any time.
    ///
    /// ```swift
    /// var settings = Chart.Settings()
    /// settings.scaleType = .percent
    /// settings[.autoScale]                     // false
    /// settings.isEnabled(.autoScale)           // false
    /// settings[.autoScale] = true              // still false
    /// ```
    ///
    /// Whatever is set is a change (`apply(_:)`), which keeps the rules that stand there: a flag that is disabled stays off, and a
    /// scale type brings its flags with it. What the chart is of – the length of its bars, its instrument – belongs to the settings
    /// too: some mean nothing there. A choice that means nothing for now is held back and comes back when it can.
    ///
    /// Coded, it is an object. Decoding takes what it understands, the defaults for the rest, and makes it legal.
    public struct Settings: Hashable, Sendable {
        /// What is set, legal between two changes.
        var values = Values()

        /// Candles of regular hours, by last prices; the vertical grid, auto-scale, fitting to indicators and volume are on.
        public init() {}

        /// The same as `init()`.
        public static let `default` = Settings()

        /// How prices are drawn.
        public var chartType: ChartType {
            get { values.chartType }
            set { apply(.chartType(newValue)) }
        }
        /// Whose clock the time axis shows; UTC where bars hold a day or more.
        public var timeZone: TimeZoneMode {
            get { values.timeZone }
            set { apply(.timeZone(newValue)) }
        }
        /// Light or dark.
        public var theme: Theme {
            get { values.theme }
            set { apply(.theme(newValue)) }
        }
        /// The colours that were chosen in place of the theme's own.
        public var themeColors: ThemeColors {
            get { values.themeColors }
            set { values.themeColors = newValue }
        }
        /// How the price axis is divided. Another one sets what depends on it.
        public var scaleType: ScaleType {
            get { values.scaleType }
            set { apply(.scaleType(newValue)) }
        }
        /// Which prices are drawn.
        public var priceType: PriceType {
            get { values.priceType }
            set { apply(.priceType(newValue)) }
        }
        /// What is switched on.
        public var flags: Set<Flag> { values.flags }

        package var conditions: Conditions { values.conditions }

        /// Whether a flag is on. One that is disabled stays as it is.
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

    /// What of a chart's bars and instrument matters to its settings.
    package struct Conditions: Hashable, Sendable, Codable {
        /// A bar holds a day or more.
        package var isDayOrMore = false
        /// The instrument trades before or after its regular hours.
        package var hasExtendedHours = true
        /// The instrument's trading pauses within a day.
        package var hasSessionBreaks = true

        /// Everything is possible.
        package init() {}
    }

    /// Choices that mean nothing under the conditions.
    struct HeldBack: Hashable, Sendable, Codable {
        var timeZone: TimeZoneMode?
        var extendedHours = false
        var sessionBreaks = false
    }
}

// MARK: - By name

extension Chart.Settings {
    /// The highest and the lowest price are marked.
    package var highLow: Bool { self[.highLow] }
    package var verticalGrid: Bool { self[.verticalGrid] }
    package var horizontalGrid: Bool { self[.horizontalGrid] }
    package var wicks: Bool { self[.wicks] }
    package var watermark: Bool { self[.watermark] }
    /// Orders can be placed from the chart.
    package var trading: Bool { self[.trading] }
    /// Orders are drawn; only with `trading`.
    package var orders: Bool { self[.orders] }
    /// Positions are drawn; only with `trading`.
    package var positions: Bool { self[.positions] }
    /// The price axis follows what is drawn.
    package var autoScale: Bool { self[.autoScale] }
    package var fitIndicators: Bool { self[.fitIndicators] }
    package var fitOrders: Bool { self[.fitOrders] }
    package var fitPositions: Bool { self[.fitPositions] }
    package var invertScale: Bool { self[.invertScale] }
    /// The ratio of price to time stays when the chart is zoomed.
    package var lockScale: Bool { self[.lockScale] }
    package var sessionBreaks: Bool { self[.sessionBreaks] }
    package var extendedHours: Bool { self[.extendedHours] }
    package var alignWithSessionStart: Bool { self[.alignWithSessionStart] }
    package var volume: Bool { self[.volume] }
    package var events: Bool { self[.events] }
    package var dividends: Bool { self[.dividends] }
    /// Splits and consolidations.
    package var splits: Bool { self[.splits] }
    /// Earnings and estimates.
    package var earnings: Bool { self[.earnings] }
    package var conferenceCalls: Bool { self[.conferenceCalls] }
    package var news: Bool { self[.news] }
}
