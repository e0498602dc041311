// Draws a study on synthetic bars, with the kinds and colors of its lines.

import { s } from "./dom.js";
import { ask } from "./api.js";
import { valueTexts } from "./ticks.js";
import { each, lineShape } from "./studyline.js";
import { texts } from "./texts.js";

const width = 300;
const height = 96;

/** The sample bars as columns, and the values of studies on these bars by uuid. */
let bars = { o: [], h: [], l: [], c: [] };
const values = new Map();

/** Loads the values of studies. If no uuids are given, loads the values of all studies. */
export async function loadValues(uuids) {
  const answer = await ask("/v1/studies/values", uuids && { studies: uuids.join(",") });
  bars = answer;
  for (const study of answer.studies) values.set(study.uuid, study.lines);
}

/** Returns the visible lines of a study with their values; undefined if the values are not loaded. */
function shownLines(study) {
  const lines = values.get(study.uuid);
  return lines && study.lines.map((line, place) => ({ ...line, values: (lines[place]?.values ?? []).map((value) => value ?? NaN) })).filter((line) => line.isVisible);
}

/** Returns a summary of the picture's numbers: `{ columns, rows }`. */
export function studyNumbers(study) {
  const columns = texts.studies.numbers;
  return { columns, rows: shownLines(study).map(({ title, values }) => {
    const known = values.filter(Number.isFinite);
    const ends = known.length ? [known[0], Math.min(...known), Math.max(...known), known.at(-1)] : [NaN, NaN, NaN, NaN];
    return [title, known.length, ...valueTexts(ends)];
  }) };
}

/** Returns all values of the picture: `{ columns, rows }`, with a row for each bar. */
export function studyValues(study) {
  const shown = shownLines(study);
  const columns = [bars.c, ...shown.map((line) => line.values)].map(valueTexts);
  return {
    columns: [texts.studies.bar, texts.studies.close, ...shown.map((line) => line.title)],
    rows: bars.c.map((_, place) => [place + 1, ...columns.map((column) => column[place])]),
  };
}

/** Creates the picture; undefined if the study has no values. */
export function studyPicture(study) {
  const shown = shownLines(study);
  if (!shown) return undefined;
  const { h: highs, l: lows, o: opens, c: closes } = bars;
  const known = [...shown.flatMap((line) => line.values), ...(shown.some((line) => line.kind === "histogram") ? [0] : [])].filter(Number.isFinite);
  const all = study.isOverlay ? [...highs, ...lows] : known;
  // Limit the range, because lines far from prices would flatten them.
  const [bottom, top] = study.isOverlay
    ? [Math.max(Math.min(...all, ...known), Math.min(...lows) - 6), Math.min(Math.max(...all, ...known), Math.max(...highs) + 6)]
    : [Math.min(...all), Math.max(...all)];
  const x = (place) => ((place + 0.5) * width / closes.length).toFixed(1);
  const y = (value) => (height - 5 - (value - bottom) / (top - bottom || 1) * (height - 10)).toFixed(1);
  const candles = (isRising) => {
    const sticks = (from, to) => each(closes, (close, place) => ((close >= opens[place]) === isRising ? `M${x(place)} ${y(from[place])}V${y(to[place])}` : ""));
    return s("g", { class: isRising ? "rising" : "falling" }, s("path", { d: sticks(highs, lows) }), s("path", { class: "body", d: sticks(opens, closes) }));
  };
  return s("svg", { class: "sketch", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": texts.studies.picture(study.title), preserveAspectRatio: "none" },
    study.isOverlay ? [candles(true), candles(false)] : null,
    shown.map((line) => lineShape(study, line, x, y, y(0 < bottom ? bottom : 0))));
}
