/// Levels of prices that begin anew with each day, week or month of trading.
extension StudySettings {
    public static let vwap = study(
        "VWAP", "Volume-weighted average price", .overlay,
        [.period("1d"), .price(.hlc3), .factor("2", "deviations", "Deviations")],
        [.line("VWAP", .orange), .line("Upper", .teal), .line("Lower", .teal)])

    public static let pivotPoints = study("PivotPoints", "Pivot points", .overlay, [.period("1d")], pivots(3))

    public static let fibonacciPivots = study(
        "FibonacciPivots", "Fibonacci pivot points", .overlay, [.period("1d")], pivots(3))

    public static let camarillaPivots = study(
        "CamarillaPivots", "Camarilla pivot points", .overlay, [.period("1d")], pivots(4))

    public static let woodiesPivots = study(
        "WoodiesPivots", "Woodie's pivot points", .overlay, [.period("1d")], pivots(2))

    public static let dayOpenClose = study(
        "DayOpenClose", "Day open and close", .overlay, [.flag(true, "previous", "Close of the day before")],
        [.line("Open", .blue), .line("Close", .violet)])

    public static let previousDayRange = study(
        "PreviousDayRange", "Range of the day before", .overlay, [.period("1d")],
        [.line("High", .green), .line("Low", .red), .dashes("Middle")])

    public static let openingRange = study(
        "OpeningRange", "Opening range", .overlay, [.length(30, "minutes", "Minutes", 1...720)],
        [.line("High", .green), .line("Low", .red), .dashes("Middle")])

    private static func pivots(_ count: Int) -> [Line] {
        [.line("P", .yellow)] + (1...count).map { .line("R\($0)", .green) } + (1...count).map { .line("S\($0)", .red) }
    }

    static let levels: [StudySettings] = [
        vwap, pivotPoints, fibonacciPivots, camarillaPivots, woodiesPivots, dayOpenClose, previousDayRange,
        openingRange,
    ]
}
