extension Chart {
    /// What a chart's settings have switched on or off.
    public enum Flag: String, Hashable, Sendable, CaseIterable, Codable {
        // MARK: Looks
        case highLow, verticalGrid, horizontalGrid, wicks, watermark
        // MARK: Trading from the chart
        case trading, orders, positions
        // MARK: Price scale
        case autoScale, fitIndicators, fitOrders, fitPositions, invertScale, lockScale
        // MARK: Hours
        case sessionBreaks, extendedHours, alignWithSessionStart
        // MARK: What is drawn beside prices
        case volume, events, dividends, splits, earnings, conferenceCalls, news

        /// The flag without which this one means nothing: this is disabled and off as long as that is off.
        public var parent: Flag? {
            switch self {
            case .orders, .positions: .trading
            case .fitIndicators, .fitOrders, .fitPositions: .autoScale
            case .dividends, .splits, .earnings, .conferenceCalls, .news: .events
            default: nil
            }
        }

        /// The flags whose parent this is.
        public var children: [Flag] { Self.allCases.filter { $0.parent == self } }
    }
}
