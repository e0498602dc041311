// Draws bars according to the stored chart settings, as an SVG of the given size with one path per kind of shape.
import { s } from "./dom.js";
import { clock, wallClock } from "./time.js";
import { texts } from "./texts.js";

const axisWidth = 66;
const axisHeight = 24;

/** Returns Heikin-Ashi bars: each closes at its bar's mean price, and opens at the middle of its predecessor. */
function heikinAshi(bars) {
  let before = null;
  return bars.map((bar) => {
    const close = (bar.open + bar.high + bar.low + bar.close) / 4;
    const open = before ? (before.open + before.close) / 2 : (bar.open + bar.close) / 2;
    before = { ...bar, open, close, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close) };
    return before;
  });
}

/** Returns a step of 1, 2 or 5 times a power of ten that divides a range into about `parts` parts. */
function niceStep(range, parts) {
  const raw = range / parts;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= raw);
}

/** Returns the labels of the time axis: a day, month or year where one begins, and otherwise the bar's time. */
function timeLabels(bars, view) {
  let before = null;
  return bars.map((bar) => {
    const now = wallClock(bar.time, view.zone);
    const [year, month, day] = now.date.split("-").map(Number);
    const begins = before === null ? false
      : view.isIntraday ? now.date !== before
        : view.resolution.endsWith("M") ? year !== Number(before.slice(0, 4)) : now.date.slice(0, 7) !== before.slice(0, 7);
    before = now.date;
    const long = view.isIntraday ? `${day} ${texts.charts.months[month - 1]}` : view.resolution.endsWith("M") || month === 1 ? String(year) : texts.charts.months[month - 1];
    const short = view.isIntraday ? clock(now.seconds) : view.resolution.endsWith("M") ? texts.charts.months[month - 1] : String(day);
    return { text: begins ? long : short, begins };
  });
}

/** Returns the labels that fit without overlap. Labels of longer periods have priority. */
function placed(labels, x, width) {
  const taken = [];
  const fits = (at, room) => at > 24 && at < width - 24 && taken.every((other) => Math.abs(other.at - at) >= room);
  for (const [wanted, room] of [[true, 62], [false, 74]]) {
    labels.forEach((label, index) => {
      if (label.begins === wanted && fits(x(index), room)) taken.push({ ...label, at: x(index) });
    });
  }
  return taken;
}

/**
 * Creates the picture, with functions to find a bar: `{ svg, plotWidth, x(index), indexAt(x), mark(index) }`.
 *
 * `view` has the bars with their sessions, the settings `type`, `scaleType`, `flags` and `colors`, the zone, the
 * decimals, and the size. `over` draws shapes over the prices; `alsoFit` are further prices for the range of the axis.
 */
export function chartPicture(view) {
  const { width, height, colors, flags } = view;
  const plotWidth = width - axisWidth;
  const plotHeight = height - axisHeight;
  const bars = view.type === "heikinAshi" ? heikinAshi(view.bars) : view.bars;
  const count = bars.length;

  // Positions of the bars.
  const volumes = bars.map((bar) => Math.max(0, bar.volume ?? 0));
  const allVolume = volumes.reduce((sum, one) => sum + one, 0);
  const widths = view.type === "equivolume" && allVolume > 0 ? volumes.map((one) => (one / allVolume) * plotWidth) : volumes.map(() => plotWidth / count);
  const lefts = [];
  widths.reduce((left, one) => { lefts.push(left); return left + one; }, 0);
  const x = (index) => lefts[index] + widths[index] / 2;
  const isLogarithmic = view.scaleType === "logarithmic" && bars.every((bar) => bar.low > 0);
  const scale = (price) => (isLogarithmic ? Math.log(price) : price);
  const lowest = Math.min(...bars.map((bar) => bar.low));
  const highest = Math.max(...bars.map((bar) => bar.high));
  // The price axis may also fit the values of studies. Values far from the prices are ignored, because they would
  // flatten the prices.
  const far = (highest - lowest) / 2;
  const also = view.alsoFit.filter((price) => price >= lowest - far && price <= highest + far && (!isLogarithmic || price > 0));
  const [least, most] = [Math.min(lowest, ...also), Math.max(highest, ...also)];
  const hasVolume = flags.volume && allVolume > 0;
  const room = plotHeight * (hasVolume ? 0.78 : 0.9);
  const range = scale(most) - scale(least);
  const y = (price) => {
    const part = range > 0 ? (scale(price) - scale(least)) / range : 0.5;
    return plotHeight * 0.05 + room * (flags.invertScale ? part : 1 - part);
  };
  const place = (number) => number.toFixed(1);
  const rising = (bar) => bar.close >= bar.open;

  // Shapes: all shapes of a kind are in one path.
  const path = (parts, attributes) => (parts.length ? s("path", { d: parts.join(""), ...attributes }) : null);
  const box = (index, from, to, share = 0.7) => {
    const wide = Math.max(1, widths[index] * share);
    const top = Math.min(from, to);
    return `M${place(x(index) - wide / 2)} ${place(top)}h${place(wide)}v${place(Math.max(1, Math.abs(to - from)))}h${place(-wide)}z`;
  };
  const stick = (index, from, to) => `M${place(x(index))} ${place(from)}V${place(to)}`;
  const both = (shape, attributes) => [true, false].map((up) => path(
    bars.flatMap((bar, index) => (rising(bar) === up ? [shape(bar, index)] : [])), attributes(up ? colors.up : colors.down, up)));
  const points = bars.map((bar, index) => `${place(x(index))} ${place(y(bar.close))}`);
  const line = () => path([`M${points.join("L")}`], { fill: "none", stroke: colors.line, "stroke-width": 1.8, "stroke-linejoin": "round" });
  const under = (to) => path([`M${place(x(0))} ${place(to)}L${points.join("L")}V${place(to)}z`], { fill: colors.area });
  const candles = (isHollow) => [
    flags.wicks ? both((bar, index) => stick(index, y(bar.high), y(bar.low)), (stroke) => ({ stroke, "stroke-width": 1.2, fill: "none" })) : null,
    both((bar, index) => box(index, y(bar.open), y(bar.close)),
      (color, up) => (isHollow && up ? { fill: colors.background, stroke: color, "stroke-width": 1.2 } : { fill: color })),
  ];
  const closes = bars.map((bar) => bar.close).sort((a, b) => a - b);
  const middle = y(closes[Math.floor(count / 2)]);
  const shapes = {
    candle: () => candles(false),
    hollowCandle: () => candles(true),
    heikinAshi: () => candles(false),
    equivolume: () => both((bar, index) => box(index, y(bar.high), y(bar.low), 0.85), (stroke) => ({ fill: "none", stroke, "stroke-width": 1.2 })),
    bar: () => both((bar, index) => {
      const half = Math.max(1, widths[index] * 0.35);
      return `${stick(index, y(bar.high), y(bar.low))}M${place(x(index) - half)} ${place(y(bar.open))}h${place(half)}M${place(x(index))} ${place(y(bar.close))}h${place(half)}`;
    }, (stroke) => ({ stroke, "stroke-width": 1.4, fill: "none" })),
    line,
    area: () => [under(plotHeight), line()],
    scatterPlot: () => bars.map((bar, index) => s("circle", { cx: place(x(index)), cy: place(y(bar.close)), r: 2, fill: colors.line })),
    histogram: () => both((bar, index) => box(index, y(bar.close), plotHeight), (fill) => ({ fill })),
    baseline: () => [under(middle), line(), s("line", { x1: 0, x2: plotWidth, y1: middle, y2: middle, stroke: colors.crosshair, "stroke-dasharray": "4 3" })],
    trend: () => [true, false].map((up) => path(bars.slice(1).flatMap((bar, index) => ((bar.close >= bars[index].close) === up ? [`M${points[index]}L${points[index + 1]}`] : [])),
      { stroke: up ? colors.up : colors.down, "stroke-width": 1.8, fill: "none" })),
  };

  // Sessions and the breaks between them.
  const shading = [];
  const breaks = [];
  for (let index = 0; index < count; index += 1) {
    const session = bars[index].session;
    if (session && (session.type === "PRE_MARKET" || session.type === "AFTER_MARKET")) {
      const last = shading.at(-1);
      if (last?.session === session) last.end = lefts[index] + widths[index];
      else shading.push({ session, start: lefts[index], end: lefts[index] + widths[index] });
    }
    const before = bars[index - 1]?.session;
    if (session && before && session !== before && session.start > before.end) breaks.push(lefts[index]);
  }

  // Axes.
  const step = niceStep(most > least ? most - least : Math.abs(most) || 1, Math.max(3, Math.floor(room / 60)));
  const prices = [];
  for (let price = Math.ceil(least / step) * step; price <= most && prices.length < 40; price += step) prices.push(price);
  const first = bars[0].close;
  const priceText = (price) => (view.scaleType === "percent" ? `${price >= first ? "+" : "−"}${Math.abs((price / first - 1) * 100).toFixed(2)}%` : price.toFixed(view.decimals));
  const labels = placed(timeLabels(bars, view), x, plotWidth);
  const text = (at, content, attributes) => s("text", { fill: colors.text, x: place(at[0]), y: place(at[1]), ...attributes }, content);
  const lastBar = view.bars.at(-1);
  const extreme = (value, key) => bars.findIndex((bar) => bar[key] === value);
  const mark = (index, price, word, above) => text([Math.min(Math.max(x(index), 40), plotWidth - 40), y(price) + (above ? -5 : 14)], `${word} ${price.toFixed(view.decimals)}`, { "text-anchor": "middle", class: "mark" });
  const cross = [s("line", { y1: 0, y2: plotHeight, stroke: colors.crosshair, "stroke-dasharray": "4 3" }),
    s("line", { x1: 0, x2: plotWidth, stroke: colors.crosshair, "stroke-dasharray": "4 3" })];
  const crosshair = s("g", { class: "crosshair", visibility: "hidden" }, cross);

  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": view.label, "data-type": view.type, "data-bars": count },
    s("rect", { width, height, fill: colors.background }),
    shading.map(({ session, start, end }) => s("rect", { class: `shade ${session.type}`, x: place(start), width: place(end - start), y: 0, height: plotHeight, fill: session.type === "PRE_MARKET" ? colors.preMarket : colors.afterMarket })),
    flags.verticalGrid ? labels.map(({ at }) => s("line", { class: "vertical", x1: place(at), x2: place(at), y1: 0, y2: plotHeight, stroke: colors.grid })) : null,
    flags.horizontalGrid ? prices.map((price) => s("line", { class: "horizontal", x1: 0, x2: plotWidth, y1: place(y(price)), y2: place(y(price)), stroke: colors.grid })) : null,
    flags.sessionBreaks ? breaks.map((at) => s("line", { class: "break", x1: place(at), x2: place(at), y1: 0, y2: plotHeight, stroke: colors.sessionBreak, "stroke-dasharray": "4 4" })) : null,
    (view.watermark ?? "").split("\n").filter(Boolean).map((content, row) => text([plotWidth / 2, plotHeight / 2 + row * 26], content, { class: "watermark", "text-anchor": "middle", "font-size": row ? 16 : 30, fill: colors.watermark })),
    hasVolume ? [true, false].map((up) => path(bars.flatMap((bar, index) => (rising(bar) === up && volumes[index] ? [box(index, plotHeight - (volumes[index] / Math.max(...volumes)) * plotHeight * 0.14, plotHeight)] : [])),
      { class: "volume", fill: up ? colors.volumeUp : colors.volumeDown, "fill-opacity": 0.45 })) : null,
    s("g", { class: "prices" }, (shapes[view.type] ?? shapes.line)()),
    // A nested SVG clips the studies to the plot.
    s("svg", { class: "studies", width: plotWidth, height: plotHeight }, view.over((index) => place(x(index)), (price) => place(y(price)), plotHeight)),
    flags.highLow ? [mark(extreme(highest, "high"), highest, texts.charts.values.high, !flags.invertScale), mark(extreme(lowest, "low"), lowest, texts.charts.values.low, flags.invertScale)] : null,
    view.isMadeUp ? text([8, 18], texts.charts.madeUp, { class: "made-up", "font-weight": 600 }) : null,
    prices.filter((price) => Math.abs(y(price) - y(lastBar.close)) > 15).map((price) => text([plotWidth + 8, y(price) + 4], priceText(price), {})),
    s("line", { x1: 0, x2: plotWidth, y1: place(y(lastBar.close)), y2: place(y(lastBar.close)), stroke: colors.line, "stroke-dasharray": "1 3" }),
    labels.map(({ at, text: content, begins }) => text([at, height - 8], content, { "text-anchor": "middle", "font-weight": begins ? 650 : 400 })),
    s("line", { x1: plotWidth, x2: plotWidth, y1: 0, y2: plotHeight, stroke: colors.grid }),
    s("line", { x1: 0, x2: width, y1: plotHeight, y2: plotHeight, stroke: colors.grid }),
    s("rect", { x: plotWidth, width: axisWidth, y: place(y(lastBar.close) - 9), height: 18, fill: colors.line }),
    text([plotWidth + 8, y(lastBar.close) + 4], priceText(lastBar.close), { class: "last", fill: colors.background, "font-weight": 650 }),
    crosshair);
  return {
    svg, plotWidth,
    /** Returns the position of a bar. */
    x: (index) => place(x(index)),
    /** Returns the bar that is nearest to a distance from the left edge. */
    indexAt(at) {
      const index = lefts.findIndex((left, place) => at < left + widths[place]);
      return index < 0 ? count - 1 : Math.max(0, index);
    },
    /** Shows the crosshair at a bar, or hides it for null. */
    mark(index) {
      crosshair.setAttribute("visibility", index === null ? "hidden" : "visible");
      if (index === null) return;
      for (const name of ["x1", "x2"]) cross[0].setAttribute(name, place(x(index)));
      for (const name of ["y1", "y2"]) cross[1].setAttribute(name, place(y(bars[index].close)));
    },
  };
}
