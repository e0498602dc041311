// The chosen studies of a chart, with values from the service. They are drawn over the prices, or in panes below them.

import { ask } from "./api.js";
import { h, s } from "./dom.js";
import { lineShape } from "./studyline.js";
import { valueTexts } from "./ticks.js";
import { texts } from "./texts.js";

const paneHeight = 104;

/** Returns the values of studies on bars of the feed: `[{ uuid, title, isOverlay, lines }]`; a line has a value for each bar. */
export async function valuesOf(studies, bars, parameters) {
  if (!bars.length) return [];
  const span = { from: bars[0].time / 1000, to: bars.at(-1).time / 1000 + 1 };
  const answer = await ask("/v1/studies/values", { ...parameters, ...span, studies: studies.map((study) => study.uuid).join(",") });
  const places = new Map(answer.t.map((time, place) => [time * 1000, place]));
  return studies.flatMap((study) => {
    const { lines } = answer.studies.find((one) => one.uuid === study.uuid);
    return lines ? [{ ...study, lines: study.lines.map((line, number) => ({ ...line, values: bars.map((bar) => lines[number].values[places.get(bar.time)] ?? NaN) })).filter((line) => line.isVisible) }] : [];
  });
}

/** Returns the studies with the values of a range of the bars. */
export const part = (studies, from, to) => studies.map((study) => ({ ...study, lines: study.lines.map((line) => ({ ...line, values: line.values.slice(from, to) })) }));

/** Returns the name of a line outside of its study: `MACD`, `MACD: Signal`. */
export const lineName = (study, line) => (study.lines.length === 1 ? study.title : `${study.title}: ${line.title}`);

/** Returns the shapes of studies that are drawn over the prices. */
export const overlay = (studies, x, y, base) => studies.flatMap((study) => study.lines.map((line) => lineShape(study, line, x, y, base)));

/** Creates the pane of a study below the prices, with the same width and a separate axis. */
export function pane(study, { x, width, plotWidth, colors }) {
  const known = study.lines.flatMap((line) => line.values).filter(Number.isFinite);
  const all = [...known, ...(study.lines.some((line) => line.kind === "histogram") ? [0] : [])];
  const [bottom, top] = all.length ? [Math.min(...all), Math.max(...all)] : [0, 1];
  const y = (value) => (paneHeight - 8 - ((value - bottom) / (top - bottom || 1)) * (paneHeight - 34)).toFixed(1);
  const [low, high] = valueTexts([bottom, top]);
  const word = (content, at, attributes) => s("text", { fill: colors.text, x: at[0], y: at[1], ...attributes }, content);
  return s("svg", { class: "pane", viewBox: `0 0 ${width} ${paneHeight}`, role: "img", "aria-label": texts.charts.pane(study.title, low, high), "data-study": study.uuid },
    s("rect", { width, height: paneHeight, fill: colors.background }),
    s("line", { x1: 0, x2: width, y1: 0.5, y2: 0.5, stroke: colors.grid }), s("line", { x1: plotWidth, x2: plotWidth, y1: 0, y2: paneHeight, stroke: colors.grid }),
    overlay([study], x, y, y(Math.min(Math.max(0, bottom), top))),
    word(study.title, [8, 16], { "font-weight": 600 }),
    all.length ? [word(high, [plotWidth + 8, 30], {}), word(low, [plotWidth + 8, paneHeight - 5], {})] : null);
}

/** Returns the values of all lines at a bar. */
export function values(studies, index) {
  return studies.flatMap((study) => study.lines.map((line) => h("li", {},
    s("svg", { viewBox: "0 0 14 11", "aria-hidden": "true" }, s("rect", { width: 14, height: 11, fill: line.color })), `${lineName(study, line)} `, h("span", { class: "number" }, valueTexts(line.values)[index]))));
}

/** Returns columns for the chart's table: `[{ name, text(index) }]`. */
export const columns = (studies) => studies.flatMap((study) => study.lines.map((line) => {
  const shown = valueTexts(line.values);
  return { name: lineName(study, line), text: (index) => shown[index] };
}));
