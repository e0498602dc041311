extension Chart {
    /// The appearance and contents of a chart. The value always satisfies the rules for settings.
    ///
    /// ```swift
    /// var settings = Chart.Settings()
    /// settings.scaleType = .percent
    /// settings[.autoScale]                     // false
    /// settings.isEnabled(.autoScale)           // false
    /// settings[.autoScale] = true              // still false
    /// ```
    ///
    /// Every assignment is a change (`apply(_:)`) that follows the rules: a disabled flag remains off, and a scale type
    /// sets its flags. `refusal(of:)` returns the reason that a change has no effect. Choices that do not apply to the
    /// chart's instrument are held back until they apply.
    ///
    /// The encoded form is an object. Decoding replaces unreadable parts by defaults and enforces the rules.
    public struct Settings: Hashable, Sendable {
        /// The stored choices. Between changes, they satisfy the rules.
        var values = Values()

        /// Creates the default settings: candles of last prices in regular hours. Vertical grid, auto-scale, fitting to
        /// indicators and volume are on.
        public init() {}

        /// The default settings, equal to `init()`.
        public static let `default` = Settings()

        /// How prices are drawn.
        public var candleStyle: CandleStyle {
            get { values.candleStyle }
            set { apply(.candleStyle(newValue)) }
        }
        /// The clock of the time axis.
        public var timezone: TimeZoneMode {
            get { values.timezone }
            set { apply(.timezone(newValue)) }
        }
        /// The color theme.
        public var theme: Theme {
            get { values.theme }
            set { apply(.theme(newValue)) }
        }
        /// The colors that replace those of the theme.
        public var colors: ThemeColors {
            get { values.colors }
            set { values.colors = newValue }
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
        var candleStyle = CandleStyle.candle
        var timezone = TimeZoneMode.exchange
        var theme = Theme.dark
        var colors = ThemeColors()
        var scaleType = ScaleType.regular
        var priceType = PriceType.last
        var flags: Set<Flag> = [.verticalGrid, .autoScale, .fitIndicators, .volume]
        var conditions = Conditions()
        var heldBack = HeldBack()
    }

    /// The properties of the chart's instrument on which its settings depend.
    package struct Conditions: Hashable, Sendable, Codable {
        /// A Boolean value that indicates whether the instrument trades before or after its regular hours.
        package var hasExtendedHours = true
        /// A Boolean value that indicates whether the instrument's trading has breaks within a day.
        package var hasSessionBreaks = true

        /// Creates conditions that enable everything.
        package init() {}
    }

    /// The choices that are held back, because they do not apply under the current conditions.
    struct HeldBack: Hashable, Sendable, Codable {
        var extendedHours = false
        var sessionBreaks = false
    }
}

// MARK: - Flags by name

extension Chart.Settings {
    /// A Boolean value that indicates whether the highest and the lowest price are marked.
    public var highLow: Bool { self[.highLow] }
    /// A Boolean value that indicates whether vertical grid lines are drawn.
    public var verticalGrid: Bool { self[.verticalGrid] }
    /// A Boolean value that indicates whether horizontal grid lines are drawn.
    public var horizontalGrid: Bool { self[.horizontalGrid] }
    /// A Boolean value that indicates whether candles have wicks.
    public var wicks: Bool { self[.wicks] }
    /// A Boolean value that indicates whether the instrument's name is drawn behind the chart.
    public var watermark: Bool { self[.watermark] }
    /// A Boolean value that indicates whether orders can be placed from the chart.
    public var trading: Bool { self[.trading] }
    /// A Boolean value that indicates whether orders are drawn; requires `trading`.
    public var orders: Bool { self[.orders] }
    /// A Boolean value that indicates whether positions are drawn; requires `trading`.
    public var positions: Bool { self[.positions] }
    /// A Boolean value that indicates whether the price axis adapts to the visible content.
    public var autoScale: Bool { self[.autoScale] }
    /// A Boolean value that indicates whether the price axis includes the indicators.
    public var fitIndicators: Bool { self[.fitIndicators] }
    /// A Boolean value that indicates whether the price axis includes the orders.
    public var fitOrders: Bool { self[.fitOrders] }
    /// A Boolean value that indicates whether the price axis includes the positions.
    public var fitPositions: Bool { self[.fitPositions] }
    /// A Boolean value that indicates whether the price axis is inverted.
    public var invertScale: Bool { self[.invertScale] }
    /// A Boolean value that indicates whether zooming preserves the ratio of price to time.
    public var lockScale: Bool { self[.lockScale] }
    /// A Boolean value that indicates whether breaks between sessions are marked.
    public var sessionBreaks: Bool { self[.sessionBreaks] }
    /// A Boolean value that indicates whether trading before and after regular hours is shown.
    public var extendedHours: Bool { self[.extendedHours] }
    /// A Boolean value that indicates whether the first bar of a day begins with the session.
    public var alignWithSessionStart: Bool { self[.alignWithSessionStart] }
    /// A Boolean value that indicates whether volume is drawn.
    public var volume: Bool { self[.volume] }
    /// A Boolean value that indicates whether corporate events are shown.
    public var events: Bool { self[.events] }
    /// A Boolean value that indicates whether dividends are shown.
    public var dividends: Bool { self[.dividends] }
    /// A Boolean value that indicates whether splits and consolidations are shown.
    public var corporateActions: Bool { self[.corporateActions] }
    /// A Boolean value that indicates whether earnings and estimates are shown.
    public var earnings: Bool { self[.earnings] }
    /// A Boolean value that indicates whether conference calls are shown.
    public var conferenceCalls: Bool { self[.conferenceCalls] }
    /// A Boolean value that indicates whether news are shown.
    public var news: Bool { self[.news] }
}
