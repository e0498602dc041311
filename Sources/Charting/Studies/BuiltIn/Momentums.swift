/// Momentum: the speed of price changes.
extension StudySettings {
    /// Moving average convergence/divergence.
    public static let macd = study(.macd, "MACD", .below, convergence, convergenceLines("MACD"))

    /// Percentage price oscillator.
    public static let ppo = study(.ppo, "Percentage price oscillator", .below, convergence, convergenceLines("PPO"))

    /// Momentum.
    public static let momentum = study(
        .momentum, "Momentum", .below, [.length(10), .price()], [.line("Momentum"), .zero])

    /// Rate of change.
    public static let rateOfChange = study(
        .rateOfChange, "Rate of change", .below, [.length(12), .price()], [.line("ROC"), .zero])

    /// TRIX.
    public static let trix = study(
        .trix, "TRIX", .below,
        [.length(15), .length(9, "signalLength", "Signal length"), .price(), .average(.exponential)],
        [.line("TRIX", .blue), .line("Signal", .orange), .zero])

    /// Detrended price oscillator.
    public static let detrendedPriceOscillator = study(
        .detrendedPriceOscillator, "Detrended price oscillator", .below, [.length(20), .price(), .average(.simple)],
        [.line("DPO"), .zero])

    /// Awesome oscillator.
    public static let awesomeOscillator = study(
        .awesomeOscillator, "Awesome oscillator", .below,
        [.length(5, "fastLength", "Fast length"), .length(34, "slowLength", "Slow length"), .price(.hl2)],
        [.bars("AO", .green), .zero])

    /// Accelerator oscillator.
    public static let acceleratorOscillator = study(
        .acceleratorOscillator, "Accelerator oscillator", .below,
        [
            .length(5, "fastLength", "Fast length"), .length(34, "slowLength", "Slow length"),
            .length(5, "averageLength", "Average length"), .price(.hl2),
        ],
        [.bars("AC", .green), .zero])

    /// True strength index.
    public static let trueStrengthIndex = study(
        .trueStrengthIndex, "True strength index", .below,
        [
            .length(25, "longLength", "Long length"), .length(13, "shortLength", "Short length"),
            .length(8, "signalLength", "Signal length"), .price(), .average(.exponential),
        ],
        [.line("TSI", .blue), .line("Signal", .orange), .zero])

    /// Know sure thing.
    public static let knowSureThing = study(
        .knowSureThing, "Know sure thing", .below,
        [
            .length(10, "length1", "Length 1"), .length(15, "length2", "Length 2"), .length(20, "length3", "Length 3"),
            .length(30, "length4", "Length 4"), .length(10, "averageLength1", "Average length 1"),
            .length(10, "averageLength2", "Average length 2"), .length(10, "averageLength3", "Average length 3"),
            .length(15, "averageLength4", "Average length 4"), .length(9, "signalLength", "Signal length"),
        ],
        [.line("KST", .blue), .line("Signal", .orange), .zero])

    /// Coppock curve.
    public static let coppockCurve = study(
        .coppockCurve, "Coppock curve", .below,
        [
            .length(14, "longLength", "Long length"), .length(11, "shortLength", "Short length"),
            .length(10, "averageLength", "Average length"), .price(),
        ],
        [.line("Coppock"), .zero])

    /// Elder ray.
    public static let elderRay = study(
        .elderRay, "Elder ray", .below, [.length(13), .price(), .average(.exponential)],
        [.bars("Bull power", .green), .bars("Bear power", .red), .zero])

    /// Balance of power.
    public static let balanceOfPower = study(
        .balanceOfPower, "Balance of power", .below, [.length(14), .average(.simple)], [.line("BOP"), .zero])

    /// Qstick.
    public static let qStick = study(
        .qStick, "Qstick", .below, [.length(8), .average(.simple)], [.line("Qstick"), .zero])

    /// Pretty good oscillator.
    public static let prettyGoodOscillator = study(
        .prettyGoodOscillator, "Pretty good oscillator", .below, [.length(14)], [.line("PGO"), .zero])

    /// Random walk index.
    public static let randomWalkIndex = study(
        .randomWalkIndex, "Random walk index", .below,
        [.length(2, "minLength", "Least length", 2...1000), .length(14, "maxLength", "Greatest length", 2...1000)],
        [.line("High", .green), .line("Low", .red)])

    private static let convergence: [Parameter] = [
        .length(12, "fastLength", "Fast length"), .length(26, "slowLength", "Slow length"),
        .length(9, "signalLength", "Signal length"), .price(), .average(.exponential),
    ]

    private static func convergenceLines(_ title: String) -> [Line] {
        [.line(title, .blue), .line("Signal", .orange), .bars("Difference"), .zero]
    }

    static let momentums: [StudySettings] = [
        macd, ppo, momentum, rateOfChange, trix, detrendedPriceOscillator, awesomeOscillator, acceleratorOscillator,
        trueStrengthIndex, knowSureThing, coppockCurve, elderRay, balanceOfPower, qStick, prettyGoodOscillator,
        randomWalkIndex,
    ]
}
