/// A setting of a chart, as a settings screen names it.
public enum SettingsContent: String, Hashable, Sendable, CaseIterable, Codable {
    case chartType, highLow, verticalGrid, horizontalGrid, wicks, watermark, timeZone, theme, themeColors
    case trading, orders, positions
    case scaleType, autoScale, fitIndicators, fitOrders, fitPositions, invertScale, lockScale
    case sessionBreaks, extendedHours, alignWithSessionStart
    case priceType, volume, events, dividends, splits, earnings, conferenceCalls, news

    /// The flag that it switches; `nil` for choices and colours.
    public var flag: Chart.Flag? { Chart.Flag(rawValue: rawValue) }

    /// As people read it.
    public var title: String {
        switch self {
        case .chartType: "Chart type"
        case .highLow: "High and low"
        case .verticalGrid: "Vertical grid"
        case .horizontalGrid: "Horizontal grid"
        case .wicks: "Candle wicks"
        case .watermark: "Watermark"
        case .timeZone: "Time zone"
        case .theme: "Theme"
        case .themeColors: "Colors"
        case .trading: "Trading from chart"
        case .orders: "Orders"
        case .positions: "Positions"
        case .scaleType: "Scale type"
        case .autoScale: "Auto-scale"
        case .fitIndicators: "Fit to indicators"
        case .fitOrders: "Fit to orders"
        case .fitPositions: "Fit to positions"
        case .invertScale: "Invert scale"
        case .lockScale: "Lock price/bar ratio"
        case .sessionBreaks: "Session breaks"
        case .extendedHours: "Extended hours"
        case .alignWithSessionStart: "Align with session start"
        case .priceType: "Price type"
        case .volume: "Volume"
        case .events: "Events"
        case .dividends: "Dividends"
        case .splits: "Splits and consolidations"
        case .earnings: "Earnings and estimates"
        case .conferenceCalls: "Conference calls"
        case .news: "News"
        }
    }
}

extension ChartSettings {
    /// All settings in the order that a screen shows where the data source has none of its own.
    public static let defaultContent: [Section] = [
        Section(
            title: "Chart",
            items: [
                .chartType, .highLow, .verticalGrid, .horizontalGrid, .wicks, .watermark, .timeZone, .theme,
                .themeColors,
            ]),
        Section(title: "Trading", items: [.trading, .orders, .positions]),
        Section(
            title: "Scale",
            items: [.scaleType, .autoScale, .fitIndicators, .fitOrders, .fitPositions, .invertScale, .lockScale]),
        Section(title: "Hours", items: [.sessionBreaks, .extendedHours, .alignWithSessionStart]),
        Section(title: "Data", items: [.priceType, .volume]),
        Section(title: "Events", items: [.events, .dividends, .splits, .earnings, .conferenceCalls, .news]),
    ]
}
