// Draws a chart preview that the service computed. The coordinates of its shapes are from 0 to 1.
import { s } from "./dom.js";
import { texts } from "./texts.js";

const width = 380;
const height = 240;
const x = (part) => (part * width).toFixed(1);
const y = (part) => (part * height).toFixed(1);

/** Creates the drawing. Colors are #RRGGBB or #RRGGBBAA, which SVG attributes accept. */
export function drawing(preview) {
  const color = preview.colors;
  const barColor = (bar) => (bar.isRising ? color.up : color.down);
  const points = preview.bars.map((bar) => `${x(bar.x)},${y(bar.close)}`).join(" ");
  const last = preview.bars.length - 1;
  const under = (to) => `${x(preview.bars[0].x)},${y(to)} ${points} ${x(preview.bars[last].x)},${y(to)}`;
  const line = (stroke = color.line) => s("polyline", { points, fill: "none", stroke, "stroke-width": 1.6 });
  const stick = (bar, from, to, stroke) => s("line", { x1: x(bar.x), x2: x(bar.x), y1: y(from), y2: y(to), stroke, "stroke-width": 1.2 });
  const box = (bar, from, to, attributes) => s("rect", {
    x: x(bar.x - bar.halfWidth), width: x(2 * bar.halfWidth), y: y(Math.min(from, to)),
    height: Math.max(1, Math.abs(to - from) * height).toFixed(1), ...attributes,
  });
  const tick = (bar, price, side) => s("line", { x1: x(bar.x), x2: x(bar.x + side * bar.halfWidth), y1: y(price), y2: y(price), stroke: barColor(bar), "stroke-width": 1.2 });
  const candle = (bar, hollow) => [
    preview.wicks ? stick(bar, bar.high, bar.low, barColor(bar)) : null,
    box(bar, bar.open, bar.close, hollow && bar.isRising ? { fill: color.background, stroke: barColor(bar) } : { fill: barColor(bar) }),
  ];
  const shapes = {
    candle: () => preview.bars.map((bar) => candle(bar, false)),
    hollowCandle: () => preview.bars.map((bar) => candle(bar, true)),
    heikinAshi: () => preview.bars.map((bar) => candle(bar, false)),
    equivolume: () => preview.bars.map((bar) => box(bar, bar.high, bar.low, { fill: "none", stroke: barColor(bar) })),
    bar: () => preview.bars.map((bar) => [stick(bar, bar.high, bar.low, barColor(bar)), tick(bar, bar.open, -1), tick(bar, bar.close, 1)]),
    line: () => line(),
    area: () => [s("polygon", { points: under(1), fill: color.area }), line()],
    scatterPlot: () => preview.bars.map((bar) => s("circle", { cx: x(bar.x), cy: y(bar.close), r: 2, fill: color.line })),
    histogram: () => preview.bars.map((bar) => box(bar, bar.close, 1, { fill: barColor(bar) })),
    baseline: () => [
      s("polygon", { points: under(preview.baseline), fill: color.area }), line(),
      s("line", { x1: 0, x2: width, y1: y(preview.baseline), y2: y(preview.baseline), stroke: color.crosshair, "stroke-dasharray": "4 3" }),
    ],
    trend: () => preview.bars.slice(1).map((bar, place) => s("line", {
      x1: x(preview.bars[place].x), y1: y(preview.bars[place].close), x2: x(bar.x), y2: y(bar.close),
      stroke: bar.close <= preview.bars[place].close ? color.up : color.down, "stroke-width": 1.6,
    })),
  };
  const mark = (at, word) => at ? s("text", {
    x: x(at.x), y: (at.y * height + (at.y < 0.5 ? -3 : 11)).toFixed(1), fill: color.text, "font-size": 10, "text-anchor": at.x < 0.5 ? "start" : "end", class: "mark",
  }, `${word} ${at.price.toFixed(2)}`) : null;
  return s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": texts.charts.preview, "data-type": preview.candleStyle },
    s("rect", { width, height, fill: color.background }),
    preview.verticalGrid.map((part) => s("line", { class: "vertical", x1: x(part), x2: x(part), y1: 0, y2: height, stroke: color.grid })),
    preview.horizontalGrid.map((part) => s("line", { class: "horizontal", x1: 0, x2: width, y1: y(part), y2: y(part), stroke: color.grid })),
    (preview.watermark ?? "").split("\n").filter(Boolean).map((text, place) => s("text", {
      class: "watermark", x: width / 2, y: height / 2 + place * 22, "text-anchor": "middle", "font-size": place ? 14 : 26, fill: color.watermark,
    }, text)),
    preview.bars.map((bar) => bar.volume ? box(bar, 1 - bar.volume, 1, { class: "volume", fill: bar.isRising ? color.volumeUp : color.volumeDown, "fill-opacity": 0.35 }) : null),
    s("g", { class: "prices" }, (shapes[preview.candleStyle] ?? shapes.line)()),
    mark(preview.high, texts.charts.values.high), mark(preview.low, texts.charts.values.low));
}
