/// The identity of a chart setting on a settings screen.
public enum SettingsContent: String, Hashable, Sendable, CaseIterable, Codable {
    /// `Chart.CandleStyle`
    case candleStyle
    /// `Chart.Flag.highLow`
    case highLow
    /// `Chart.Flag.verticalGrid` and `Chart.Flag.horizontalGrid` together, for layouts that show them as one
    case grid
    /// `Chart.Flag.verticalGrid`
    case verticalGrid
    /// `Chart.Flag.horizontalGrid`
    case horizontalGrid
    /// `Chart.Flag.wicks`
    case wicks
    /// `Chart.Flag.watermark`
    case watermark
    /// `Chart.TimeZoneMode`
    case timezone
    /// `Chart.Theme`
    case theme
    /// `Chart.ThemeColors`
    case colors
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
    /// `Chart.Flag.corporateActions`
    case corporateActions
    /// `Chart.Flag.earnings`
    case earnings
    /// `Chart.Flag.conferenceCalls`
    case conferenceCalls
    /// `Chart.Flag.news`
    case news

    /// The flags that the setting changes; empty for choices and colors.
    package var flags: [Chart.Flag] {
        self == .grid ? [.verticalGrid, .horizontalGrid] : Chart.Flag(rawValue: rawValue).map { [$0] } ?? []
    }

    /// The title for display.
    public var title: String {
        switch self {
        case .candleStyle: "Chart type"
        case .highLow: "High and low"
        case .grid: "Grid"
        case .verticalGrid: "Vertical grid"
        case .horizontalGrid: "Horizontal grid"
        case .wicks: "Candle wicks"
        case .watermark: "Watermark"
        case .timezone: "Time zone"
        case .theme: "Theme"
        case .colors: "Colors"
        case .trading: "Trading from chart"
        case .orders: "Show active orders"
        case .positions: "Show open positions"
        case .scaleType: "Scale type"
        case .autoScale: "Auto-scale price axis"
        case .fitIndicators: "Fit indicators"
        case .fitOrders: "Fit orders"
        case .fitPositions: "Fit positions"
        case .invertScale: "Invert scale"
        case .lockScale: "Lock scale"
        case .sessionBreaks: "Session breaks"
        case .extendedHours: "Extended hours"
        case .alignWithSessionStart: "Align data with session start"
        case .priceType: "Price type"
        case .volume: "Volume"
        case .events: "Events on chart"
        case .dividends: "Dividends"
        case .corporateActions: "Corporate actions"
        case .earnings: "Earnings"
        case .conferenceCalls: "Conference calls"
        case .news: "News"
        }
    }
}

extension ChartSettings {
    /// All settings without duplicates, in the default order of a screen.
    public static let defaultContent: [Section] = [
        Section(
            title: "Chart",
            items: [
                .candleStyle, .highLow, .verticalGrid, .horizontalGrid, .wicks, .watermark, .timezone, .theme, .colors,
            ]),
        Section(title: "Trading", items: [.trading, .orders, .positions]),
        Section(
            title: "Scale",
            items: [.scaleType, .autoScale, .fitIndicators, .fitOrders, .fitPositions, .invertScale, .lockScale]),
        Section(title: "Hours", items: [.sessionBreaks, .extendedHours, .alignWithSessionStart]),
        Section(title: "Data", items: [.priceType, .volume]),
        Section(title: "Events", items: [.events, .dividends, .corporateActions, .earnings, .conferenceCalls, .news]),
    ]
}
