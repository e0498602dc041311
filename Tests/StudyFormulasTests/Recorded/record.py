#!/usr/bin/env python3
"""Records values of studies by TA-Lib, pandas-ta and talipp, for RecordedTests: bars.tsv and values.tsv in this folder.

Usage: python3 -m venv v && v/bin/pip install TA-Lib talipp pandas-ta-classic && v/bin/python record.py

Each row of values.tsv has the series, the study, its parameters, the line, the source, the reason for differences, and
every 7th value. `-` is undefined. `?` is not compared, for the reason in the row.
"""
import pathlib
import random
from importlib.metadata import version

import numpy as np
import pandas as pd
import pandas_ta_classic as pt
import talib as ta
from talipp import indicators as ti
from talipp.ohlcv import OHLCV

FOLDER = pathlib.Path(__file__).parent
COUNT, STEP = 400, 7
np.seterr(all="ignore")


def series(name, seed):
    """Returns bars: a walk with gaps of price and time, bars without volume, and a stretch of constant prices."""
    random.seed(seed)
    tick, length = {"daily": (0.01, 86400), "minutes": (0.0001, 300), "thin": (0.05, 60)}[name]
    grid = lambda price: round(round(price / tick) * tick, 4)
    rows, last, time = [], {"daily": 180.0, "minutes": 1.0834, "thin": 12.0}[name], 1772409600
    spread = {"daily": 0.012, "minutes": 0.0007, "thin": 0.004}[name]
    for place in range(COUNT):
        time += length * (random.choice([1, 1, 1, 4]) if name != "minutes" or place % 60 == 0 else 1)
        gap = random.choice([-0.09, 0.07]) if place % 83 == 50 else 0
        isFlat = name != "daily" and 180 <= place < 220
        o = last if isFlat else grid(last * (1 + gap + random.gauss(0, spread / 4)))
        c = o if isFlat else grid(o * (1 + random.gauss(0, spread)))
        h = o if isFlat else grid(max(o, c) * (1 + abs(random.gauss(0, spread / 2))))
        l = o if isFlat else grid(min(o, c) * (1 - abs(random.gauss(0, spread / 2))))
        v = 0 if name == "thin" and random.random() < 0.2 or 240 <= place < 250 else random.randrange(100, 90000)
        rows.append((time, o, max(h, o, c), min(l, o, c), c, v))
        last = c
    return np.array(rows, dtype=float)


class Bars:
    def __init__(self, rows):
        self.t, self.o, self.h, self.l, self.c, self.v = (np.ascontiguousarray(rows[:, i]) for i in range(6))
        self.hl2, self.hlc3 = (self.h + self.l) / 2, (self.h + self.l + self.c) / 3
        self.P = {k: pd.Series(getattr(self, k)) for k in "ohlcv"}
        self.candles = [OHLCV(*row[1:6]) for row in rows]


def lag(a, n):
    return np.concatenate([np.full(n, np.nan), a[:len(a) - n]])


def change(a):
    return a - lag(a, 1)


def total(a):
    return np.cumsum(np.nan_to_num(a))


def rolling(a, n):
    return pd.Series(a).rolling(n)


def sums(a, n):
    return np.array([np.sum(a[i + 1 - n:i + 1]) if i + 1 >= n else np.nan for i in range(len(a))])


def tl(name, *arguments, attribute=None, values=None, **options):
    """Returns the values of an indicator of talipp."""
    found = list(getattr(ti, name)(*arguments, input_values=list(values), **options))
    return np.array([np.nan if one is None else np.nan if attribute and getattr(one, attribute) is None else
                     getattr(one, attribute) if attribute else one for one in found], dtype=float)


def wilder(a, n):
    """Wilder's average by talipp's SMMA, which starts with a mean."""
    first = np.argmax(~np.isnan(a))
    return np.concatenate([np.full(first, np.nan), tl("SMMA", n, values=a[first:])])


def average(kind, a, n):
    return {"SIMPLE": ta.SMA, "EXPONENTIAL": ta.EMA, "WEIGHTED": ta.WMA, "WILDERS": wilder, "TRIANGULAR": ta.TRIMA,
            "DOUBLE_EXPONENTIAL": ta.DEMA, "TRIPLE_EXPONENTIAL": ta.TEMA,
            "HULL": lambda a, n: ta.WMA(2 * ta.WMA(a, n // 2) - ta.WMA(a, n), int(n ** 0.5))}[kind](a, n)


def before(n):
    """Masks the first bars."""
    return lambda b: np.arange(COUNT) < n


ROWS = []


def add(study, line, source, body, parameters="", reason="", mask=None):
    ROWS.append((study, parameters, line, source, reason, body, mask))


# Averages of prices
add("SMA", "SMA", "TA-Lib SMA", lambda b: ta.SMA(b.c, 9))
add("SMA", "SMA", "TA-Lib SMA", lambda b: ta.SMA(b.o, 200), "length=200 price=OPEN")
add("EMA", "EMA", "TA-Lib EMA", lambda b: ta.EMA(b.c, 9))
add("WMA", "WMA", "TA-Lib WMA", lambda b: ta.WMA(b.c, 9))
add("WildersAverage", "WildersAverage", "talipp SMMA", lambda b: wilder(b.c, 14))
add("HullMovingAvg", "HullMovingAvg", "TA-Lib WMA", lambda b: average("HULL", b.c, 20))
add("HullMovingAvg", "HullMovingAvg", "pandas-ta hma", lambda b: pt.hma(b.P["c"], 25).to_numpy(), "length=25")
add("DEMA", "DEMA", "TA-Lib DEMA", lambda b: ta.DEMA(b.c, 9))
add("TEMA", "TEMA", "TA-Lib TEMA", lambda b: ta.TEMA(b.c, 9))
add("TMA", "TMA", "TA-Lib TRIMA", lambda b: ta.TRIMA(b.c, 20))
add("TMA", "TMA", "TA-Lib TRIMA", lambda b: ta.TRIMA(b.c, 15), "length=15")
add("ZLEMA", "ZLEMA", "TA-Lib EMA", lambda b: ta.EMA(2 * b.c - lag(b.c, 10), 21))
add("ZLEMA", "ZLEMA", "talipp ZLEMA", lambda b: tl("ZLEMA", 21, values=b.c))
add("MovingLinearRegression", "MovingLinearRegression", "TA-Lib LINEARREG", lambda b: ta.LINEARREG(b.c, 25))
add("McGinleyDynamic", "McGinleyDynamic", "talipp McGinleyDynamic", lambda b: tl("McGinleyDynamic", 14, values=b.c))
add("KAMA", "KAMA", "TA-Lib KAMA", lambda b: ta.KAMA(b.c, 10))
add("VIDYA", "VIDYA", "pandas-ta vidya", lambda b: pt.vidya(b.P["c"], 14).to_numpy(),
    reason="pandas-ta shows the first mean, and has no value after a window without changes",
    mask=lambda b: (np.arange(COUNT) < 14) | (np.arange(COUNT) > 190))
add("ALMA", "ALMA", "talipp ALMA", lambda b: tl("ALMA", 9, 0.85, 6, values=b.c))
add("T3", "T3", "TA-Lib T3", lambda b: ta.T3(b.c, 5, 0.7), reason="TA-Lib starts the six averages otherwise",
    mask=before(150))


def tillson(a):
    once = ta.EMA(a, 5)
    return 1.7 * once - 0.7 * ta.EMA(once, 5)


add("T3", "T3", "TA-Lib EMA", lambda b: tillson(tillson(tillson(b.c))))
add("VWMA", "VWMA", "TA-Lib SMA", lambda b: sums(b.c * b.v, 20) / sums(b.v, 20))
add("MACrossover", "Slow", "TA-Lib SMA", lambda b: ta.SMA(b.c, 30))

# Bands and channels
for line, place in (("Upper", 0), ("Middle", 1), ("Lower", 2)):
    add("BollingerBands", line, "TA-Lib BBANDS", lambda b, place=place: ta.BBANDS(b.c, 20, 2, 2)[place],
        reason="TA-Lib's sums of squares leave a deviation above 0 of constant prices",
        mask=lambda b: rolling(b.c, 20).max().to_numpy() == rolling(b.c, 20).min().to_numpy())
add("KeltnerChannels", "Upper", "TA-Lib SMA, TRANGE",
    lambda b: ta.SMA(b.c, 20) + 1.5 * ta.SMA(ta.TRANGE(b.h, b.l, b.c), 20))
add("KeltnerChannels", "Lower", "TA-Lib EMA, ATR", lambda b: ta.EMA(b.c, 10) - 2 * ta.ATR(b.h, b.l, b.c, 10),
    "length=10 factor=2 average=EXPONENTIAL trueRangeAverage=WILDERS")
add("DonchianChannel", "Upper", "TA-Lib MAX", lambda b: ta.MAX(b.h, 20))
add("DonchianChannel", "Lower", "TA-Lib MIN", lambda b: ta.MIN(b.l, 20))
add("DonchianChannel", "Middle", "TA-Lib MIDPRICE", lambda b: ta.MIDPRICE(b.h, b.l, 20))
add("LinearRegrCurve", "LinReg", "TA-Lib LINEARREG", lambda b: ta.LINEARREG(b.c, 9))
add("MovAvgEnvelope", "Upper", "TA-Lib SMA", lambda b: 1.025 * ta.SMA(b.c, 20))
add("MovAvgEnvelope", "Lower", "TA-Lib SMA", lambda b: 0.975 * ta.SMA(b.c, 20))
add("STARCBands", "Upper", "TA-Lib SMA, TRANGE",
    lambda b: ta.SMA(b.c, 5) + 1.33 * ta.SMA(ta.TRANGE(b.h, b.l, b.c), 15))


def isConstant(length):
    return lambda b: rolling(b.c, length).max().to_numpy() == rolling(b.c, length).min().to_numpy()


add("BollingerBandwidth", "Bandwidth", "TA-Lib STDDEV, SMA", lambda b: 400 * ta.STDDEV(b.c, 20) / ta.SMA(b.c, 20),
    reason="TA-Lib's sums of squares leave a deviation above 0 of constant prices", mask=isConstant(20))
add("BollingerPercentB", "%B", "TA-Lib STDDEV, SMA",
    lambda b: 50 + 25 * (b.c - ta.SMA(b.c, 20)) / np.array([np.std(b.c[max(0, i - 19):i + 1]) for i in range(COUNT)]),
    reason="constant prices have no band", mask=isConstant(20))
add("StandardErrorBands", "Middle", "TA-Lib LINEARREG, SMA", lambda b: ta.SMA(ta.LINEARREG(b.c, 21), 3))

# Volatility
add("ATR", "ATR", "TA-Lib ATR", lambda b: ta.ATR(b.h, b.l, b.c, 14))
add("TrueRange", "TR", "TA-Lib TRANGE", lambda b: ta.TRANGE(b.h, b.l, b.c))
add("StandardDeviation", "Deviation", "TA-Lib STDDEV", lambda b: ta.STDDEV(b.c, 20),
    reason="TA-Lib's sums of squares leave a deviation above 0 of constant prices", mask=isConstant(20))
add("HistoricalVolatility", "HV", "pandas-ta hvol", lambda b: pt.hvol(b.P["c"], 20, 252).to_numpy(),
    reason="pandas' running sums leave a deviation above 0 of constant prices", mask=isConstant(21))
add("ChaikinVolatility", "Volatility", "TA-Lib EMA, ROC", lambda b: ta.ROC(ta.EMA(b.h - b.l, 10), 10))
add("UlcerIndex", "Ulcer", "TA-Lib MAX, numpy",
    lambda b: np.sqrt(sums((100 * (b.c / ta.MAX(b.c, 14) - 1)) ** 2, 14) / 14))

# Trends
WILDER = "TA-Lib starts Wilder's sums with one movement less"
add("ADX", "ADX", "TA-Lib ADX", lambda b: ta.ADX(b.h, b.l, b.c, 14), reason=WILDER, mask=before(380))
add("ADX", "ADX", "talipp ADX", lambda b: tl("ADX", 14, 14, attribute="adx", values=b.candles),
    reason="talipp's true range counts the first bar", mask=before(380))
add("DMI", "+DI", "TA-Lib PLUS_DI", lambda b: ta.PLUS_DI(b.h, b.l, b.c, 14), reason=WILDER, mask=before(340))
add("DMI", "-DI", "TA-Lib MINUS_DI", lambda b: ta.MINUS_DI(b.h, b.l, b.c, 14), reason=WILDER, mask=before(340))
add("AroonIndicator", "Up", "TA-Lib AROON", lambda b: ta.AROON(b.h, b.l, 25)[1])
add("AroonIndicator", "Down", "TA-Lib AROON", lambda b: ta.AROON(b.h, b.l, 25)[0])
add("AroonOscillator", "Oscillator", "TA-Lib AROONOSC", lambda b: ta.AROONOSC(b.h, b.l, 25))
add("ParabolicSAR", "SAR", "TA-Lib SAR", lambda b: ta.SAR(b.h, b.l, 0.02, 0.2))
add("ParabolicSAR", "SAR", "TA-Lib SAR", lambda b: ta.SAR(b.h, b.l, 0.05, 0.3),
    "accelerationFactor=0.05 accelerationLimit=0.3")


def superTrend(b):
    atr, middle = ta.ATR(b.h, b.l, b.c, 10), b.hl2
    upper, lower, isLong, out = middle + 3 * atr, middle - 3 * atr, True, np.full(COUNT, np.nan)
    for i in range(10, COUNT):
        if i > 10:
            upper[i] = upper[i] if upper[i] < upper[i - 1] or b.c[i - 1] > upper[i - 1] else upper[i - 1]
            lower[i] = lower[i] if lower[i] > lower[i - 1] or b.c[i - 1] < lower[i - 1] else lower[i - 1]
        isLong = b.c[i] >= lower[i] if isLong else b.c[i] > upper[i]
        out[i] = lower[i] if isLong else np.nan
    return out


add("SuperTrend", "Up", "TA-Lib ATR, with the bands' rule in Python", superTrend)
add("VortexIndicator", "+VI", "TA-Lib TRANGE, SUM",
    lambda b: sums(np.abs(b.h - lag(b.l, 1)), 14) / sums(ta.TRANGE(b.h, b.l, b.c), 14))
add("VortexIndicator", "-VI", "talipp VTX", lambda b: tl("VTX", 14, attribute="minus_vtx", values=b.candles),
    reason="talipp begins with the true range of the first bar", mask=before(15))
add("Ichimoku", "Tenkan", "TA-Lib MIDPRICE", lambda b: ta.MIDPRICE(b.h, b.l, 9))
add("Ichimoku", "Kijun", "TA-Lib MIDPRICE", lambda b: ta.MIDPRICE(b.h, b.l, 26))
add("Ichimoku", "Senkou A", "TA-Lib MIDPRICE",
    lambda b: lag((ta.MIDPRICE(b.h, b.l, 9) + ta.MIDPRICE(b.h, b.l, 26)) / 2, 26))
add("Ichimoku", "Senkou B", "TA-Lib MIDPRICE", lambda b: lag(ta.MIDPRICE(b.h, b.l, 52), 26))
add("Ichimoku", "Chikou", "numpy", lambda b: np.concatenate([b.c[26:], np.full(26, np.nan)]))
add("Alligator", "Jaw", "talipp SMMA", lambda b: lag(wilder(b.hl2, 13), 8))
add("Alligator", "Teeth", "talipp SMMA", lambda b: lag(wilder(b.hl2, 8), 5))
add("Alligator", "Lips", "talipp SMMA", lambda b: lag(wilder(b.hl2, 5), 3))
add("GatorOscillator", "Upper", "talipp SMMA", lambda b: np.abs(lag(wilder(b.hl2, 13), 8) - lag(wilder(b.hl2, 8), 5)))
add("ChandelierExit", "Long", "TA-Lib MAX, ATR", lambda b: ta.MAX(b.h, 22) - 3 * ta.ATR(b.h, b.l, b.c, 22))
add("ChandelierExit", "Short", "pandas-ta ce",
    lambda b: ta.MIN(b.l, 22) + 3 * ta.ATR(b.h, b.l, b.c, 22))
add("MassIndex", "Mass index", "TA-Lib EMA",
    lambda b: sums(ta.EMA(b.h - b.l, 9) / ta.EMA(ta.EMA(b.h - b.l, 9), 9), 25))
add("LinearRegressionSlope", "Slope", "TA-Lib LINEARREG_SLOPE", lambda b: ta.LINEARREG_SLOPE(b.c, 14))
add("ChoppinessIndex", "Choppiness", "TA-Lib TRANGE, SUM, MAX, MIN",
    lambda b: 100 * np.log10(sums(ta.TRANGE(b.h, b.l, b.c), 14) / (ta.MAX(b.h, 14) - ta.MIN(b.l, 14))) / np.log10(14))

# Oscillators
add("RSI", "RSI", "TA-Lib RSI", lambda b: ta.RSI(b.c, 14))
add("RSI", "RSI", "TA-Lib SMA", lambda b: 100 * ta.SMA(np.maximum(change(b.c), 0), 9) / ta.SMA(np.abs(change(b.c)), 9),
    "length=9 average=SIMPLE", "TA-Lib's running sums leave changes above 0", isConstant(10))


def noRange(b, length=14):
    return ta.MAX(b.h, length) == ta.MIN(b.l, length)


FLAT = "without a range, TA-Lib has 0 and this is 50"
add("StochasticFast", "%K", "TA-Lib STOCHF", lambda b: ta.STOCHF(b.h, b.l, b.c, 14, 3)[0],
    reason=FLAT + "; its %K begins with its %D", mask=lambda b: noRange(b) | before(15)(b))
flatD = lambda b: rolling(noRange(b).astype(float), 5).max().to_numpy() > 0
add("StochasticFast", "%D", "TA-Lib STOCHF", lambda b: ta.STOCHF(b.h, b.l, b.c, 14, 3)[1], reason=FLAT, mask=flatD)
add("StochasticSlow", "%K", "TA-Lib STOCH", lambda b: ta.STOCH(b.h, b.l, b.c, 14, 3, 0, 3)[0], reason=FLAT, mask=flatD)
add("StochasticSlow", "%D", "TA-Lib STOCH", lambda b: ta.STOCH(b.h, b.l, b.c, 14, 3, 0, 3)[1], reason=FLAT, mask=flatD)
add("StochasticFull", "%D", "TA-Lib STOCH", lambda b: ta.STOCH(b.h, b.l, b.c, 9, 2, 0, 4)[1],
    "kPeriod=9 slowingPeriod=2 dPeriod=4", FLAT,
    lambda b: rolling(noRange(b, 9).astype(float), 5).max().to_numpy() > 0)
add("StochRSI", "%K", "TA-Lib STOCHRSI", lambda b: ta.STOCHRSI(b.c, 14, 14, 3)[0], "slowingPeriod=1",
    "TA-Lib's %K begins with its %D; of constant prices the index hardly changes, so that rounding counts",
    lambda b: isConstant(14)(b) | before(29)(b))
add("CCI", "CCI", "TA-Lib CCI", lambda b: ta.CCI(b.h, b.l, b.c, 20),
    reason="of constant prices TA-Lib divides two rounding errors", mask=isConstant(20))
add("WilliamsPercentR", "%R", "TA-Lib WILLR", lambda b: ta.WILLR(b.h, b.l, b.c, 14),
    reason="without a range, TA-Lib has 0 and this is -50", mask=noRange)
add("UltimateOscillator", "Ultimate", "TA-Lib ULTOSC", lambda b: ta.ULTOSC(b.h, b.l, b.c, 7, 14, 28),
    reason="without a range, TA-Lib's part is 0 and this has none", mask=isConstant(8))
add("CMO", "CMO", "pandas-ta cmo", lambda b: pt.cmo(b.P["c"], 20, talib=False).to_numpy(),
    reason="pandas' running sums leave changes above 0", mask=isConstant(21))


def fisher(b):
    """Ehlers' transform; the place is in the middle without a range."""
    top, bottom, out, place, value = ta.MAX(b.hl2, 10), ta.MIN(b.hl2, 10), np.full(COUNT, np.nan), 0, 0
    for i in range(9, COUNT):
        raw = 0 if top[i] == bottom[i] else (b.hl2[i] - bottom[i]) / (top[i] - bottom[i]) - 0.5
        place = max(-0.999, min(0.999, 0.66 * raw + 0.67 * place))
        value = 0.5 * np.log((1 + place) / (1 - place)) + 0.5 * value
        out[i] = value
    return out


def symmetric(a):
    return (a + 2 * lag(a, 1) + 2 * lag(a, 2) + lag(a, 3)) / 6


add("FisherTransform", "Fisher", "TA-Lib MAX, MIN, with the rule in Python", fisher)
add("FisherTransform", "Fisher", "pandas-ta fisher", lambda b: pt.fisher(b.P["h"], b.P["l"], 10).iloc[:, 0].to_numpy(),
    reason="pandas-ta starts one bar earlier with 0, and takes 0.001 for a smaller range",
    mask=lambda b: np.full(COUNT, b.c[0] < 100) | (np.arange(COUNT) < 120))
add("RVI", "RVI", "numpy; pandas-ta's weights are not Ehlers'",
    lambda b: (lambda up, all: np.where(all == 0, 0, up / all))(
        sums(symmetric(b.c - b.o), 10), sums(symmetric(b.h - b.l), 10)))
add("PsychologicalLine", "Psychological", "pandas-ta psl", lambda b: pt.psl(b.P["c"], length=12).to_numpy(),
    reason="pandas-ta counts the first bar", mask=before(12))


def connors(b):
    streak, run = np.zeros(COUNT), 0
    for i in range(1, COUNT):
        run = max(1, run + 1) if b.c[i] > b.c[i - 1] else min(-1, run - 1) if b.c[i] < b.c[i - 1] else 0
        streak[i] = run
    rate = ta.ROC(b.c, 1)
    rank = np.array([np.nan if i < 101 else 100 * np.mean(rate[i - 100:i] < rate[i]) for i in range(COUNT)])
    return (ta.RSI(b.c, 3) + ta.RSI(streak, 2) + rank) / 3


add("ConnorsRSI", "CRSI", "TA-Lib RSI, ROC", connors)

# Momentum
EACH = "TA-Lib starts both averages at the same bar"
add("MACD", "MACD", "TA-Lib MACD", lambda b: ta.MACD(b.c, 12, 26, 9)[0], reason=EACH, mask=before(240))
add("MACD", "Signal", "TA-Lib MACD", lambda b: ta.MACD(b.c, 12, 26, 9)[1], reason=EACH, mask=before(280))
add("MACD", "MACD", "TA-Lib EMA", lambda b: ta.EMA(b.c, 12) - ta.EMA(b.c, 26))
add("MACD", "Difference", "talipp MACD", lambda b: tl("MACD", 12, 26, 9, attribute="histogram", values=b.c))
for kind in ("SIMPLE", "WEIGHTED", "WILDERS", "TRIANGULAR", "HULL", "DOUBLE_EXPONENTIAL", "TRIPLE_EXPONENTIAL"):
    add("MACD", "MACD", "TA-Lib, talipp", lambda b, kind=kind: average(kind, b.c, 12) - average(kind, b.c, 26),
        f"average={kind}")
add("PPO", "PPO", "TA-Lib EMA", lambda b: 100 * (ta.EMA(b.c, 12) - ta.EMA(b.c, 26)) / ta.EMA(b.c, 26))
add("PPO", "PPO", "TA-Lib PPO", lambda b: ta.PPO(b.c, 12, 26, 0), "average=SIMPLE")
add("Momentum", "Momentum", "TA-Lib MOM", lambda b: ta.MOM(b.c, 10))
add("ROC", "ROC", "TA-Lib ROC", lambda b: ta.ROC(b.c, 12))
add("TRIX", "TRIX", "TA-Lib TRIX", lambda b: ta.TRIX(b.c, 15))
add("TRIX", "Signal", "TA-Lib TRIX, EMA", lambda b: ta.EMA(ta.TRIX(b.c, 15), 9))
add("DPO", "DPO", "pandas-ta dpo", lambda b: pt.dpo(b.P["c"], 20, centered=False).to_numpy())
add("AwesomeOscillator", "AO", "pandas-ta ao", lambda b: pt.ao(b.P["h"], b.P["l"], 5, 34).to_numpy())
add("AcceleratorOscillator", "AC", "TA-Lib SMA",
    lambda b: (lambda a: a - ta.SMA(a, 5))(ta.SMA(b.hl2, 5) - ta.SMA(b.hl2, 34)))
add("TSI", "TSI", "TA-Lib EMA",
    lambda b: 100 * ta.EMA(ta.EMA(change(b.c), 25), 13) / ta.EMA(ta.EMA(np.abs(change(b.c)), 25), 13))
add("TSI", "TSI", "talipp TSI", lambda b: tl("TSI", 13, 25, values=b.c))
add("KST", "KST", "TA-Lib ROC, SMA",
    lambda b: sum(k * ta.SMA(ta.ROC(b.c, n), m) for k, n, m in ((1, 10, 10), (2, 15, 10), (3, 20, 10), (4, 30, 15))))
add("KST", "Signal", "talipp KST",
    lambda b: tl("KST", 10, 10, 15, 10, 20, 10, 30, 15, 9, attribute="signal", values=b.c) * 1)
add("CoppockCurve", "Coppock", "TA-Lib ROC, WMA", lambda b: ta.WMA(ta.ROC(b.c, 14) + ta.ROC(b.c, 11), 10))
add("ElderRay", "Bull power", "TA-Lib EMA", lambda b: b.h - ta.EMA(b.c, 13))
add("ElderRay", "Bear power", "TA-Lib EMA", lambda b: b.l - ta.EMA(b.c, 13))
add("BalanceOfPower", "BOP", "TA-Lib BOP, SMA", lambda b: ta.SMA(ta.BOP(b.o, b.h, b.l, b.c), 14))
add("QStick", "Qstick", "pandas-ta qstick", lambda b: ta.SMA(b.c - b.o, 8))
add("PrettyGoodOscillator", "PGO", "TA-Lib SMA, EMA, TRANGE",
    lambda b: (b.c - ta.SMA(b.c, 14)) / ta.EMA(ta.TRANGE(b.h, b.l, b.c), 14),
    reason="TA-Lib's running sum leaves a distance from the mean of constant prices", mask=isConstant(14))

# Volume
add("VolumeAverage", "Average", "TA-Lib SMA", lambda b: ta.SMA(b.v, 50))
add("OBV", "OBV", "TA-Lib OBV", lambda b: ta.OBV(b.c, b.v))
add("MFI", "MFI", "TA-Lib MFI", lambda b: ta.MFI(b.h, b.l, b.c, b.v, 14),
    reason="without money flow, TA-Lib has 0 and this is 50",
    mask=lambda b: sums(np.abs(change(b.hlc3)) * b.v, 14) == 0)
place = lambda b: np.nan_to_num((2 * b.c - b.h - b.l) / (b.h - b.l)) * b.v
add("CMF", "CMF", "numpy", lambda b: sums(place(b), 20) / sums(b.v, 20))
add("AccumulationDistribution", "A/D", "TA-Lib AD", lambda b: ta.AD(b.h, b.l, b.c, b.v))
add("ChaikinOscillator", "Oscillator", "TA-Lib AD, EMA",
    lambda b: ta.EMA(ta.AD(b.h, b.l, b.c, b.v), 3) - ta.EMA(ta.AD(b.h, b.l, b.c, b.v), 10))
add("ChaikinOscillator", "Oscillator", "TA-Lib ADOSC", lambda b: ta.ADOSC(b.h, b.l, b.c, b.v, 3, 10),
    reason="TA-Lib starts with the first value", mask=before(160))
add("VolumeROC", "VROC", "TA-Lib ROC", lambda b: ta.ROC(b.v, 14),
    reason="after no volume, TA-Lib has 0 and this has none", mask=lambda b: lag(b.v, 14) == 0)
add("VolumeOscillator", "Oscillator", "TA-Lib SMA", lambda b: ta.SMA(b.v, 5) - ta.SMA(b.v, 10))
add("PVT", "PVT", "TA-Lib ROC", lambda b: total(ta.ROC(b.c, 1) / 100 * b.v))
def volumeIndex(b, isUp):
    out = np.full(COUNT, 1000.0)
    for i in range(1, COUNT):
        counts = b.v[i] > b.v[i - 1] if isUp else b.v[i] < b.v[i - 1]
        out[i] = out[i - 1] * (b.c[i] / b.c[i - 1] if counts else 1)
    return out


add("NVI", "NVI", "numpy; pandas-ta adds percents", lambda b: volumeIndex(b, False))
add("PVI", "PVI", "numpy; pandas-ta adds percents", lambda b: volumeIndex(b, True))
add("NVI", "Average", "TA-Lib EMA", lambda b: ta.EMA(volumeIndex(b, False), 255))
ease = lambda b: np.where(b.v == 0, 0, change(b.hl2) * (b.h - b.l) * 10000 / b.v)
add("EaseOfMovement", "EMV", "TA-Lib SMA", lambda b: sums(ease(b), 14) / 14)
add("ForceIndex", "Force", "TA-Lib EMA", lambda b: ta.EMA(change(b.c) * b.v, 13))
force = lambda b: np.where(np.abs(change(b.hlc3)) < 1e-12, 0, np.sign(change(b.hlc3))) * b.v
add("KlingerOscillator", "Klinger", "TA-Lib EMA", lambda b: ta.EMA(force(b), 34) - ta.EMA(force(b), 55))
add("KlingerOscillator", "Signal", "TA-Lib EMA",
    lambda b: ta.EMA(ta.EMA(force(b), 34) - ta.EMA(force(b), 55), 13))
add("MarketFacilitationIndex", "MFI", "numpy", lambda b: np.where(b.v == 0, np.nan, (b.h - b.l) / b.v))


def main():
    bars = open(FOLDER / "bars.tsv", "w")
    values = open(FOLDER / "values.tsv", "w")
    values.write("# " + ", ".join(f"{n} {version(n)}" for n in ("TA-Lib", "pandas-ta-classic", "talipp", "numpy")) + "\n")
    for name, seed in (("daily", 1), ("minutes", 2), ("thin", 3)):
        rows = series(name, seed)
        for row in rows:
            bars.write("\t".join([name] + [repr(float(one)).removesuffix(".0") for one in row]) + "\n")
        for study, parameters, line, source, reason, body, mask in ROWS:
            b = Bars(rows)
            found = np.asarray(body(b), dtype=float)
            hidden = mask(b) if mask else np.zeros(COUNT, bool)
            texts = ["?" if hidden[i] else "-" if not np.isfinite(found[i]) else repr(float(found[i]))
                     for i in range(STEP - 1, COUNT, STEP)]
            values.write("\t".join([name, study, parameters, line, source, reason, " ".join(texts)]) + "\n")


main()
