extension Chart {
    /// What a chart's settings have switched on or off.
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
        /// The price axis follows what is drawn.
        case autoScale
        /// The axis also holds the lines of studies; only with `autoScale`.
        case fitIndicators
        /// The axis also holds orders; only with `autoScale`.
        case fitOrders
        /// The axis also holds positions; only with `autoScale`.
        case fitPositions
        /// Low prices are above high ones.
        case invertScale
        /// The ratio of price to time stays when the chart is zoomed.
        case lockScale
        // MARK: Hours
        /// The pauses of trading are marked.
        case sessionBreaks
        /// Bars of extended hours are shown: pre-market and after-market.
        case extendedHours
        /// Bars begin with the session; only without `extendedHours`.
        case alignWithSessionStart
        // MARK: What is drawn beside prices
        /// Volume below the prices.
        case volume
        /// Events on the time axis.
        case events
        /// Dividends; only with `events`.
        case dividends
        /// Splits and consolidations; only with `events`.
        case splits
        /// Earnings and estimates; only with `events`.
        case earnings
        /// Conference calls; only with `events`.
        case conferenceCalls
        /// News; only with `events`.
        case news

        /// The flag on which this one depends: while that is off, this one is disabled and off. `nil` where it depends on none.
        public var parent: Flag? {
            switch self {
            case .orders, .positions: .trading
            case .fitIndicators, .fitOrders, .fitPositions: .autoScale
            case .dividends, .splits, .earnings, .conferenceCalls, .news: .events
            default: nil
            }
        }

        /// The flags whose parent this is.
        package var children: [Flag] { Self.allCases.filter { $0.parent == self } }
    }
}
