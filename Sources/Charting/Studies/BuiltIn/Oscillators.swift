/// Oscillators with a limited range, which indicate overbought and oversold prices.
extension StudySettings {
    /// Relative strength index (Wilder).
    public static let relativeStrengthIndex = study(
        .relativeStrengthIndex, "Relative strength index", .below,
        [.length(14), .price(), .average(.wilders)] + Parameter.extremes(30, 70),
        [.line("RSI", .violet)] + Line.extremes)

    /// Stochastic fast.
    public static let stochasticFast = study(
        .stochasticFast, "Stochastic fast", .below,
        [.length(14, "kPeriod", "%K period"), .length(3, "dPeriod", "%D period"), .average(.simple)]
            + Parameter.extremes(20, 80),
        stochasticLines)

    /// Stochastic slow.
    public static let stochasticSlow = study(
        .stochasticSlow, "Stochastic slow", .below,
        [.length(14, "kPeriod", "%K period"), .length(3, "dPeriod", "%D period"), .average(.simple)]
            + Parameter.extremes(20, 80),
        stochasticLines)

    /// Stochastic full.
    public static let stochasticFull = study(
        .stochasticFull, "Stochastic full", .below,
        [
            .length(14, "kPeriod", "%K period"), .length(3, "dPeriod", "%D period"),
            .length(3, "slowingPeriod", "Slowing period"), .average(.simple),
        ] + Parameter.extremes(20, 80), stochasticLines)

    /// Stochastic RSI.
    public static let stochasticRSI = study(
        .stochasticRSI, "Stochastic RSI", .below,
        [
            .length(14, "rsiLength", "RSI length"), .length(14, "kPeriod", "%K period"),
            .length(3, "dPeriod", "%D period"),
            .length(3, "slowingPeriod", "Slowing period"), .price(), .average(.simple),
        ] + Parameter.extremes(20, 80), stochasticLines)

    /// Stochastic momentum index.
    public static let stochasticMomentumIndex = study(
        .stochasticMomentumIndex, "Stochastic momentum index", .below,
        [
            .length(10, "kPeriod", "%K period"), .length(3, "dPeriod", "%D period"),
            .number("40", "overBought", "Overbought", -100...100, digits: 1),
            .number("-40", "overSold", "Oversold", -100...100, digits: 1),
        ],
        [.line("SMI"), .line("Average", .orange)] + Line.extremes)

    /// Commodity channel index.
    public static let commodityChannelIndex = study(
        .commodityChannelIndex, "Commodity channel index", .below,
        [
            .length(20), .price(.hlc3), .number("100", "overBought", "Overbought", -1000...1000, digits: 1),
            .number("-100", "overSold", "Oversold", -1000...1000, digits: 1),
        ], [.line("CCI"), .zero] + Line.extremes)

    /// Williams %R.
    public static let williamsPercentR = study(
        .williamsPercentR, "Williams %R", .below,
        [
            .length(14), .number("-20", "overBought", "Overbought", -100...0, digits: 1),
            .number("-80", "overSold", "Oversold", -100...0, digits: 1),
        ], [.line("%R")] + Line.extremes)

    /// Ultimate oscillator.
    public static let ultimateOscillator = study(
        .ultimateOscillator, "Ultimate oscillator", .below,
        [
            .length(7, "shortLength", "Short length"), .length(14, "middleLength", "Middle length"),
            .length(28, "longLength", "Long length"),
        ] + Parameter.extremes(30, 70), [.line("Ultimate")] + Line.extremes)

    /// Chande momentum oscillator.
    public static let chandeMomentum = study(
        .chandeMomentum, "Chande momentum oscillator", .below,
        [
            .length(20), .price(), .number("50", "overBought", "Overbought", -100...100, digits: 1),
            .number("-50", "overSold", "Oversold", -100...100, digits: 1),
        ],
        [.line("CMO"), .zero] + Line.extremes)

    /// Fisher transform.
    public static let fisherTransform = study(
        .fisherTransform, "Fisher transform", .below, [.length(10), .price(.hl2)],
        [.line("Fisher", .blue), .line("Trigger", .orange), .zero])

    /// Relative vigor index.
    public static let relativeVigorIndex = study(
        .relativeVigorIndex, "Relative vigor index", .below, [.length(10)],
        [.line("RVI", .green), .line("Signal", .red)])

    /// Relative volatility index.
    public static let relativeVolatilityIndex = study(
        .relativeVolatilityIndex, "Relative volatility index", .below,
        [.length(10, "deviationLength", "Deviation length", 2...1000), .length(14), .average(.wilders)]
            + Parameter.extremes(20, 80), [.line("RVI")] + Line.extremes)

    /// Connors RSI.
    public static let connorsRSI = study(
        .connorsRSI, "Connors RSI", .below,
        [
            .length(3, "rsiLength", "RSI length"), .length(2, "streakLength", "Streak length"),
            .length(100, "rankLength", "Rank length"), .price(),
        ] + Parameter.extremes(10, 90), [.line("CRSI")] + Line.extremes)

    /// Schaff trend cycle.
    public static let schaffTrendCycle = study(
        .schaffTrendCycle, "Schaff trend cycle", .below,
        [
            .length(23, "fastLength", "Fast length"), .length(50, "slowLength", "Slow length"),
            .length(10, "cycleLength", "Cycle length"), .price(), .average(.exponential),
        ] + Parameter.extremes(25, 75), [.line("STC")] + Line.extremes)

    /// Psychological line.
    public static let psychologicalLine = study(
        .psychologicalLine, "Psychological line", .below, [.length(12)] + Parameter.extremes(25, 75),
        [.line("Psychological")] + Line.extremes)

    private static let stochasticLines: [Line] = [.line("%K", .blue), .line("%D", .orange)] + Line.extremes

    static let oscillators: [StudySettings] = [
        relativeStrengthIndex, stochasticFast, stochasticSlow, stochasticFull, stochasticRSI, stochasticMomentumIndex,
        commodityChannelIndex, williamsPercentR, ultimateOscillator, chandeMomentum, fisherTransform,
        relativeVigorIndex,
        relativeVolatilityIndex, connorsRSI, schaffTrendCycle, psychologicalLine,
    ]
}
