/// Studies of volume.
extension StudySettings {
    /// Volume.
    public static let volume = study(.volume, "Volume", .below, [], [.bars("Volume")])

    /// Volume average.
    public static let volumeAverage = study(
        .volumeAverage, "Volume average", .below, [.length(50), .average(.simple)],
        [.bars("Volume"), .line("Average", .orange)])

    /// On-balance volume.
    public static let onBalanceVolume = study(
        .onBalanceVolume, "On-balance volume", .below, [.price()], [.line("OBV")])

    /// Money flow index.
    public static let moneyFlowIndex = study(
        .moneyFlowIndex, "Money flow index", .below, [.length(14)] + Parameter.extremes(20, 80),
        [.line("MFI")] + Line.extremes)

    /// Chaikin money flow.
    public static let chaikinMoneyFlow = study(
        .chaikinMoneyFlow, "Chaikin money flow", .below, [.length(20)], [.line("CMF"), .zero])

    /// Chaikin oscillator.
    public static let chaikinOscillator = study(
        .chaikinOscillator, "Chaikin oscillator", .below,
        [.length(3, "fastLength", "Fast length"), .length(10, "slowLength", "Slow length"), .average(.exponential)],
        [.line("Oscillator"), .zero])

    /// Accumulation/distribution.
    public static let accumulationDistribution = study(
        .accumulationDistribution, "Accumulation/distribution", .below, [], [.line("A/D")])

    /// Volume rate of change.
    public static let volumeRateOfChange = study(
        .volumeRateOfChange, "Volume rate of change", .below, [.length(14)], [.line("VROC"), .zero])

    /// Volume oscillator.
    public static let volumeOscillator = study(
        .volumeOscillator, "Volume oscillator", .below,
        [.length(5, "fastLength", "Fast length"), .length(10, "slowLength", "Slow length"), .average(.simple)],
        [.line("Oscillator"), .zero])

    /// Price volume trend.
    public static let priceVolumeTrend = study(
        .priceVolumeTrend, "Price volume trend", .below, [.price()], [.line("PVT")])

    /// Negative volume index.
    public static let negativeVolumeIndex = study(
        .negativeVolumeIndex, "Negative volume index", .below, [.length(255), .average(.exponential)],
        [.line("NVI", .blue), .line("Average", .orange)])

    /// Positive volume index.
    public static let positiveVolumeIndex = study(
        .positiveVolumeIndex, "Positive volume index", .below, [.length(255), .average(.exponential)],
        [.line("PVI", .blue), .line("Average", .orange)])

    /// Ease of movement.
    public static let easeOfMovement = study(
        .easeOfMovement, "Ease of movement", .below,
        [.length(14), .length(10_000, "divisor", "Divisor", 1...1_000_000_000), .average(.simple)],
        [.line("EMV"), .zero])

    /// Force index.
    public static let forceIndex = study(
        .forceIndex, "Force index", .below, [.length(13), .average(.exponential)], [.line("Force"), .zero])

    /// Klinger oscillator.
    public static let klingerOscillator = study(
        .klingerOscillator, "Klinger oscillator", .below,
        [
            .length(34, "fastLength", "Fast length"), .length(55, "slowLength", "Slow length"),
            .length(13, "signalLength", "Signal length"),
        ],
        [.line("Klinger", .blue), .line("Signal", .orange), .zero])

    /// Market facilitation index.
    public static let marketFacilitationIndex = study(
        .marketFacilitationIndex, "Market facilitation index", .below, [], [.bars("MFI", .green)])

    static let volumes: [StudySettings] = [
        volume, volumeAverage, onBalanceVolume, moneyFlowIndex, chaikinMoneyFlow, chaikinOscillator,
        accumulationDistribution, volumeRateOfChange, volumeOscillator, priceVolumeTrend, negativeVolumeIndex,
        positiveVolumeIndex, easeOfMovement, forceIndex, klingerOscillator, marketFacilitationIndex,
    ]
}
