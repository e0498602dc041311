// A study drawn on made-up bars, by its own lines, kinds and colours.

import { s } from "./dom.js";
import { bars, computed } from "./formulas.js";

const count = 90;
const width = 300;
const height = 96;

/** The picture; undefined for a study that can't be computed here. */
export function studyPicture(study) {
  const lines = computed(study);
  if (!lines) return undefined;
  const from = bars.close.length - count;
  const cut = (values) => values.slice(from);
  const shown = study.lines.filter((line) => line.isVisible && lines[line.title]).map((line) => ({ ...line, values: cut(lines[line.title]) }));
  const [highs, lows, opens, closes] = [bars.high, bars.low, bars.open, bars.close].map(cut);
  const known = [...shown.flatMap((line) => line.values), ...(shown.some((line) => line.kind === "histogram") ? [0] : [])].filter(Number.isFinite);
  const all = study.isOverlay ? [...highs, ...lows] : known;
  // Lines far from prices must not flatten them.
  const [bottom, top] = study.isOverlay
    ? [Math.max(Math.min(...all, ...known), Math.min(...lows) - 6), Math.min(Math.max(...all, ...known), Math.max(...highs) + 6)]
    : [Math.min(...all), Math.max(...all)];
  const x = (place) => ((place + 0.5) * width / count).toFixed(1);
  const y = (value) => (height - 5 - (value - bottom) / (top - bottom || 1) * (height - 10)).toFixed(1);
  const path = (values) => {
    let isDown = false;
    return values.map((value, place) => {
      if (!Number.isFinite(value)) { isDown = false; return ""; }
      const step = `${isDown ? "L" : "M"}${x(place)} ${y(value)}`;
      isDown = true;
      return step;
    }).join("");
  };
  const draw = ({ kind, color, thickness, values, title }) => {
    const stroke = { fill: "none", stroke: color, "stroke-width": Math.min(4, thickness), "vector-effect": "non-scaling-stroke" };
    if (kind === "histogram") return values.map((value, place) => Number.isFinite(value) ? s("line", { x1: x(place), x2: x(place), y1: y(0 < bottom ? bottom : 0), y2: y(value), ...stroke, "stroke-width": 2 }) : null);
    if (kind === "points") return values.map((value, place) => Number.isFinite(value) ? s("circle", { cx: x(place), cy: y(value), r: 1.3, fill: color }) : null);
    if (kind === "arrows") {
      const way = title === "Up" && study.uuid !== "WilliamsFractal" ? 1 : title === "Up" ? -1 : title === "Down" && study.uuid === "WilliamsFractal" ? 1 : -1;
      return values.map((value, place) => Number.isFinite(value) ? s("path", { d: `M${x(place)} ${Number(y(value)) + way * 4}l-3.5 ${way * 6}h7z`, fill: color }) : null);
    }
    return s("path", { d: path(values), ...stroke, "stroke-dasharray": kind === "dashes" ? "4 3" : null });
  };
  return s("svg", { class: "sketch", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${study.title} on made-up bars`, preserveAspectRatio: "none" },
    study.isOverlay ? closes.map((close, place) => s("g", { class: close >= opens[place] ? "rising" : "falling" },
      s("line", { x1: x(place), x2: x(place), y1: y(highs[place]), y2: y(lows[place]) }),
      s("line", { class: "body", x1: x(place), x2: x(place), y1: y(opens[place]), y2: y(close) }))) : null,
    shown.map(draw));
}
