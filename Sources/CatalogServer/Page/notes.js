// The groups of studies, and a description of each study in one line.

export const groups = {
  A: "Moving averages", B: "Bands and channels", T: "Trend", M: "Momentum", O: "Oscillators", V: "Volatility", Q: "Volume", L: "Levels", Z: "Others",
};

const notes = new Map(`
SMA A The mean of the last prices, each counting the same
EMA A A mean in which every bar counts a little less than the next one
WMA A A mean whose weights rise evenly to the last bar
WildersAverage A Wilder's slow exponential mean: one part in its length is new
HullMovingAvg A Weighted means combined so that smoothing costs little delay
DEMA A An exponential mean with the delay of its own mean taken out
TEMA A The same with the delay taken out twice
TMA A A mean of means: the middle of its length counts most
ZLEMA A An exponential mean of prices moved ahead by its delay
MovingLinearRegression A The end of the straight line through the last bars
McGinleyDynamic A A mean that hastens after prices that run away from it
KAMA A Fast in trends and slow in noise, by how straight prices went
VIDYA A Fast or slow by the strength of momentum
ALMA A Bars weighted by a bell whose centre can be moved
T3 A Six exponential means, combined for a smooth and quick line
VWMA A A mean in which bars of more volume count more
MACrossover A Two means, with an arrow where the fast one crosses the slow one
BollingerBands B A mean with bands of standard deviations around it
KeltnerChannels B A mean with bands of the average true range
DonchianChannel B The highest and the lowest price of the last bars
LinearRegrCurve B Where the straight line through the last bars ends, bar by bar
LinearRegression B The straight line nearest to the last prices
LinearRegressionChannel B That line, with the widest distance of prices on both sides
StandardDevChannel B That line, with standard deviations on both sides
StandardErrorBands B The ends of regression lines, with their errors as bands
MovAvgEnvelope B A mean, and lines some percent above and below
STARCBands B A short mean with bands of the average true range
BollingerBandwidth B How wide the Bollinger bands are: narrow before moves
BollingerPercentB B Where the price stands between its Bollinger bands
ADX T How strong the trend is, whichever way it goes
DMI T Which way prices go, and how strongly
AroonIndicator T How long ago the highest and the lowest price were
AroonOscillator T The difference of both: above zero the high is newer
ParabolicSAR T Points that close in on prices, and change sides when touched
SuperTrend T A line of true ranges that stays on one side until it is crossed
VortexIndicator T Movement upwards and downwards, each beside the true range
Ichimoku T Middles of three ranges, and the cloud between two of them moved ahead
ZigZag T The swings that are larger than a share of the price
Alligator T Three smoothed means moved ahead: jaw, teeth and lips
GatorOscillator T How far the alligator's mouth is open
WilliamsFractal T Highs and lows that stand out among their neighbours
ChandelierExit T Stops some true ranges from the highest and the lowest price
ATRTrailingStop T A stop some true ranges away that never goes back
MassIndex T Widening ranges, which come before turns
LinearRegressionSlope T How steep the straight line through the last bars is
ChoppinessIndex T Whether prices go somewhere (low) or to and fro (high)
MACD M The distance of two exponential means, and its own mean
PPO M The same in percent of the slow mean
Momentum M The price less that of some bars ago
ROC M The change over some bars, in percent
TRIX M The change of a thrice smoothed mean, in percent
DPO M The price less a mean in the middle of its length: cycles without trend
AwesomeOscillator M A fast mean of middles less a slow one
AcceleratorOscillator M How that difference itself speeds up
TSI M Changes smoothed twice, beside their sizes
KST M Four rates of change, the longer ones counting more
CoppockCurve M A weighted mean of two rates of change, for long bottoms
ElderRay M Highs and lows beside an exponential mean: bulls and bears
BalanceOfPower M Where bars close from where they open, beside their range
QStick M The mean body of bars: above zero they rise
PrettyGoodOscillator M The distance from a mean, in true ranges
RandomWalkIndex M How much further prices went than chance would have them
RSI O Gains beside losses of the last bars, 0 to 100
StochasticFast O Where the price stands in the range of the last bars
StochasticSlow O The same, smoothed
StochasticFull O The same, with a smoothing of one's own
StochRSI O Where the RSI stands in its own range
SMI O The distance from the middle of the range, smoothed twice
CCI O The distance from the mean, beside its usual size
WilliamsPercentR O How far below the highest price of the last bars
UltimateOscillator O Buying pressure over three lengths
CMO O Gains less losses beside both together
FisherTransform O The place in the range, stretched so that turns stand out
RVI O Closing above the opening, beside the range, with its signal
RelativeVolatilityIndex O The RSI of deviations: whether it swings up or down
ConnorsRSI O A short RSI, the RSI of streaks, and a rank, as one
SchaffTrendCycle O The MACD's place in its own range, twice
PsychologicalLine O The share of bars that closed higher
ATR V The mean true range: how far prices go in a bar
TrueRange V The range of a bar, with the gap before it
StandardDeviation V How far prices scatter around their mean
HistoricalVolatility V The scatter of changes, for a whole year, in percent
ChaikinVolatility V How the range between high and low grows
UlcerIndex V How deep and how long prices stay under their high
Volume Q What was traded in each bar
VolumeAverage Q The same, with its mean
OBV Q Volume added when the price rises, taken off when it falls
MFI Q An RSI in which volume counts
CMF Q Volume by where bars close in their range, over some bars
ChaikinOscillator Q How that line of accumulation speeds up
AccumulationDistribution Q Volume by where bars close in their range, added up
VolumeROC Q The change of volume over some bars, in percent
VolumeOscillator Q A fast mean of volume beside a slow one
PVT Q Volume times the change in percent, added up
NVI Q Changes on days of less volume, added up
PVI Q Changes on days of more volume, added up
EaseOfMovement Q How far prices go for their volume
ForceIndex Q Change times volume, smoothed
KlingerOscillator Q Volume by its direction, two means apart
MarketFacilitationIndex Q How far prices go for each unit of volume
VWAP L The mean price of the day by volume, with deviations
PivotPoints L Levels from the range and close of the day before
FibonacciPivots L The same, at Fibonacci's parts of the range
CamarillaPivots L The same, near the close
WoodiesPivots L The same, with the close counting twice
DayOpenClose L Where days opened and closed
PreviousDayRange L The high, low and middle of the day before
OpeningRange L The range of the first minutes of the day
`.trim().split("\n").map((line, place) => {
  const [uuid, group, ...words] = line.split(" ");
  return [uuid, { group, place, text: words.join(" ") }];
}));

/** Returns a study's group, its place in the group, and its description; custom studies are in the last group. */
export const noteOf = (study) => notes.get(study.uuid) ?? { group: "Z", place: notes.size, text: study.isOverlay ? "Drawn over prices" : "Drawn below prices" };
