/// Bands and channels around prices.
extension StudySettings {
    /// Bollinger bands: standard deviations around an average.
    public static let bollingerBands = study(
        .bollingerBands, "Bollinger bands", .overlay,
        [.length(20), .factor("2", "deviations", "Deviations"), .price(), .average(.simple), .displace], Line.channel)

    /// Keltner channels.
    public static let keltnerChannels = study(
        .keltnerChannels, "Keltner channels", .overlay,
        [
            .length(20), .factor("1.5"), .price(), .average(.simple),
            .average(.simple, "trueRangeAverage", "True range average type"), .displace,
        ], Line.channel)

    /// Donchian channel.
    public static let donchianChannel = study(
        .donchianChannel, "Donchian channel", .overlay, [.length(20), .displace], Line.channel)

    /// Linear regression curve.
    public static let linearRegressionCurve = study(
        .linearRegressionCurve, "Linear regression curve", .overlay,
        [.length(9, "length", "Length", 2...1000), .price(), .displace],
        [.line("LinReg", .teal)])

    /// The regression line over the last bars.
    public static let linearRegression = study(
        .linearRegression, "Linear regression", .overlay, [.length(100, "length", "Length", 2...5000), .price()],
        [.line("LinReg", .teal)])

    /// Linear regression channel.
    public static let linearRegressionChannel = study(
        .linearRegressionChannel, "Linear regression channel", .overlay,
        [
            .length(100, "length", "Length", 2...5000), .number("100", "width", "Width, %", 1...1000, digits: 1),
            .price(),
        ],
        Line.channel)

    /// Standard deviation channel.
    public static let standardDeviationChannel = study(
        .standardDeviationChannel, "Standard deviation channel", .overlay,
        [.length(100, "length", "Length", 2...5000), .factor("2", "deviations", "Deviations"), .price()], Line.channel)

    /// Standard error bands.
    public static let standardErrorBands = study(
        .standardErrorBands, "Standard error bands", .overlay,
        [
            .length(21, "length", "Length", 3...1000), .factor("2", "deviations", "Errors"), .price(),
            .average(.simple),
            .length(3, "averageLength", "Average length"),
        ], Line.channel)

    /// Moving average envelope.
    public static let movingAverageEnvelope = study(
        .movingAverageEnvelope, "Moving average envelope", .overlay,
        [
            .length(20), .number("2.5", "percentAbove", "Above, %", 0...100),
            .number("2.5", "percentBelow", "Below, %", 0...100),
            .price(), .average(.simple), .displace,
        ], Line.channel)

    /// STARC bands.
    public static let starcBands = study(
        .starcBands, "STARC bands", .overlay,
        [.length(15, "trueRangeLength", "True range length"), .length(5), .factor("1.33")], Line.channel)

    /// Bollinger bandwidth.
    public static let bollingerBandwidth = study(
        .bollingerBandwidth, "Bollinger bandwidth", .below,
        [
            .length(20), .factor("2", "deviations", "Deviations"), .price(), .average(.simple),
            .length(150, "bulgeLength", "Bulge length"), .length(150, "squeezeLength", "Squeeze length"),
        ],
        [.line("Bandwidth"), .dashes("Bulge"), .dashes("Squeeze")])

    /// Bollinger %B.
    public static let bollingerPercentB = study(
        .bollingerPercentB, "Bollinger %B", .below,
        [
            .length(20), .factor("2", "deviations", "Deviations"), .price(), .average(.simple),
            .level(100, "overBought", "Overbought"), .level(0, "overSold", "Oversold"),
        ],
        [.line("%B")] + Line.extremes)

    static let bands: [StudySettings] = [
        bollingerBands, keltnerChannels, donchianChannel, linearRegressionCurve, linearRegression,
        linearRegressionChannel,
        standardDeviationChannel, standardErrorBands, movingAverageEnvelope, starcBands, bollingerBandwidth,
        bollingerPercentB,
    ]
}

/// Volatility: the size of price changes.
extension StudySettings {
    /// Average true range.
    public static let atr = study(
        .atr, "Average true range", .below, [.length(14), .average(.wilders)], [.line("ATR")])

    /// True range.
    public static let trueRange = study(.trueRange, "True range", .below, [], [.line("TR")])

    /// Standard deviation.
    public static let standardDeviation = study(
        .standardDeviation, "Standard deviation", .below, [.length(20, "length", "Length", 2...1000), .price()],
        [.line("Deviation")])

    /// Historical volatility.
    public static let historicalVolatility = study(
        .historicalVolatility, "Historical volatility", .below,
        [
            .length(20, "length", "Length", 2...1000), .length(252, "yearLength", "Bars a year", 1...1_000_000),
            .price(),
        ],
        [.line("HV")])

    /// Chaikin volatility.
    public static let chaikinVolatility = study(
        .chaikinVolatility, "Chaikin volatility", .below,
        [.length(10), .length(10, "rocLength", "Rate of change length"), .average(.exponential)],
        [.line("Volatility"), .zero])

    /// Ulcer index.
    public static let ulcerIndex = study(
        .ulcerIndex, "Ulcer index", .below, [.length(14), .price()], [.line("Ulcer")])

    static let volatilities: [StudySettings] = [
        atr, trueRange, standardDeviation, historicalVolatility, chaikinVolatility, ulcerIndex,
    ]
}
