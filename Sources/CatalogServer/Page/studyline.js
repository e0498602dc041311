// Draws the lines of studies, in small pictures and on charts.

import { s } from "./dom.js";

/** Joins the path text that `shape` returns for each value, skipping missing values. */
export const each = (values, shape) => values.map((value, place) => (Number.isFinite(value) ? shape(value, place) : "")).join("");

/** Draws a line of a study as a single path. `x` and `y` return positions; `base` is the baseline of histograms. */
export function lineShape({ uuid }, { kind, color, thickness, values, title }, x, y, base) {
  const stroke = { fill: "none", stroke: color, "stroke-width": Math.min(4, thickness), "vector-effect": "non-scaling-stroke" };
  if (kind === "histogram") return s("path", { d: each(values, (value, place) => `M${x(place)} ${base}V${y(value)}`), ...stroke, "stroke-width": 2 });
  if (kind === "points") return s("path", { d: each(values, (value, place) => `M${x(place)} ${y(value)}h0`), ...stroke, "stroke-width": 2.6, "stroke-linecap": "round" });
  if (kind === "arrows") {
    const way = (title === "Up") !== (uuid === "WilliamsFractal") ? 1 : -1;
    return s("path", { d: each(values, (value, place) => `M${x(place)} ${Number(y(value)) + way * 4}l-3.5 ${way * 6}h7z`), fill: color });
  }
  const d = each(values, (value, place) => `${Number.isFinite(values[place - 1]) ? "L" : "M"}${x(place)} ${y(value)}`);
  return s("path", { d, ...stroke, "stroke-dasharray": kind === "dashes" ? "4 3" : null });
}
