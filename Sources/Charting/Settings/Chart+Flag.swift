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
        /// Symbol, description and aggregation behind the prices.
        case watermark
        // MARK: Trading from the chart
        /// Orders can be placed from the chart.
        case trading
        /// Active orders are drawn; only with `trading`.
        case orders
        /// Open positions are drawn; only with `trading`.
        case positions
        // MARK: Price scale
        /// The price axis adapts to the visible content.
        case autoScale
        /// The price axis also includes the lines of studies; only with `autoScale`.
        case fitIndicators
        /// The price axis also includes orders; only with `autoScale`.
        case fitOrders
        /// The price axis also includes positions; only with `autoScale`.
        case fitPositions
        /// Low prices are above high ones.
        case invertScale
        /// Zooming preserves the ratio of price to time.
        case lockScale
        // MARK: Hours
        /// The pauses of trading are marked.
        case sessionBreaks
        /// Bars of extended hours are shown: pre-market and after-market.
        case extendedHours
        /// Bars are aligned with the start of the session; only without `extendedHours`.
        case alignWithSessionStart
        // MARK: Additional content
        /// Volume below the prices.
        case volume
        /// Events on the time axis.
        case events
        /// Dividends; only with `events`.
        case dividends
        /// Splits and consolidations; only with `events`.
        case corporateActions
        /// Earnings and estimates; only with `events`.
        case earnings
        /// Conference calls; only with `events`.
        case conferenceCalls
        /// News; only with `events`.
        case news

        /// The parent flag; while it is off, this flag is disabled and off. `nil` if there is no parent.
        public var parent: Flag? {
            switch self {
            case .orders, .positions: .trading
            case .fitIndicators, .fitOrders, .fitPositions: .autoScale
            case .dividends, .corporateActions, .earnings, .conferenceCalls, .news: .events
            default: nil
            }
        }

        /// The flags with this flag as their parent.
        package var children: [Flag] { Self.allCases.filter { $0.parent == self } }
    }
}
