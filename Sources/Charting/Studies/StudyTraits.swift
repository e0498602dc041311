/// What the built-in studies need of an instrument, and in which unit they answer. Studies of one's own need nothing.
enum StudyTraits {
    /// They weigh by volume, or count it.
    static let needVolume: Set<StudySettings.ID> = [
        "VWMA", "VWAP", "Volume", "VolumeAverage", "OBV", "MFI", "CMF", "ChaikinOscillator", "AccumulationDistribution",
        "VolumeROC", "VolumeOscillator", "PVT", "NVI", "PVI", "EaseOfMovement", "ForceIndex", "KlingerOscillator",
        "MarketFacilitationIndex",
    ]

    /// They begin anew with each day of trading, or a longer period.
    static let needSessions: Set<StudySettings.ID> = [
        "VWAP", "PivotPoints", "FibonacciPivots", "CamarillaPivots", "WoodiesPivots", "DayOpenClose",
        "PreviousDayRange",
        "OpeningRange",
    ]

    /// They aren't drawn over prices, but their values are differences of prices.
    static let answerInPrices: Set<StudySettings.ID> = [
        "ATR", "TrueRange", "StandardDeviation", "MACD", "Momentum", "DPO", "AwesomeOscillator",
        "AcceleratorOscillator",
        "ElderRay", "QStick",
    ]

    /// They count volume.
    static let answerInVolume: Set<StudySettings.ID> = [
        "Volume", "VolumeAverage", "OBV", "AccumulationDistribution", "ChaikinOscillator", "KlingerOscillator", "PVT",
    ]
}
