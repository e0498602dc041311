// Draws the lines of studies, in small pictures and on charts.

import { s } from "./dom.js";

/** Joins the path text that `shape` returns for each value, skipping missing values. */
export const each = (values, shape) => values.map((value, place) => (Number.isFinite(value) ? shape(value, place) : "")).join("");

/** Returns the outline of the area between a line and another line (or the baseline), with a column for each value. */
const areaPath = (values, edge, x, y, base) => each(values, (value, place) => {
  const [left, right] = [Number(x(place)), Number(x(place + 1))];
  const end = Number.isFinite(values[place + 1]) ? place + 1 : place;
  const bottom = (at) => (Number.isFinite(edge?.[at]) ? y(edge[at]) : base);
  return `M${left} ${y(value)}L${right} ${y(values[end])}V${bottom(end)}L${left} ${bottom(place)}Z`;
});

/** Draws a line of a study as a single path. `x` and `y` return positions; `base` is the baseline of histograms. */
export function lineShape({ uuid, lines }, { kind, color, thickness, values, title }, x, y, base) {
  const stroke = { fill: "none", stroke: color, "stroke-width": Math.min(4, thickness), "vector-effect": "non-scaling-stroke" };
  if (kind === "histogram") return s("path", { d: each(values, (value, place) => `M${x(place)} ${base}V${y(value)}`), ...stroke, "stroke-width": 2 });
  if (kind === "points") return s("path", { d: each(values, (value, place) => `M${x(place)} ${y(value)}h0`), ...stroke, "stroke-width": 2.6, "stroke-linecap": "round" });
  if (kind === "arrows") {
    const way = (title === "Up") !== (uuid === "WilliamsFractal") ? 1 : -1;
    return s("path", { d: each(values, (value, place) => `M${x(place)} ${Number(y(value)) + way * 4}l-3.5 ${way * 6}h7z`), fill: color });
  }
  if (kind === "area") return s("path", { d: areaPath(values, lines.find((line) => line.title === "Senkou B")?.values, x, y, base), fill: color });
  const d = each(values, (value, place) => `${Number.isFinite(values[place - 1]) ? "L" : "M"}${x(place)} ${y(value)}`);
  return s("path", { d, ...stroke, "stroke-dasharray": kind === "dashes" ? "4 3" : null });
}
