// How the lines of studies are drawn, in small pictures and on charts.

import { s } from "./dom.js";

/** A path's text: what `shape` gives for each value that there is. */
export const each = (values, shape) => values.map((value, place) => (Number.isFinite(value) ? shape(value, place) : "")).join("");

/** A line of a study: one path, since a page has some dozens of pictures. `x` and `y` give places, `base` is where histograms stand. */
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
