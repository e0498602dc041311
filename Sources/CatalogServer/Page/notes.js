// The groups of studies, and a description of each study in one line.

import { texts } from "./texts.js";

export const groups = {
  A: "Moving averages", B: "Bands and channels", T: "Trend", M: "Momentum", O: "Oscillators", V: "Volatility", Q: "Volume", L: "Levels", Z: "Others",
};

const notes = new Map(`
SMA A The mean of the last prices, equally weighted
EMA A A mean with exponentially decreasing weights
WMA A A mean with linearly increasing weights
WildersAverage A Wilder's slow exponential mean, with a weight of 1/length
HullMovingAvg A Weighted means, combined for smoothness with little lag
DEMA A An exponential mean with reduced lag
TEMA A An exponential mean with further reduced lag
TMA A A mean of means: the middle of the window has the most weight
ZLEMA A An exponential mean of prices corrected for lag
MovingLinearRegression A The end of the regression line through the last bars
McGinleyDynamic A A mean that speeds up when prices move away from it
KAMA A Fast in trends and slow in noise, by an efficiency ratio
VIDYA A Fast or slow, depending on momentum
ALMA A Gaussian weights with an adjustable center
T3 A Six exponential means, combined for smoothness and speed
VWMA A A mean weighted by volume
MACrossover A Two means, with an arrow where the fast one crosses the slow one
BollingerBands B A mean with bands of standard deviations
KeltnerChannels B A mean with bands of the average true range
DonchianChannel B The highest and the lowest price of the last bars
LinearRegrCurve B The end of the regression line at each bar
LinearRegression B The regression line through the last prices
LinearRegressionChannel B That line, with the largest deviation on both sides
StandardDevChannel B That line, with standard deviations on both sides
StandardErrorBands B The ends of regression lines, with standard errors as bands
MovAvgEnvelope B A mean, with lines a percentage above and below
STARCBands B A short mean with bands of the average true range
BollingerBandwidth B The width of the Bollinger bands: narrow before moves
BollingerPercentB B The position of the price within its Bollinger bands
ADX T The strength of the trend, in either direction
DMI T The direction and strength of the trend
AroonIndicator T The time since the highest and the lowest price
AroonOscillator T The difference of both: above zero, the high is newer
ParabolicSAR T Points that approach the price, and switch sides when touched
SuperTrend T A line of true ranges that switches sides when crossed
VortexIndicator T Upward and downward movement, relative to the true range
Ichimoku T Midpoints of three ranges, with a cloud shifted ahead
ZigZag T Swings larger than a percentage of the price
Alligator T Three smoothed means shifted ahead: jaw, teeth and lips
GatorOscillator T The distance between the alligator's lines
WilliamsFractal T Highs and lows that exceed their neighbors
ChandelierExit T Stops some true ranges from the highest and the lowest price
ATRTrailingStop T A stop some true ranges away that never moves back
MassIndex T Widening ranges, which often precede reversals
LinearRegressionSlope T The slope of the regression line
ChoppinessIndex T Whether prices trend (low) or move sideways (high)
MACD M The difference of two exponential means, and its own mean
PPO M The same, in percent of the slow mean
Momentum M The price minus the price some bars ago
ROC M The change over some bars, in percent
TRIX M The change of a triple-smoothed mean, in percent
DPO M The price minus a centered mean: cycles without the trend
AwesomeOscillator M A fast mean of midpoints minus a slow one
AcceleratorOscillator M The acceleration of that difference
TSI M Double-smoothed changes, relative to their sizes
KST M Four rates of change, with more weight on longer ones
CoppockCurve M A weighted mean of two rates of change, for long-term bottoms
ElderRay M Highs and lows relative to an exponential mean: bulls and bears
BalanceOfPower M Close minus open, relative to the range
QStick M The mean of close minus open: above zero, bars rise
PrettyGoodOscillator M The distance from a mean, in true ranges
RandomWalkIndex M Price movement relative to a random walk
RSI O Gains relative to losses of the last bars, 0 to 100
StochasticFast O The position of the price in the range of the last bars
StochasticSlow O The same, smoothed
StochasticFull O The same, with adjustable smoothing
StochRSI O The position of the RSI in its own range
SMI O The distance from the middle of the range, smoothed twice
CCI O The distance from the mean, relative to its usual size
WilliamsPercentR O The distance below the highest price of the last bars
UltimateOscillator O Buying pressure over three lengths
CMO O Gains minus losses, relative to their sum
FisherTransform O The position in the range, stretched so that turns stand out
RVI O Close minus open, relative to the range, with a signal
RelativeVolatilityIndex O The RSI of standard deviations
ConnorsRSI O A short RSI, the RSI of streaks and a rank, averaged
SchaffTrendCycle O The stochastic of the MACD, applied twice
PsychologicalLine O The share of bars that closed higher
ATR V The mean true range: the usual movement within a bar
TrueRange V The range of a bar, including the gap before it
StandardDeviation V The deviation of prices from their mean
HistoricalVolatility V The annualized deviation of changes, in percent
ChaikinVolatility V The growth of the range between high and low
UlcerIndex V The depth and duration of declines from the high
Volume Q The volume traded in each bar
VolumeAverage Q The same, with its mean
OBV Q Volume added when the price rises, subtracted when it falls
MFI Q An RSI weighted by volume
CMF Q Volume weighted by the close in the range, over some bars
ChaikinOscillator Q The momentum of the accumulation line
AccumulationDistribution Q Volume weighted by the close in the range, cumulative
VolumeROC Q The change of volume over some bars, in percent
VolumeOscillator Q A fast mean of volume minus a slow one
PVT Q Volume times the change in percent, cumulative
NVI Q Changes on days of less volume, cumulative
PVI Q Changes on days of more volume, cumulative
EaseOfMovement Q Price movement relative to volume
ForceIndex Q Change times volume, smoothed
KlingerOscillator Q Volume by direction: the difference of two means
MarketFacilitationIndex Q The range for each unit of volume
VWAP L The day's volume-weighted mean price, with deviations
PivotPoints L Levels from the range and close of the previous day
FibonacciPivots L The same, at Fibonacci ratios of the range
CamarillaPivots L The same, near the close
WoodiesPivots L The same, with the close counted twice
DayOpenClose L The open and close of each day
PreviousDayRange L The high, low and middle of the previous day
OpeningRange L The range of the first minutes of the day
`.trim().split("\n").map((line, place) => {
  const [uuid, group, ...words] = line.split(" ");
  return [uuid, { group, place, text: words.join(" ") }];
}));

/** Returns a study's group, its place in the group, and its description; custom studies are in the last group. */
export const noteOf = (study) => notes.get(study.uuid) ?? { group: "Z", place: notes.size, text: study.isOverlay ? texts.studies.overPrices : texts.studies.belowPrices };
