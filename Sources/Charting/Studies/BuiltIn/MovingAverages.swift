/// Averages of prices.
extension StudySettings {
    /// Simple moving average.
    public static let sma = average(.sma, "Simple moving average", 9)
    /// Exponential moving average.
    public static let ema = average(.ema, "Exponential moving average", 9)
    /// Weighted moving average.
    public static let wma = average(.wma, "Weighted moving average", 9)
    /// Wilder's average.
    public static let wildersAverage = average(.wildersAverage, "Wilder's average", 14)
    /// Hull moving average.
    public static let hullMovingAverage = average(.hullMovingAverage, "Hull moving average", 20, 2...1000)
    /// Double exponential moving average.
    public static let doubleExponentialAverage = average(
        .doubleExponentialAverage, "Double exponential moving average", 9)
    /// Triple exponential moving average.
    public static let tripleExponentialAverage = average(
        .tripleExponentialAverage, "Triple exponential moving average", 9)
    /// Triangular moving average.
    public static let triangularAverage = average(.triangularAverage, "Triangular moving average", 20)
    /// Zero-lag exponential moving average.
    public static let zeroLagAverage = average(.zeroLagAverage, "Zero-lag exponential moving average", 21)
    /// Moving linear regression.
    public static let movingLinearRegression = average(
        .movingLinearRegression, "Moving linear regression", 25, 2...1000)
    /// McGinley dynamic.
    public static let mcGinleyDynamic = average(.mcGinleyDynamic, "McGinley dynamic", 14)

    /// Kaufman's adaptive moving average.
    public static let kaufmanAdaptiveAverage = study(
        .kaufmanAdaptiveAverage, "Kaufman's adaptive moving average", .overlay,
        [
            .length(10), .length(2, "fastLength", "Fast length"), .length(30, "slowLength", "Slow length"), .price(),
            .displace,
        ],
        [.line("KAMA", .violet)])

    /// Variable index dynamic average.
    public static let variableIndexDynamicAverage = study(
        .variableIndexDynamicAverage, "Variable index dynamic average", .overlay, [.length(14), .price(), .displace],
        [.line("VIDYA", .pink)]
    )

    /// Arnaud Legoux moving average.
    public static let arnaudLegouxAverage = study(
        .arnaudLegouxAverage, "Arnaud Legoux moving average", .overlay,
        [
            .length(9), .number("0.85", "offset", "Offset", 0...1), .number("6", "sigma", "Sigma", 0.5...50, digits: 1),
            .price(), .displace,
        ],
        [.line("ALMA", .teal)])

    /// Tillson's T3.
    public static let t3Average = study(
        .t3Average, "Tillson's T3", .overlay,
        [.length(5), .number("0.7", "volumeFactor", "Volume factor", 0...1), .price(), .displace], [.line("T3", .green)]
    )

    /// Volume-weighted moving average.
    public static let volumeWeightedAverage = study(
        .volumeWeightedAverage, "Volume-weighted moving average", .overlay, [.length(20), .price(), .displace],
        [.line("VWMA", .yellow)]
    )

    /// Moving average crossover.
    public static let movingAverageCrossover = study(
        .movingAverageCrossover, "Moving average crossover", .overlay,
        [
            .length(15, "fastLength", "Fast length"), .length(30, "slowLength", "Slow length"), .price(),
            .average(.simple),
        ],
        [.line("Fast", .blue), .line("Slow", .orange), .arrows("Up", .green), .arrows("Down", .red)])

    static let movingAverages: [StudySettings] = [
        sma, ema, wma, wildersAverage, hullMovingAverage, doubleExponentialAverage, tripleExponentialAverage,
        triangularAverage, zeroLagAverage, movingLinearRegression, mcGinleyDynamic, kaufmanAdaptiveAverage,
        variableIndexDynamicAverage, arnaudLegouxAverage, t3Average, volumeWeightedAverage, movingAverageCrossover,
    ]

    private static func average(
        _ id: ID, _ title: String, _ length: Int, _ lengths: ClosedRange<Int> = 1...1000
    ) -> StudySettings {
        study(
            id, title, .overlay, [.length(length, "length", "Length", lengths), .price(), .displace],
            [.line(id.rawValue)])
    }
}
