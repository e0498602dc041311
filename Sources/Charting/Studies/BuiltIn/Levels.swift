/// Price levels that restart with each trading day, week or month.
extension StudySettings {
    /// Volume-weighted average price, restarted on each trading day.
    public static let vwap = study(
        .vwap, "Volume-weighted average price", .overlay,
        [.period("1d"), .price(.hlc3), .factor("2", "deviations", "Deviations")],
        [.line("VWAP", .orange), .line("Upper", .teal), .line("Lower", .teal)])

    /// Pivot points.
    public static let pivotPoints = study(.pivotPoints, "Pivot points", .overlay, [.period("1d")], pivots(3))

    /// Fibonacci pivot points.
    public static let fibonacciPivots = study(
        .fibonacciPivots, "Fibonacci pivot points", .overlay, [.period("1d")], pivots(3))

    /// Camarilla pivot points.
    public static let camarillaPivots = study(
        .camarillaPivots, "Camarilla pivot points", .overlay, [.period("1d")], pivots(4))

    /// Woodie's pivot points.
    public static let woodiesPivots = study(
        .woodiesPivots, "Woodie's pivot points", .overlay, [.period("1d")], pivots(2))

    /// Open and close of the day.
    public static let dayOpenClose = study(
        .dayOpenClose, "Day open and close", .overlay, [.flag(true, "previous", "Close of the day before")],
        [.line("Open", .blue), .line("Close", .violet)])

    /// Range of the previous day.
    public static let previousDayRange = study(
        .previousDayRange, "Range of the day before", .overlay, [.period("1d")],
        [.line("High", .green), .line("Low", .red), .dashes("Middle")])

    /// Opening range.
    public static let openingRange = study(
        .openingRange, "Opening range", .overlay, [.length(30, "minutes", "Minutes", 1...720)],
        [.line("High", .green), .line("Low", .red), .dashes("Middle")])

    private static func pivots(_ count: Int) -> [Line] {
        [.line("P", .yellow)] + (1...count).map { .line("R\($0)", .green) } + (1...count).map { .line("S\($0)", .red) }
    }

    static let levels: [StudySettings] = [
        vwap, pivotPoints, fibonacciPivots, camarillaPivots, woodiesPivots, dayOpenClose, previousDayRange,
        openingRange,
    ]
}
