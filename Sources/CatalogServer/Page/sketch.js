// A study drawn on synthetic bars, with its lines, kinds and colors.

import { s } from "./dom.js";
import { bars, computed } from "./formulas.js";
import { each, lineShape } from "./studyline.js";

const count = 90;
const width = 300;
const height = 96;

const from = bars.close.length - count;
const cut = (values) => values.slice(from);

/** Returns the lines of a picture with their values; undefined if the study can't be computed here. */
function shownLines(study) {
  const lines = computed(study);
  return lines && study.lines.filter((line) => line.isVisible && lines[line.title]).map((line) => ({ ...line, values: cut(lines[line.title]) }));
}

const text = (value) => (Number.isFinite(value) ? value.toLocaleString("en-GB", { maximumSignificantDigits: 6 }) : "–");

/** Returns a summary of the picture's numbers: `{ columns, rows }`. */
export function studyNumbers(study) {
  const columns = ["Line", "Bars with a value", "First", "Lowest", "Highest", "Last"];
  return { columns, rows: shownLines(study).map(({ title, values }) => {
    const known = values.filter(Number.isFinite);
    const ends = known.length ? [known[0], Math.min(...known), Math.max(...known), known.at(-1)] : [NaN, NaN, NaN, NaN];
    return [title, known.length, ...ends.map(text)];
  }) };
}

/** Returns all values of the picture: `{ columns, rows }`, with a row for each bar. */
export function studyValues(study) {
  const shown = shownLines(study);
  const closes = cut(bars.close);
  return {
    columns: ["Bar", "Close", ...shown.map((line) => line.title)],
    rows: closes.map((close, place) => [place + 1, text(close), ...shown.map(({ values }) => text(values[place]))]),
  };
}

/** Creates the picture; undefined if the study can't be computed here. */
export function studyPicture(study) {
  const shown = shownLines(study);
  if (!shown) return undefined;
  const [highs, lows, opens, closes] = [bars.high, bars.low, bars.open, bars.close].map(cut);
  const known = [...shown.flatMap((line) => line.values), ...(shown.some((line) => line.kind === "histogram") ? [0] : [])].filter(Number.isFinite);
  const all = study.isOverlay ? [...highs, ...lows] : known;
  // Limit the range, because lines far from prices would flatten them.
  const [bottom, top] = study.isOverlay
    ? [Math.max(Math.min(...all, ...known), Math.min(...lows) - 6), Math.min(Math.max(...all, ...known), Math.max(...highs) + 6)]
    : [Math.min(...all), Math.max(...all)];
  const x = (place) => ((place + 0.5) * width / count).toFixed(1);
  const y = (value) => (height - 5 - (value - bottom) / (top - bottom || 1) * (height - 10)).toFixed(1);
  const candles = (isRising) => {
    const sticks = (from, to) => each(closes, (close, place) => ((close >= opens[place]) === isRising ? `M${x(place)} ${y(from[place])}V${y(to[place])}` : ""));
    return s("g", { class: isRising ? "rising" : "falling" }, s("path", { d: sticks(highs, lows) }), s("path", { class: "body", d: sticks(opens, closes) }));
  };
  return s("svg", { class: "sketch", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${study.title} on made-up bars`, preserveAspectRatio: "none" },
    study.isOverlay ? [candles(true), candles(false)] : null,
    shown.map((line) => lineShape(study, line, x, y, y(0 < bottom ? bottom : 0))));
}
