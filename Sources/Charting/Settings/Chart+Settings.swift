extension Chart {
    /// How a chart looks and what it shows: a value that is legal at any time.
    ///
    /// ```swift
    /// var settings = Chart.Settings.default
    /// settings.apply(.scaleType(.percent))
    /// settings.autoScale                       // false
    /// settings.isEnabled(.autoScale)           // false
    /// ```
    ///
    /// Settings change by `applying(_:)` alone, which keeps the rules that stand there. What the chart is of – the length of
    /// its bars, its instrument – belongs to the settings too: some mean nothing there. A choice that means nothing for now is
    /// held back and comes back when it can.
    ///
    /// Coded, it is an object. Decoding takes what it understands, the defaults for the rest, and makes it legal.
    public struct Settings: Hashable, Sendable {
        public internal(set) var chartType = ChartType.candle
        public internal(set) var timeZone = TimeZoneMode.exchange
        public internal(set) var theme = Theme.dark
        public internal(set) var themeColors = ThemeColors()
        public internal(set) var scaleType = ScaleType.regular
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
        /// The instrument's trading pauses.
        public var hasSessionBreaks = true

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
    public var highLow: Bool { self[.highLow] }
    public var verticalGrid: Bool { self[.verticalGrid] }
    public var horizontalGrid: Bool { self[.horizontalGrid] }
    public var wicks: Bool { self[.wicks] }
    public var watermark: Bool { self[.watermark] }
    /// Orders can be placed from the chart.
    public var trading: Bool { self[.trading] }
    /// Orders are drawn; only with `trading`.
    public var orders: Bool { self[.orders] }
    /// Positions are drawn; only with `trading`.
    public var positions: Bool { self[.positions] }
    /// The price axis follows what is drawn.
    public var autoScale: Bool { self[.autoScale] }
    public var fitIndicators: Bool { self[.fitIndicators] }
    public var fitOrders: Bool { self[.fitOrders] }
    public var fitPositions: Bool { self[.fitPositions] }
    public var invertScale: Bool { self[.invertScale] }
    /// The ratio of price to time stays when the chart is zoomed.
    public var lockScale: Bool { self[.lockScale] }
    public var sessionBreaks: Bool { self[.sessionBreaks] }
    public var extendedHours: Bool { self[.extendedHours] }
    public var alignWithSessionStart: Bool { self[.alignWithSessionStart] }
    public var volume: Bool { self[.volume] }
    public var events: Bool { self[.events] }
    public var dividends: Bool { self[.dividends] }
    /// Splits and consolidations.
    public var splits: Bool { self[.splits] }
    /// Earnings and estimates.
    public var earnings: Bool { self[.earnings] }
    public var conferenceCalls: Bool { self[.conferenceCalls] }
    public var news: Bool { self[.news] }
}
