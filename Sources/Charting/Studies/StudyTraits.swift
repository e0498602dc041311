/// The requirements of the built-in studies and the units of their values. Custom studies have no requirements.
enum StudyTraits {
    /// Studies that sum volume or use it as a weight.
    static let needVolume: Set<StudySettings.ID> = [
        .volumeWeightedAverage, .vwap, .volume, .volumeAverage, .onBalanceVolume, .moneyFlowIndex, .chaikinMoneyFlow,
        .chaikinOscillator, .accumulationDistribution,
        .volumeRateOfChange, .volumeOscillator, .priceVolumeTrend, .negativeVolumeIndex, .positiveVolumeIndex,
        .easeOfMovement, .forceIndex, .klingerOscillator,
        .marketFacilitationIndex,
    ]

    /// Studies that restart with each trading day or a longer period.
    static let needSessions: Set<StudySettings.ID> = [
        .vwap, .pivotPoints, .fibonacciPivots, .camarillaPivots, .woodiesPivots, .dayOpenClose,
        .previousDayRange,
        .openingRange,
    ]

    /// Studies in a separate pane whose values are differences of prices.
    static let answerInPrices: Set<StudySettings.ID> = [
        .atr, .trueRange, .standardDeviation, .macd, .momentum, .detrendedPriceOscillator, .awesomeOscillator,
        .acceleratorOscillator,
        .elderRay, .qStick,
    ]

    /// Studies whose values are volumes.
    static let answerInVolume: Set<StudySettings.ID> = [
        .volume, .volumeAverage, .onBalanceVolume, .accumulationDistribution, .chaikinOscillator, .klingerOscillator,
        .priceVolumeTrend,
    ]
}
