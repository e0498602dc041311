extension Chart {
    /// An option of a chart that can be on or off.
    public enum Flag: String, Hashable, Sendable, CaseIterable, Codable {
        // MARK: Looks
        /// The highest and the lowest price are marked.
        case highLow
        /// Vertical grid lines.
        case verticalGrid
        /// Horizontal grid lines.
        case horizontalGrid
        /// The wicks of candles, from low to high.
        case wicks
        /// The symbol, the description and the bar length are drawn behind the prices.
        case watermark
        // MARK: Trading from the chart
        /// Orders can be placed from the chart.
        case trading
        /// Active orders are drawn; requires `trading`.
        case orders
        /// Open positions are drawn; requires `trading`.
        case positions
        // MARK: Price scale
        /// The price axis adapts to the visible content.
        case autoScale
        /// The price axis also includes the lines of studies; requires `autoScale`.
        case fitIndicators
        /// The price axis also includes orders; requires `autoScale`.
        case fitOrders
        /// The price axis also includes positions; requires `autoScale`.
        case fitPositions
        /// The price axis is inverted: low prices are at the top.
        case invertScale
        /// Zooming preserves the ratio of price to time.
        case lockScale
        // MARK: Hours
        /// The breaks between trading sessions are marked.
        case sessionBreaks
        /// Bars of extended hours, pre-market and after-market, are shown.
        case extendedHours
        /// Bars are aligned with the start of the session; not possible with `extendedHours`.
        case alignWithSessionStart
        // MARK: Additional content
        /// Volume is drawn below the prices.
        case volume
        /// Events are shown on the time axis.
        case events
        /// Dividends are shown; requires `events`.
        case dividends
        /// Splits and consolidations are shown; requires `events`.
        case corporateActions
        /// Earnings and estimates are shown; requires `events`.
        case earnings
        /// Conference calls are shown; requires `events`.
        case conferenceCalls
        /// News are shown; requires `events`.
        case news

        /// The flag that this flag requires: while the parent is off, this flag is disabled and off. `nil` if there is
        /// no parent.
        public var parent: Flag? {
            switch self {
            case .orders, .positions: .trading
            case .fitIndicators, .fitOrders, .fitPositions: .autoScale
            case .dividends, .corporateActions, .earnings, .conferenceCalls, .news: .events
            default: nil
            }
        }

        /// The flags that require this flag.
        package var children: [Flag] { Self.allCases.filter { $0.parent == self } }
    }
}
