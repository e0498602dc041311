// Studies computed on bars, by their textbook definitions.

/** Returns synthetic bars of 5 minutes: waves and fixed noise. `day` counts days of 40 bars. */
function madeUp(count) {
  let seed = 20261123;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648 - 0.5;
  };
  const bars = { open: [], high: [], low: [], close: [], volume: [], day: [], minutes: 5 };
  let last = 100;
  for (let place = 0; place < count; place += 1) {
    const wave = 100 + Math.sin(place / 13) * 4.5 + Math.sin(place / 4.7) * 1.5;
    const open = last + random() * 0.4;
    const close = open + 0.3 * (wave - open) + random() * 1.8;
    bars.open.push(open);
    bars.close.push(close);
    bars.high.push(Math.max(open, close) + Math.abs(random()) * 1.2);
    bars.low.push(Math.min(open, close) - Math.abs(random()) * 1.2);
    bars.volume.push(Math.round(800 + 900 * Math.abs(random()) + 500 * Math.abs(close - open) + (place % 40 < 4 ? 700 : 0)));
    bars.day.push(Math.floor(place / 40));
    last = close;
  }
  return bars;
}

/**
 * Computes studies on bars. The arrays contain the prices, the volume, and each bar's day number from 0; `minutes` is
 * the length of a bar.
 */
export function studiesOn({ open: O, high: H, low: L, close: C, volume: V, day: D, minutes }) {
  const all = [...C.keys()];

  const zip = (a, b, body) => a.map((value, place) => body(value, b[place], place));
  const sub = (a, b) => zip(a, b, (x, y) => x - y);
  const lag = (a, n) => a.map((_, place) => a[place - n] ?? NaN);
  const roll = (a, n, body) => a.map((_, place) => {
    const part = place + 1 >= n ? a.slice(place + 1 - n, place + 1) : [];
    return part.length && part.every(Number.isFinite) ? body(part, place) : NaN;
  });
  const total = (part) => part.reduce((sum, one) => sum + one, 0);
  const mean = (part) => total(part) / part.length;
  const sma = (a, n) => roll(a, n, mean);
  const most = (a, n) => roll(a, n, (part) => Math.max(...part));
  const least = (a, n) => roll(a, n, (part) => Math.min(...part));
  const wma = (a, n) => roll(a, n, (part) => total(part.map((one, place) => one * (place + 1))) / (n * (n + 1) / 2));
  const smooth = (a, part) => {
    let last = NaN;
    return a.map((one) => (last = !Number.isFinite(one) ? last : Number.isFinite(last) ? last + part * (one - last) : one));
  };
  const ema = (a, n) => smooth(a, 2 / (n + 1));
  const wilders = (a, n) => smooth(a, 1 / n);
  const hull = (a, n) => wma(zip(wma(a, Math.max(1, Math.round(n / 2))), wma(a, n), (x, y) => 2 * x - y), Math.max(1, Math.round(Math.sqrt(n))));
  const deviation = (a, n) => roll(a, n, (part) => Math.sqrt(mean(part.map((one) => (one - mean(part)) ** 2))));
  const change = (a, n = 1) => sub(a, lag(a, n));
  const rate = (a, n) => zip(a, lag(a, n), (x, y) => 100 * (x / y - 1));
  const up = (a) => a.map((one) => Math.max(0, one));
  const down = (a) => a.map((one) => Math.max(0, -one));
  const added = (a) => { let sum = 0; return a.map((one) => (sum += Number.isFinite(one) ? one : 0)); };
  const share = (a, b) => zip(a, b, (x, y) => (y ? x / y : 0));
  const scaled = (a, by) => a.map((one) => one * by);
  const middle = zip(H, L, (x, y) => (x + y) / 2);
  const typical = all.map((i) => (H[i] + L[i] + C[i]) / 3);
  const range = sub(H, L);
  const trueRange = all.map((i) => (i ? Math.max(H[i], C[i - 1]) - Math.min(L[i], C[i - 1]) : H[i] - L[i]));
  const atr = (n) => wilders(trueRange, n);
  const place = all.map((i) => (range[i] ? (2 * C[i] - H[i] - L[i]) / range[i] : 0));
  const flow = added(zip(place, V, (x, y) => x * y));
  const rsi = (a, n, mean = wilders) => {
    const gains = mean(up(change(a)), n), losses = mean(down(change(a)), n);
    return zip(gains, losses, (x, y) => (x + y ? 100 * x / (x + y) : 50));
  };
  const stochastic = (a, n, highs = a, lows = a) => zip(sub(a, least(lows, n)), sub(most(highs, n), least(lows, n)), (x, y) => (y ? 100 * x / y : 50));
  const fit = (part) => {
    const n = part.length, x = (n - 1) / 2, y = mean(part);
    const slope = total(part.map((one, i) => (i - x) * (one - y))) / total(part.map((_, i) => (i - x) ** 2));
    return { slope, end: y + slope * x, at: (i) => y + slope * (i - x) };
  };
  const onLine = (a, n, around) => {
    n = Math.min(n, 100);
    const from = a.length - n, part = a.slice(from), { at } = fit(part);
    const wide = around(part, at);
    const line = (by) => all.map((i) => (i < from ? NaN : at(i - from) + by * wide));
    return { Upper: line(1), Middle: line(0), LinReg: line(0), Lower: line(-1) };
  };
  const band = (centre, wide) => ({ Upper: zip(centre, wide, (x, y) => x + y), Middle: centre, Lower: zip(centre, wide, (x, y) => x - y) });
  /** Returns values derived from the bars of the day before, for price levels. */
  const dayBefore = (body) => {
    const days = [...new Set(D)].map((day) => {
      const own = all.filter((i) => D[i] === day);
      return { high: Math.max(...own.map((i) => H[i])), low: Math.min(...own.map((i) => L[i])), close: C[own.at(-1)], open: O[own[0]], own };
    });
    const levels = days.map((day) => body(day));
    return Object.fromEntries(Object.keys(levels[0]).map((name) => [name, all.map((i) => (D[i] ? levels[D[i] - 1][name] : NaN))]));
  };
  const pivots = (parts, centre = ({ high, low, close }) => (high + low + close) / 3) => dayBefore((day) => {
    const P = centre(day), R = day.high - day.low;
    return { P, ...Object.fromEntries(parts(P, R, day)) };
  });
  const both = (up, down) => [...up.map((value, i) => [`R${i + 1}`, value]), ...down.map((value, i) => [`S${i + 1}`, value])];
  const directional = (n, mean) => {
    const ups = change(H), downs = scaled(change(L), -1);
    const plus = zip(ups, downs, (x, y) => (x > y && x > 0 ? x : 0)), minus = zip(ups, downs, (x, y) => (y > x && y > 0 ? y : 0));
    const wide = mean(trueRange, n);
    const a = scaled(share(mean(plus, n), wide), 100), b = scaled(share(mean(minus, n), wide), 100);
    return { "+DI": a, "-DI": b, ADX: mean(zip(a, b, (x, y) => (x + y ? 100 * Math.abs(x - y) / (x + y) : 0)), n) };
  };
  /** Returns a trailing stop: it follows prices at a distance, and changes sides when prices cross it. */
  const trailing = (distance, top = C, bottom = C) => {
    let isLong = true, stop = NaN;
    return all.map((i) => {
      if (!Number.isFinite(distance[i])) return { stop: NaN, isLong };
      const below = bottom[i] - distance[i], above = top[i] + distance[i];
      if (!Number.isFinite(stop)) stop = below;
      else if (isLong && C[i] < stop) [isLong, stop] = [false, above];
      else if (!isLong && C[i] > stop) [isLong, stop] = [true, below];
      else stop = isLong ? Math.max(stop, below) : Math.min(stop, above);
      return { stop, isLong };
    });
  };
  const moved = (a, n) => (n >= 0 ? lag(a, n) : a.map((_, i) => a[i - n] ?? NaN));
  const indexOf = (isCounted) => { let value = 1000; return all.map((i) => (value *= i && isCounted(i) ? C[i] / C[i - 1] : 1)); };

  /**
   * The formulas by study; each returns its lines as arrays. `p` reads a parameter, `m` is the chosen mean, `x` the
   * chosen price.
   */
  const formulas = {
    SMA: ({ n, x }) => sma(x, n), EMA: ({ n, x }) => ema(x, n), WMA: ({ n, x }) => wma(x, n), WildersAverage: ({ n, x }) => wilders(x, n), HullMovingAvg: ({ n, x }) => hull(x, n),
    DEMA: ({ n, x }) => { const a = ema(x, n); return zip(a, ema(a, n), (y, z) => 2 * y - z); },
    TEMA: ({ n, x }) => { const a = ema(x, n), b = ema(a, n), c = ema(b, n); return all.map((i) => 3 * a[i] - 3 * b[i] + c[i]); },
    TMA: ({ n, x }) => sma(sma(x, Math.ceil((n + 1) / 2)), Math.floor(n / 2) + 1 - (n % 2 ? 0 : 1) || 1),
    ZLEMA: ({ n, x }) => ema(zip(x, lag(x, Math.floor((n - 1) / 2)), (y, z) => (Number.isFinite(z) ? 2 * y - z : y)), n),
    MovingLinearRegression: ({ n, x }) => roll(x, n, (part) => fit(part).end), LinearRegrCurve: ({ n, x }) => roll(x, n, (part) => fit(part).end),
    McGinleyDynamic: ({ n, x }) => { let last = x[0]; return x.map((one) => (last += (one - last) / (n * (one / last) ** 4))); },
    KAMA: ({ n, x, p }) => {
      let last = x[n];
      const fast = 2 / (p("fastLength") + 1), slow = 2 / (p("slowLength") + 1), way = sma(change(x).map(Math.abs), n);
      return all.map((i) => (i <= n ? NaN : (last += ((Math.abs(x[i] - x[i - n]) / (way[i] * n || 1)) * (fast - slow) + slow) ** 2 * (x[i] - last))));
    },
    VIDYA: ({ n, x }) => { let last = x[0]; const k = sma(change(x), n), s = sma(change(x).map(Math.abs), n); return all.map((i) => (last += (2 / (n + 1)) * (s[i] ? Math.abs(k[i]) / s[i] : 0) * (x[i] - last))); },
    ALMA: ({ n, x, p }) => roll(x, n, (part) => { const w = part.map((_, i) => Math.exp(-((i - p("offset") * (n - 1)) ** 2) / (2 * (n / p("sigma")) ** 2))); return total(part.map((one, i) => one * w[i])) / total(w); }),
    T3: ({ n, x, p }) => { const v = p("volumeFactor"), g = (a) => { const e = ema(a, n); return zip(e, ema(e, n), (y, z) => y * (1 + v) - z * v); }; return g(g(g(x))); },
    VWMA: ({ n, x }) => share(sma(zip(x, V, (y, z) => y * z), n), sma(V, n)),
    MACrossover: ({ x, p, m }) => {
      const Fast = m(x, p("fastLength")), Slow = m(x, p("slowLength")), crossed = (isUp) => all.map((i) => (Fast[i - 1] < Slow[i - 1]) === isUp && (Fast[i] > Slow[i]) === isUp && Number.isFinite(Slow[i - 1]) ? (isUp ? L[i] : H[i]) : NaN);
      return { Fast, Slow, Up: crossed(true), Down: crossed(false) };
    },
    BollingerBands: ({ n, x, p, m }) => band(m(x, n), scaled(deviation(x, n), p("deviations"))),
    KeltnerChannels: ({ n, x, p, m }) => band(m(x, n), scaled(sma(trueRange, n), p("factor"))),
    DonchianChannel: ({ n }) => ({ Upper: most(H, n), Middle: zip(most(H, n), least(L, n), (x, y) => (x + y) / 2), Lower: least(L, n) }),
    LinearRegression: ({ n, x }) => onLine(x, n, () => 0),
    LinearRegressionChannel: ({ n, x, p }) => onLine(x, n, (part, at) => p("width") / 100 * Math.max(...part.map((one, i) => Math.abs(one - at(i))))),
    StandardDevChannel: ({ n, x, p }) => onLine(x, n, (part, at) => p("deviations") * Math.sqrt(mean(part.map((one, i) => (one - at(i)) ** 2)))),
    StandardErrorBands: ({ n, x, p, m }) => { const k = p("averageLength"); const e = roll(x, n, (part) => { const { at } = fit(part); return Math.sqrt(total(part.map((one, i) => (one - at(i)) ** 2)) / (n - 2)); }); return band(m(roll(x, n, (part) => fit(part).end), k), scaled(m(e, k), p("deviations"))); },
    MovAvgEnvelope: ({ n, x, p, m }) => { const a = m(x, n); return { Upper: scaled(a, 1 + p("percentAbove") / 100), Middle: a, Lower: scaled(a, 1 - p("percentBelow") / 100) }; },
    STARCBands: ({ n, p }) => band(sma(C, n), scaled(sma(trueRange, p("trueRangeLength")), p("factor"))),
    BollingerBandwidth: ({ n, x, p, m }) => { const a = scaled(share(deviation(x, n), m(x, n)), 200 * p("deviations")); const k = Math.min(100, p("bulgeLength")), q = Math.min(100, p("squeezeLength")); return { Bandwidth: a, Bulge: most(a, k), Squeeze: least(a, q) }; },
    BollingerPercentB: ({ n, x, p, m }) => { const a = m(x, n), d = deviation(x, n); return all.map((i) => 100 * ((x[i] - a[i]) / (2 * p("deviations") * d[i]) + 0.5)); },
    ADX: ({ n, m }) => directional(n, m), DMI: ({ n, m }) => directional(n, m),
    AroonIndicator: ({ n }) => ({ Up: roll(H, n + 1, (part) => 100 * part.lastIndexOf(Math.max(...part)) / n), Down: roll(L, n + 1, (part) => 100 * part.lastIndexOf(Math.min(...part)) / n) }),
    AroonOscillator: ({ n }) => { const { Up, Down } = formulas.AroonIndicator({ n }); return sub(Up, Down); },
    ParabolicSAR: ({ p }) => {
      const step = p("accelerationFactor"), limit = p("accelerationLimit");
      let isLong = true, stop = L[0], extreme = H[0], factor = step;
      return all.map((i) => {
        stop += factor * (extreme - stop);
        if (isLong) stop = Math.min(stop, L[i - 1] ?? stop, L[i - 2] ?? stop);
        else stop = Math.max(stop, H[i - 1] ?? stop, H[i - 2] ?? stop);
        if (isLong ? L[i] < stop : H[i] > stop) [isLong, stop, extreme, factor] = [!isLong, extreme, isLong ? L[i] : H[i], step];
        else if (isLong ? H[i] > extreme : L[i] < extreme) [extreme, factor] = [isLong ? H[i] : L[i], Math.min(limit, factor + step)];
        return stop;
      });
    },
    SuperTrend: ({ n, p, m }) => { const a = trailing(scaled(m(trueRange, n), p("factor")), middle, middle); return { Up: a.map((one) => (one.isLong ? one.stop : NaN)), Down: a.map((one) => (one.isLong ? NaN : one.stop)) }; },
    ATRTrailingStop: ({ n, p, m }) => trailing(scaled(m(trueRange, n), p("factor"))).map((one) => one.stop),
    ChandelierExit: ({ n, p }) => ({ Long: sub(most(H, n), scaled(atr(n), p("factor"))), Short: zip(least(L, n), scaled(atr(n), p("factor")), (x, y) => x + y) }),
    VortexIndicator: ({ n }) => ({ "+VI": share(sma(zip(H, lag(L, 1), (x, y) => Math.abs(x - y)), n), sma(trueRange, n)), "-VI": share(sma(zip(L, lag(H, 1), (x, y) => Math.abs(x - y)), n), sma(trueRange, n)) }),
    Ichimoku: ({ p }) => {
      const half = (n) => zip(most(H, n), least(L, n), (x, y) => (x + y) / 2), d = p("displace");
      const Tenkan = half(p("tenkanLength")), Kijun = half(p("kijunLength"));
      return { Tenkan, Kijun, "Senkou A": moved(zip(Tenkan, Kijun, (x, y) => (x + y) / 2), d), "Senkou B": moved(half(p("senkouLength")), d), Chikou: moved(C, -d) };
    },
    ZigZag: ({ p }) => {
      const turn = p("reversal") / 100, line = C.map(() => NaN);
      let last = 0, isUp = true;
      for (const i of all) {
        if (isUp ? H[i] > H[last] : L[i] < L[last]) last = i;
        else if (isUp ? L[i] < H[last] * (1 - turn) : H[i] > L[last] * (1 + turn)) {
          line[last] = isUp ? H[last] : L[last];
          [isUp, last] = [!isUp, i];
        }
      }
      line[last] = isUp ? H[last] : L[last];
      const known = all.filter((i) => Number.isFinite(line[i]));
      return all.map((i) => { const b = known.find((one) => one >= i), a = known.findLast((one) => one <= i); return a === undefined || b === undefined ? NaN : a === b ? line[a] : line[a] + (line[b] - line[a]) * (i - a) / (b - a); });
    },
    Alligator: ({ x, p, m }) => Object.fromEntries([["Jaw", "jaw"], ["Teeth", "teeth"], ["Lips", "lips"]].map(([name, id]) => [name, moved(m(x, p(id + "Length")), p(id + "Displace"))])),
    GatorOscillator: ({ x, p, m }) => { const jaw = moved(m(x, p("jawLength")), 8), teeth = moved(m(x, p("teethLength")), 5), lips = moved(m(x, p("lipsLength")), 3); return { Upper: sub(jaw, teeth).map(Math.abs), Lower: sub(teeth, lips).map((one) => -Math.abs(one)) }; },
    WilliamsFractal: ({ p }) => { const n = p("sequenceCount"), stands = (a, sign) => all.map((i) => { const near = a.slice(Math.max(0, i - n), i + n + 1); return near.length === 2 * n + 1 && near.every((one, k) => k === n || sign * one < sign * a[i]) ? a[i] : NaN; }); return { Up: stands(H, 1), Down: stands(L, -1) }; },
    MassIndex: ({ n, p }) => { const a = ema(range, p("averageLength")); return roll(share(a, ema(a, p("averageLength"))), n, total); },
    LinearRegressionSlope: ({ n, x }) => roll(x, n, (part) => fit(part).slope),
    ChoppinessIndex: ({ n }) => zip(roll(trueRange, n, total), sub(most(H, n), least(L, n)), (x, y) => 100 * Math.log10(x / y) / Math.log10(n)),
    MACD: ({ x, p, m }) => { const MACD = sub(m(x, p("fastLength")), m(x, p("slowLength"))), Signal = m(MACD, p("signalLength")); return { MACD, Signal, Difference: sub(MACD, Signal) }; },
    PPO: ({ x, p, m }) => { const slow = m(x, p("slowLength")), PPO = scaled(share(sub(m(x, p("fastLength")), slow), slow), 100), Signal = m(PPO, p("signalLength")); return { PPO, Signal, Difference: sub(PPO, Signal) }; },
    Momentum: ({ n, x }) => change(x, n), ROC: ({ n, x }) => rate(x, n),
    TRIX: ({ n, x, p, m }) => { const TRIX = rate(m(m(m(x, n), n), n), 1); return { TRIX, Signal: m(TRIX, p("signalLength")) }; },
    DPO: ({ n, x, m }) => sub(x, lag(m(x, n), Math.floor(n / 2) + 1)),
    AwesomeOscillator: ({ x, p }) => sub(sma(x, p("fastLength")), sma(x, p("slowLength"))),
    AcceleratorOscillator: ({ x, p }) => { const a = sub(sma(x, p("fastLength")), sma(x, p("slowLength"))); return sub(a, sma(a, p("averageLength"))); },
    TSI: ({ x, p, m }) => { const twice = (a) => m(m(a, p("longLength")), p("shortLength")); const TSI = scaled(share(twice(change(x)), twice(change(x).map(Math.abs))), 100); return { TSI, Signal: m(TSI, p("signalLength")) }; },
    KST: ({ p }) => { const KST = [1, 2, 3, 4].map((k) => scaled(sma(rate(C, p("length" + k)), p("averageLength" + k)), k)).reduce((a, b) => zip(a, b, (y, z) => y + z)); return { KST, Signal: sma(KST, p("signalLength")) }; },
    CoppockCurve: ({ x, p }) => wma(zip(rate(x, p("longLength")), rate(x, p("shortLength")), (y, z) => y + z), p("averageLength")),
    ElderRay: ({ n, x, m }) => ({ "Bull power": sub(H, m(x, n)), "Bear power": sub(L, m(x, n)) }),
    BalanceOfPower: ({ n, m }) => m(share(sub(C, O), range), n), QStick: ({ n, m }) => m(sub(C, O), n),
    PrettyGoodOscillator: ({ n }) => share(sub(C, sma(C, n)), ema(trueRange, n)),
    RandomWalkIndex: ({ p }) => { const far = (body) => all.map((i) => { let best = NaN; for (let n = p("minLength"); n <= p("maxLength") && i >= n; n += 1) best = Math.max(best || 0, body(i, n) / (mean(trueRange.slice(i - n, i)) * Math.sqrt(n))); return best; }); return { High: far((i, n) => H[i] - L[i - n]), Low: far((i, n) => H[i - n] - L[i]) }; },
    RSI: ({ n, x, m }) => rsi(x, n, m),
    StochasticFast: ({ p, m }) => { const K = stochastic(C, p("kPeriod"), H, L); return { "%K": K, "%D": m(K, p("dPeriod")) }; },
    StochasticSlow: ({ p, m }) => { const K = m(stochastic(C, p("kPeriod"), H, L), 3); return { "%K": K, "%D": m(K, p("dPeriod")) }; },
    StochasticFull: ({ p, m }) => { const K = m(stochastic(C, p("kPeriod"), H, L), p("slowingPeriod")); return { "%K": K, "%D": m(K, p("dPeriod")) }; },
    StochRSI: ({ x, p, m }) => { const K = m(stochastic(rsi(x, p("rsiLength")), p("kPeriod")), p("slowingPeriod")); return { "%K": K, "%D": m(K, p("dPeriod")) }; },
    SMI: ({ p }) => { const n = p("kPeriod"), d = p("dPeriod"), twice = (a) => ema(ema(a, d), d), hi = most(H, n), lo = least(L, n); const SMI = scaled(share(twice(all.map((i) => C[i] - (hi[i] + lo[i]) / 2)), twice(sub(hi, lo))), 200); return { SMI, Average: ema(SMI, d) }; },
    CCI: ({ n, x }) => roll(x, n, (part) => { const a = mean(part); return (part.at(-1) - a) / (0.015 * mean(part.map((one) => Math.abs(one - a))) || 1); }),
    WilliamsPercentR: ({ n }) => stochastic(C, n, H, L).map((one) => one - 100),
    UltimateOscillator: ({ p }) => { const low = zip(L, lag(C, 1), (x, y) => Math.min(x, y || x)), part = (n) => share(sma(sub(C, low), n), sma(trueRange, n)); const a = part(p("shortLength")), b = part(p("middleLength")), c = part(p("longLength")); return all.map((i) => 100 * (4 * a[i] + 2 * b[i] + c[i]) / 7); },
    CMO: ({ n, x }) => { const a = sma(up(change(x)), n), b = sma(down(change(x)), n); return zip(a, b, (y, z) => 100 * (y - z) / (y + z || 1)); },
    FisherTransform: ({ n, x }) => { let v = 0, f = 0; const s = stochastic(x, n); const Fisher = s.map((one) => { if (!Number.isFinite(one)) return NaN; v = Math.max(-0.999, Math.min(0.999, 0.66 * (one / 100 - 0.5) + 0.67 * v)); return (f = 0.5 * Math.log((1 + v) / (1 - v)) + 0.5 * f); }); return { Fisher, Trigger: lag(Fisher, 1) }; },
    RVI: ({ n }) => { const four = (a) => all.map((i) => (a[i] + 2 * a[i - 1] + 2 * a[i - 2] + a[i - 3]) / 6); const RVI = share(sma(four(sub(C, O)), n), sma(four(range), n)); return { RVI, Signal: four(RVI) }; },
    RelativeVolatilityIndex: ({ n, p, m }) => { const d = deviation(C, p("deviationLength")), k = change(C); const a = m(zip(d, k, (x, y) => (y > 0 ? x : 0)), n), b = m(zip(d, k, (x, y) => (y < 0 ? x : 0)), n); return zip(a, b, (x, y) => 100 * x / (x + y || 1)); },
    ConnorsRSI: ({ x, p }) => { let run = 0; const streak = change(x).map((one) => (run = one > 0 ? Math.max(1, run + 1) : one < 0 ? Math.min(-1, run - 1) : 0)); const rank = roll(rate(x, 1), Math.min(100, p("rankLength")), (part) => 100 * part.filter((one) => one < part.at(-1)).length / (part.length - 1 || 1)); const a = rsi(x, p("rsiLength")), b = rsi(streak, p("streakLength")); return all.map((i) => (a[i] + b[i] + rank[i]) / 3); },
    SchaffTrendCycle: ({ x, p, m }) => { const n = p("cycleLength"), half = (a) => smooth(stochastic(a, n), 0.5); return half(half(sub(m(x, p("fastLength")), m(x, p("slowLength"))))); },
    PsychologicalLine: ({ n, x }) => scaled(sma(change(x).map((one) => (one > 0 ? 1 : 0)), n), 100),
    ATR: ({ n, m }) => m(trueRange, n), TrueRange: () => trueRange, StandardDeviation: ({ n, x }) => deviation(x, n),
    HistoricalVolatility: ({ n, x, p }) => scaled(deviation(zip(x, lag(x, 1), (y, z) => Math.log(y / z)), n), 100 * Math.sqrt(p("yearLength"))),
    ChaikinVolatility: ({ n, p, m }) => rate(m(range, n), p("rocLength")),
    UlcerIndex: ({ n, x }) => sma(zip(x, most(x, n), (y, z) => (100 * (y / z - 1)) ** 2), n).map(Math.sqrt),
    Volume: () => V, VolumeAverage: ({ n, m }) => ({ Volume: V, Average: m(V, n) }),
    OBV: ({ x }) => added(zip(change(x), V, (y, z) => Math.sign(y) * z)),
    MFI: ({ n }) => { const k = change(typical), money = zip(typical, V, (x, y) => x * y); const a = sma(zip(k, money, (x, y) => (x > 0 ? y : 0)), n), b = sma(zip(k, money, (x, y) => (x < 0 ? y : 0)), n); return zip(a, b, (x, y) => 100 * x / (x + y || 1)); },
    CMF: ({ n }) => share(sma(zip(place, V, (x, y) => x * y), n), sma(V, n)), AccumulationDistribution: () => flow,
    ChaikinOscillator: ({ p, m }) => sub(m(flow, p("fastLength")), m(flow, p("slowLength"))),
    VolumeROC: ({ n }) => rate(V, n), VolumeOscillator: ({ p, m }) => sub(m(V, p("fastLength")), m(V, p("slowLength"))),
    PVT: ({ x }) => added(zip(rate(x, 1), V, (y, z) => y * z / 100)),
    NVI: ({ n, m }) => { const NVI = indexOf((i) => V[i] < V[i - 1]); return { NVI, Average: m(NVI, Math.min(100, n)) }; },
    PVI: ({ n, m }) => { const PVI = indexOf((i) => V[i] > V[i - 1]); return { PVI, Average: m(PVI, Math.min(100, n)) }; },
    EaseOfMovement: ({ n, p, m }) => m(all.map((i) => (i ? (middle[i] - middle[i - 1]) * range[i] * p("divisor") / V[i] : NaN)), n),
    ForceIndex: ({ n, m }) => m(zip(change(C), V, (x, y) => x * y), n),
    KlingerOscillator: ({ p }) => { const force = zip(change(typical), V, (x, y) => Math.sign(x) * y); const Klinger = sub(ema(force, p("fastLength")), ema(force, p("slowLength"))); return { Klinger, Signal: ema(Klinger, p("signalLength")) }; },
    MarketFacilitationIndex: () => share(range, V),
    VWAP: ({ x, p }) => {
      let day = -1, money = 0, volume = 0, square = 0;
      const rows = all.map((i) => {
        if (D[i] !== day) [day, money, volume, square] = [D[i], 0, 0, 0];
        money += x[i] * V[i]; volume += V[i]; square += x[i] ** 2 * V[i];
        const a = money / volume;
        return [a, Math.sqrt(Math.max(0, square / volume - a * a)) * p("deviations")];
      });
      return { VWAP: rows.map(([a]) => a), Upper: rows.map(([a, d]) => a + d), Lower: rows.map(([a, d]) => a - d) };
    },
    PivotPoints: () => pivots((P, R, { high, low }) => both([2 * P - low, P + R, high + 2 * (P - low)], [2 * P - high, P - R, low - 2 * (high - P)])),
    FibonacciPivots: () => pivots((P, R) => both([0.382, 0.618, 1].map((k) => P + k * R), [0.382, 0.618, 1].map((k) => P - k * R))),
    CamarillaPivots: () => pivots((P, R, { close }) => both([12, 6, 4, 2].map((k) => close + 1.1 * R / k), [12, 6, 4, 2].map((k) => close - 1.1 * R / k))),
    WoodiesPivots: () => pivots((P, R, { high, low }) => both([2 * P - low, P + R], [2 * P - high, P - R]), ({ high, low, close }) => (high + low + 2 * close) / 4),
    DayOpenClose: () => dayBefore(({ open, close }) => ({ Open: open, Close: close })),
    PreviousDayRange: () => dayBefore(({ high, low }) => ({ High: high, Low: low, Middle: (high + low) / 2 })),
    OpeningRange: ({ p }) => { const n = Math.max(1, Math.round(p("minutes") / minutes)), first = all.map((i) => D.indexOf(D[i])); const edge = (a, body) => all.map((i) => (i - first[i] < n - 1 ? NaN : body(...a.slice(first[i], first[i] + n)))); const High = edge(H, Math.max), Low = edge(L, Math.min); return { High, Low, Middle: zip(High, Low, (x, y) => (x + y) / 2) }; },
  };

  const levels = { Zero: () => 0, Overbought: (p) => p("overBought"), Oversold: (p) => p("overSold"), "High line": (p) => p("high"), "Low line": (p) => p("low"), "Setup line": (p) => p("setup"), "Trigger line": (p) => p("trigger") };
  const prices = { OPEN: O, HIGH: H, LOW: L, CLOSE: C, HL2: middle, HLC3: typical, OHLC4: all.map((i) => (O[i] + H[i] + L[i] + C[i]) / 4), VOLUME: V };
  const means = { SIMPLE: sma, EXPONENTIAL: ema, WEIGHTED: wma, WILDERS: wilders, HULL: hull };

  /** Returns the lines of a study by their titles, one value per bar; undefined for a custom study. */
  return function computed(study) {
    const formula = formulas[study.uuid];
    if (!formula) return undefined;
    const values = Object.fromEntries(study.parameters.map((one) => [one.id, one.value]));
    const p = (id) => Number(values[id]);
    const found = formula({ n: p("length"), p, x: prices[values.price] ?? C, m: means[values.average] ?? sma });
    const lines = Array.isArray(found) ? { [study.lines[0].title]: found } : found;
    for (const { title } of study.lines) if (!lines[title] && levels[title]) lines[title] = C.map(() => levels[title](p));
    const displace = p("displace");
    if (study.uuid !== "Ichimoku" && displace) for (const title of Object.keys(lines)) lines[title] = moved(lines[title], displace);
    return lines;
  }
}

/** The bars for pictures of studies, and the studies computed on them. */
export const bars = madeUp(240);
export const computed = studiesOn(bars);
