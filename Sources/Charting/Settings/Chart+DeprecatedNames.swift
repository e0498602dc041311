// Names that were used before the vendor's articles introduced others.

extension Chart {
    /// How prices are drawn.
    @available(*, deprecated, renamed: "CandleStyle")
    public typealias ChartType = CandleStyle
}

extension Chart.Flag {
    /// Splits and consolidations.
    @available(*, deprecated, renamed: "corporateActions")
    public static var splits: Self { .corporateActions }
}

extension Chart.Settings {
    /// How prices are drawn.
    @available(*, deprecated, renamed: "candleStyle")
    public var chartType: Chart.CandleStyle {
        get { candleStyle }
        set { candleStyle = newValue }
    }

    /// The clock of the time axis.
    @available(*, deprecated, renamed: "timezone")
    public var timeZone: Chart.TimeZoneMode {
        get { timezone }
        set { timezone = newValue }
    }

    /// The colors that replace those of the theme.
    @available(*, deprecated, renamed: "colors")
    public var themeColors: Chart.ThemeColors {
        get { colors }
        set { colors = newValue }
    }
}
