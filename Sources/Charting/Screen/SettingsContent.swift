/// A setting of a chart, as a settings screen names it.
public enum SettingsContent: String, Hashable, Sendable, CaseIterable, Codable {
    /// `Chart.ChartType`
    case chartType
    /// `Chart.Flag.highLow`
    case highLow
    /// `Chart.Flag.verticalGrid`
    case verticalGrid
    /// `Chart.Flag.horizontalGrid`
    case horizontalGrid
    /// `Chart.Flag.wicks`
    case wicks
    /// `Chart.Flag.watermark`
    case watermark
    /// `Chart.TimeZoneMode`
    case timeZone
    /// `Chart.Theme`
    case theme
    /// `Chart.ThemeColors`
    case themeColors
    /// `Chart.Flag.trading`
    case trading
    /// `Chart.Flag.orders`
    case orders
    /// `Chart.Flag.positions`
    case positions
    /// `Chart.ScaleType`
    case scaleType
    /// `Chart.Flag.autoScale`
    case autoScale
    /// `Chart.Flag.fitIndicators`
    case fitIndicators
    /// `Chart.Flag.fitOrders`
    case fitOrders
    /// `Chart.Flag.fitPositions`
    case fitPositions
    /// `Chart.Flag.invertScale`
    case invertScale
    /// `Chart.Flag.lockScale`
    case lockScale
    /// `Chart.Flag.sessionBreaks`
    case sessionBreaks
    /// `Chart.Flag.extendedHours`
    case extendedHours
    /// `Chart.Flag.alignWithSessionStart`
    case alignWithSessionStart
    /// `Chart.PriceType`
    case priceType
    /// `Chart.Flag.volume`
    case volume
    /// `Chart.Flag.events`
    case events
    /// `Chart.Flag.dividends`
    case dividends
    /// `Chart.Flag.splits`
    case splits
    /// `Chart.Flag.earnings`
    case earnings
    /// `Chart.Flag.conferenceCalls`
    case conferenceCalls
    /// `Chart.Flag.news`
    case news

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
