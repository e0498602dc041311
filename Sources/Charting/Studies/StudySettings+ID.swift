extension StudySettings {
    /// The kind of a study, encoded as its name, such as `"ADX"`. Two kinds are equal if their names are equal.
    public enum ID: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible {
        // Averages of prices.
        /// Simple moving average.
        case sma
        /// Exponential moving average.
        case ema
        /// Weighted moving average.
        case wma
        /// Wilder's average.
        case wildersAverage
        /// Hull moving average.
        case hullMovingAverage
        /// Double exponential moving average.
        case doubleExponentialAverage
        /// Triple exponential moving average.
        case tripleExponentialAverage
        /// Triangular moving average.
        case triangularAverage
        /// Zero-lag exponential moving average.
        case zeroLagAverage
        /// Moving linear regression.
        case movingLinearRegression
        /// McGinley dynamic.
        case mcGinleyDynamic
        /// Kaufman's adaptive moving average.
        case kaufmanAdaptiveAverage
        /// Variable index dynamic average.
        case variableIndexDynamicAverage
        /// Arnaud Legoux moving average.
        case arnaudLegouxAverage
        /// Tillson's T3.
        case t3Average
        /// Volume-weighted moving average.
        case volumeWeightedAverage
        /// Moving average crossover.
        case movingAverageCrossover

        // Bands and channels around prices.
        /// Bollinger bands.
        case bollingerBands
        /// Keltner channels.
        case keltnerChannels
        /// Donchian channel.
        case donchianChannel
        /// Linear regression curve.
        case linearRegressionCurve
        /// Linear regression.
        case linearRegression
        /// Linear regression channel.
        case linearRegressionChannel
        /// Standard deviation channel.
        case standardDeviationChannel
        /// Standard error bands.
        case standardErrorBands
        /// Moving average envelope.
        case movingAverageEnvelope
        /// STARC bands.
        case starcBands
        /// Bollinger bandwidth.
        case bollingerBandwidth
        /// Bollinger %B.
        case bollingerPercentB

        // Whether there is a trend, and where it turns.
        /// Average directional index.
        case adx
        /// Directional movement index.
        case directionalMovementIndex
        /// Aroon.
        case aroonIndicator
        /// Aroon oscillator.
        case aroonOscillator
        /// Parabolic SAR.
        case parabolicSAR
        /// Supertrend.
        case superTrend
        /// Vortex.
        case vortexIndicator
        /// Ichimoku kinko hyo.
        case ichimoku
        /// Zigzag.
        case zigzag
        /// Williams' alligator.
        case alligator
        /// Gator oscillator.
        case gatorOscillator
        /// Williams' fractals.
        case fractals
        /// Chandelier exit.
        case chandelierExit
        /// ATR trailing stop.
        case atrTrailingStop
        /// Mass index.
        case massIndex
        /// Linear regression slope.
        case linearRegressionSlope
        /// Choppiness index.
        case choppinessIndex

        // Oscillators with a limited range.
        /// Relative strength index.
        case relativeStrengthIndex
        /// Stochastic fast.
        case stochasticFast
        /// Stochastic slow.
        case stochasticSlow
        /// Stochastic full.
        case stochasticFull
        /// Stochastic RSI.
        case stochasticRSI
        /// Stochastic momentum index.
        case stochasticMomentumIndex
        /// Commodity channel index.
        case commodityChannelIndex
        /// Williams %R.
        case williamsPercentR
        /// Ultimate oscillator.
        case ultimateOscillator
        /// Chande momentum oscillator.
        case chandeMomentum
        /// Fisher transform.
        case fisherTransform
        /// Relative vigor index.
        case relativeVigorIndex
        /// Relative volatility index.
        case relativeVolatilityIndex
        /// Connors RSI.
        case connorsRSI
        /// Schaff trend cycle.
        case schaffTrendCycle
        /// Psychological line.
        case psychologicalLine

        // The speed of price changes.
        /// MACD.
        case macd
        /// Percentage price oscillator.
        case ppo
        /// Momentum.
        case momentum
        /// Rate of change.
        case rateOfChange
        /// TRIX.
        case trix
        /// Detrended price oscillator.
        case detrendedPriceOscillator
        /// Awesome oscillator.
        case awesomeOscillator
        /// Accelerator oscillator.
        case acceleratorOscillator
        /// True strength index.
        case trueStrengthIndex
        /// Know sure thing.
        case knowSureThing
        /// Coppock curve.
        case coppockCurve
        /// Elder ray.
        case elderRay
        /// Balance of power.
        case balanceOfPower
        /// Qstick.
        case qStick
        /// Pretty good oscillator.
        case prettyGoodOscillator
        /// Random walk index.
        case randomWalkIndex

        // The size of price changes.
        /// Average true range.
        case atr
        /// True range.
        case trueRange
        /// Standard deviation.
        case standardDeviation
        /// Historical volatility.
        case historicalVolatility
        /// Chaikin volatility.
        case chaikinVolatility
        /// Ulcer index.
        case ulcerIndex

        // Studies of volume.
        /// Volume.
        case volume
        /// Volume average.
        case volumeAverage
        /// On-balance volume.
        case onBalanceVolume
        /// Money flow index.
        case moneyFlowIndex
        /// Chaikin money flow.
        case chaikinMoneyFlow
        /// Chaikin oscillator.
        case chaikinOscillator
        /// Accumulation/distribution.
        case accumulationDistribution
        /// Volume rate of change.
        case volumeRateOfChange
        /// Volume oscillator.
        case volumeOscillator
        /// Price volume trend.
        case priceVolumeTrend
        /// Negative volume index.
        case negativeVolumeIndex
        /// Positive volume index.
        case positiveVolumeIndex
        /// Ease of movement.
        case easeOfMovement
        /// Force index.
        case forceIndex
        /// Klinger oscillator.
        case klingerOscillator
        /// Market facilitation index.
        case marketFacilitationIndex

        // Price levels that restart with each day, week or month.
        /// Volume-weighted average price.
        case vwap
        /// Pivot points.
        case pivotPoints
        /// Fibonacci pivot points.
        case fibonacciPivots
        /// Camarilla pivot points.
        case camarillaPivots
        /// Woodie's pivot points.
        case woodiesPivots
        /// Open and close of the day.
        case dayOpenClose
        /// Range of the previous day.
        case previousDayRange
        /// Opening range.
        case openingRange

        /// A custom study of the application, with its name.
        case custom(String)

        /// Creates the kind with a name; `custom` if no built-in study has this name.
        public init(rawValue text: String) { self = Self.builtIn[text] ?? .custom(text) }

        /// The name.
        public var description: String { rawValue }

        /// The built-in kinds by name.
        private static let builtIn = Dictionary(
            uniqueKeysWithValues: StudySettings.builtIn.map { ($0.id.rawValue, $0.id) })
    }
}

extension StudySettings.ID {
    /// The name, such as `"ADX"`.
    public var rawValue: String {
        switch self {
        case .sma: "SMA"
        case .ema: "EMA"
        case .wma: "WMA"
        case .wildersAverage: "WildersAverage"
        case .hullMovingAverage: "HullMovingAvg"
        case .doubleExponentialAverage: "DEMA"
        case .tripleExponentialAverage: "TEMA"
        case .triangularAverage: "TMA"
        case .zeroLagAverage: "ZLEMA"
        case .movingLinearRegression: "MovingLinearRegression"
        case .mcGinleyDynamic: "McGinleyDynamic"
        case .kaufmanAdaptiveAverage: "KAMA"
        case .variableIndexDynamicAverage: "VIDYA"
        case .arnaudLegouxAverage: "ALMA"
        case .t3Average: "T3"
        case .volumeWeightedAverage: "VWMA"
        case .movingAverageCrossover: "MACrossover"
        case .bollingerBands: "BollingerBands"
        case .keltnerChannels: "KeltnerChannels"
        case .donchianChannel: "DonchianChannel"
        case .linearRegressionCurve: "LinearRegrCurve"
        case .linearRegression: "LinearRegression"
        case .linearRegressionChannel: "LinearRegressionChannel"
        case .standardDeviationChannel: "StandardDevChannel"
        case .standardErrorBands: "StandardErrorBands"
        case .movingAverageEnvelope: "MovAvgEnvelope"
        case .starcBands: "STARCBands"
        case .bollingerBandwidth: "BollingerBandwidth"
        case .bollingerPercentB: "BollingerPercentB"
        case .adx: "ADX"
        case .directionalMovementIndex: "DMI"
        case .aroonIndicator: "AroonIndicator"
        case .aroonOscillator: "AroonOscillator"
        case .parabolicSAR: "ParabolicSAR"
        case .superTrend: "SuperTrend"
        case .vortexIndicator: "VortexIndicator"
        case .ichimoku: "Ichimoku"
        case .zigzag: "ZigZag"
        case .alligator: "Alligator"
        case .gatorOscillator: "GatorOscillator"
        case .fractals: "WilliamsFractal"
        case .chandelierExit: "ChandelierExit"
        case .atrTrailingStop: "ATRTrailingStop"
        case .massIndex: "MassIndex"
        case .linearRegressionSlope: "LinearRegressionSlope"
        case .choppinessIndex: "ChoppinessIndex"
        case .relativeStrengthIndex: "RSI"
        case .stochasticFast: "StochasticFast"
        case .stochasticSlow: "StochasticSlow"
        case .stochasticFull: "StochasticFull"
        case .stochasticRSI: "StochRSI"
        case .stochasticMomentumIndex: "SMI"
        case .commodityChannelIndex: "CCI"
        case .williamsPercentR: "WilliamsPercentR"
        case .ultimateOscillator: "UltimateOscillator"
        case .chandeMomentum: "CMO"
        case .fisherTransform: "FisherTransform"
        case .relativeVigorIndex: "RVI"
        case .relativeVolatilityIndex: "RelativeVolatilityIndex"
        case .connorsRSI: "ConnorsRSI"
        case .schaffTrendCycle: "SchaffTrendCycle"
        case .psychologicalLine: "PsychologicalLine"
        case .macd: "MACD"
        case .ppo: "PPO"
        case .momentum: "Momentum"
        case .rateOfChange: "ROC"
        case .trix: "TRIX"
        case .detrendedPriceOscillator: "DPO"
        case .awesomeOscillator: "AwesomeOscillator"
        case .acceleratorOscillator: "AcceleratorOscillator"
        case .trueStrengthIndex: "TSI"
        case .knowSureThing: "KST"
        case .coppockCurve: "CoppockCurve"
        case .elderRay: "ElderRay"
        case .balanceOfPower: "BalanceOfPower"
        case .qStick: "QStick"
        case .prettyGoodOscillator: "PrettyGoodOscillator"
        case .randomWalkIndex: "RandomWalkIndex"
        case .atr: "ATR"
        case .trueRange: "TrueRange"
        case .standardDeviation: "StandardDeviation"
        case .historicalVolatility: "HistoricalVolatility"
        case .chaikinVolatility: "ChaikinVolatility"
        case .ulcerIndex: "UlcerIndex"
        case .volume: "Volume"
        case .volumeAverage: "VolumeAverage"
        case .onBalanceVolume: "OBV"
        case .moneyFlowIndex: "MFI"
        case .chaikinMoneyFlow: "CMF"
        case .chaikinOscillator: "ChaikinOscillator"
        case .accumulationDistribution: "AccumulationDistribution"
        case .volumeRateOfChange: "VolumeROC"
        case .volumeOscillator: "VolumeOscillator"
        case .priceVolumeTrend: "PVT"
        case .negativeVolumeIndex: "NVI"
        case .positiveVolumeIndex: "PVI"
        case .easeOfMovement: "EaseOfMovement"
        case .forceIndex: "ForceIndex"
        case .klingerOscillator: "KlingerOscillator"
        case .marketFacilitationIndex: "MarketFacilitationIndex"
        case .vwap: "VWAP"
        case .pivotPoints: "PivotPoints"
        case .fibonacciPivots: "FibonacciPivots"
        case .camarillaPivots: "CamarillaPivots"
        case .woodiesPivots: "WoodiesPivots"
        case .dayOpenClose: "DayOpenClose"
        case .previousDayRange: "PreviousDayRange"
        case .openingRange: "OpeningRange"
        case .custom(let text): text
        }
    }
}
