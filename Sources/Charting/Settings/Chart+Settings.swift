extension Chart {
    /// How a chart looks and what it shows: a value that is legal at any time.
    ///
    /// ```swift
    /// var settings = Chart.Settings.default
    /// settings.apply(.scaleType(.percent))
    /// settings[.autoScale]                     // false
    /// settings.isEnabled(.autoScale)           // false
    /// ```
    ///
    /// Settings change by `applying(_:)` alone, which keeps the rules that stand there. What the chart is of – the length of
    /// its bars, its instrument – belongs to the settings too: some mean nothing there. A choice that means nothing for now is
    /// held back and comes back when it can.
    ///
    /// Coded, it is an object. Decoding takes what it understands, the defaults for the rest, and makes it legal.
    public struct Settings: Hashable, Sendable {
        /// How prices are drawn.
        public internal(set) var chartType = ChartType.candle
        /// Whose clock the time axis shows; UTC where bars hold a day or more.
        public internal(set) var timeZone = TimeZoneMode.exchange
        /// Light or dark.
        public internal(set) var theme = Theme.dark
        /// The colours that were chosen in place of the theme's own.
        public internal(set) var themeColors = ThemeColors()
        /// How the price axis is divided.
        public internal(set) var scaleType = ScaleType.regular
        /// Which prices are drawn.
        public internal(set) var priceType = PriceType.last
        /// What is switched on.
        public internal(set) var flags: Set<Flag> = [.verticalGrid, .autoScale, .fitIndicators, .volume]

        /// What of the chart's bars and instrument matters to settings.
        public internal(set) var conditions = Conditions()
        /// Choices that mean nothing under these conditions.
        var heldBack = HeldBack()

        /// Candles of regular hours, by last prices; the vertical grid, auto-scale, fitting to indicators and volume are on.
        public static let `default` = Settings()

        /// Whether a flag is on.
        public subscript(flag: Flag) -> Bool { flags.contains(flag) }
    }

    /// What of a chart's bars and instrument matters to its settings.
    public struct Conditions: Hashable, Sendable, Codable {
        /// A bar holds a day or more.
        public var isDayOrMore = false
        /// The instrument trades before or after its regular hours.
        public var hasExtendedHours = true
        /// The instrument's trading pauses within a day.
        public var hasSessionBreaks = true

        /// Everything is possible.
        public init() {}
    }

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
