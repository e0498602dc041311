/// Oscillators between bounds: whether prices went too far.
extension StudySettings {
    /// Relative strength index (Wilder).
    public static let relativeStrengthIndex = study(
        "RSI", "Relative strength index", .below,
        [.length(14), .price(), .average(.wilders)] + Parameter.extremes(30, 70),
        [.line("RSI", .violet)] + Line.extremes)

    package static let stochasticFast = study(
        "StochasticFast", "Stochastic fast", .below,
        [.length(14, "kPeriod", "%K period"), .length(3, "dPeriod", "%D period"), .average(.simple)]
            + Parameter.extremes(20, 80),
        stochasticLines)

    package static let stochasticSlow = study(
        "StochasticSlow", "Stochastic slow", .below,
        [.length(14, "kPeriod", "%K period"), .length(3, "dPeriod", "%D period"), .average(.simple)]
            + Parameter.extremes(20, 80),
        stochasticLines)

    package static let stochasticFull = study(
        "StochasticFull", "Stochastic full", .below,
        [
            .length(14, "kPeriod", "%K period"), .length(3, "dPeriod", "%D period"),
            .length(3, "slowingPeriod", "Slowing period"), .average(.simple),
        ] + Parameter.extremes(20, 80), stochasticLines)

    package static let stochasticRSI = study(
        "StochRSI", "Stochastic RSI", .below,
        [
            .length(14, "rsiLength", "RSI length"), .length(14, "kPeriod", "%K period"),
            .length(3, "dPeriod", "%D period"),
            .length(3, "slowingPeriod", "Slowing period"), .price(), .average(.simple),
        ] + Parameter.extremes(20, 80), stochasticLines)

    package static let stochasticMomentumIndex = study(
        "SMI", "Stochastic momentum index", .below,
        [
            .length(10, "kPeriod", "%K period"), .length(3, "dPeriod", "%D period"),
            .number("40", "overBought", "Overbought", -100...100, digits: 1),
            .number("-40", "overSold", "Oversold", -100...100, digits: 1),
        ],
        [.line("SMI"), .line("Average", .orange)] + Line.extremes)

    package static let commodityChannelIndex = study(
        "CCI", "Commodity channel index", .below,
        [
            .length(20), .price(.hlc3), .number("100", "overBought", "Overbought", -1000...1000, digits: 1),
            .number("-100", "overSold", "Oversold", -1000...1000, digits: 1),
        ], [.line("CCI"), .zero] + Line.extremes)

    package static let williamsPercentR = study(
        "WilliamsPercentR", "Williams %R", .below,
        [
            .length(14), .number("-20", "overBought", "Overbought", -100...0, digits: 1),
            .number("-80", "overSold", "Oversold", -100...0, digits: 1),
        ], [.line("%R")] + Line.extremes)

    package static let ultimateOscillator = study(
        "UltimateOscillator", "Ultimate oscillator", .below,
        [
            .length(7, "shortLength", "Short length"), .length(14, "middleLength", "Middle length"),
            .length(28, "longLength", "Long length"),
        ] + Parameter.extremes(30, 70), [.line("Ultimate")] + Line.extremes)

    package static let chandeMomentum = study(
        "CMO", "Chande momentum oscillator", .below,
        [
            .length(20), .price(), .number("50", "overBought", "Overbought", -100...100, digits: 1),
            .number("-50", "overSold", "Oversold", -100...100, digits: 1),
        ],
        [.line("CMO"), .zero] + Line.extremes)

    package static let fisherTransform = study(
        "FisherTransform", "Fisher transform", .below, [.length(10), .price(.hl2)],
        [.line("Fisher", .blue), .line("Trigger", .orange), .zero])

    package static let relativeVigorIndex = study(
        "RVI", "Relative vigor index", .below, [.length(10)], [.line("RVI", .green), .line("Signal", .red)])

    package static let relativeVolatilityIndex = study(
        "RelativeVolatilityIndex", "Relative volatility index", .below,
        [.length(10, "deviationLength", "Deviation length", 2...1000), .length(14), .average(.wilders)]
            + Parameter.extremes(20, 80), [.line("RVI")] + Line.extremes)

    package static let connorsRSI = study(
        "ConnorsRSI", "Connors RSI", .below,
        [
            .length(3, "rsiLength", "RSI length"), .length(2, "streakLength", "Streak length"),
            .length(100, "rankLength", "Rank length"), .price(),
        ] + Parameter.extremes(10, 90), [.line("CRSI")] + Line.extremes)

    package static let schaffTrendCycle = study(
        "SchaffTrendCycle", "Schaff trend cycle", .below,
        [
            .length(23, "fastLength", "Fast length"), .length(50, "slowLength", "Slow length"),
            .length(10, "cycleLength", "Cycle length"), .price(), .average(.exponential),
        ] + Parameter.extremes(25, 75), [.line("STC")] + Line.extremes)

    package static let psychologicalLine = study(
        "PsychologicalLine", "Psychological line", .below, [.length(12)] + Parameter.extremes(25, 75),
        [.line("Psychological")] + Line.extremes)

    private static let stochasticLines: [Line] = [.line("%K", .blue), .line("%D", .orange)] + Line.extremes

    static let oscillators: [StudySettings] = [
        relativeStrengthIndex, stochasticFast, stochasticSlow, stochasticFull, stochasticRSI, stochasticMomentumIndex,
        commodityChannelIndex, williamsPercentR, ultimateOscillator, chandeMomentum, fisherTransform,
        relativeVigorIndex,
        relativeVolatilityIndex, connorsRSI, schaffTrendCycle, psychologicalLine,
    ]
}
