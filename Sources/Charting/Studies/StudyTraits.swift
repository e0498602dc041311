/// What the built-in studies need of an instrument, and in which unit they answer. Studies of one's own need nothing.
enum StudyTraits {
    /// They weigh by volume, or count it.
    static let needVolume: Set<StudySettings.ID> = [
        .volumeWeightedAverage, .vwap, .volume, .volumeAverage, .onBalanceVolume, .moneyFlowIndex, .chaikinMoneyFlow,
        .chaikinOscillator, .accumulationDistribution,
        .volumeRateOfChange, .volumeOscillator, .priceVolumeTrend, .negativeVolumeIndex, .positiveVolumeIndex,
        .easeOfMovement, .forceIndex, .klingerOscillator,
        .marketFacilitationIndex,
    ]

    /// They begin anew with each day of trading, or a longer period.
    static let needSessions: Set<StudySettings.ID> = [
        .vwap, .pivotPoints, .fibonacciPivots, .camarillaPivots, .woodiesPivots, .dayOpenClose,
        .previousDayRange,
        .openingRange,
    ]

    /// They aren't drawn over prices, but their values are differences of prices.
    static let answerInPrices: Set<StudySettings.ID> = [
        .atr, .trueRange, .standardDeviation, .macd, .momentum, .detrendedPriceOscillator, .awesomeOscillator,
        .acceleratorOscillator,
        .elderRay, .qStick,
    ]

    /// They count volume.
    static let answerInVolume: Set<StudySettings.ID> = [
        .volume, .volumeAverage, .onBalanceVolume, .accumulationDistribution, .chaikinOscillator, .klingerOscillator,
        .priceVolumeTrend,
    ]
}
