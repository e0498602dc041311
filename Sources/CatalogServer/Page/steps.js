// Price increments: the price ranges as a picture, and the valid prices around a price.

import { ask, inPath } from "./api.js";
import { h, problemView, section, wordTable } from "./dom.js";
import { instrumentLink, setParameters } from "./route.js";
import { plain, ranges } from "./ticks.js";
import { texts } from "./texts.js";

/**
 * Returns an example price and its reason.
 *
 * The price is the middle strike of the chain. Without a chain, it is typical for the type: par, the bound of a price
 * range, or some thousand increments.
 */
export function sensiblePrice(type, bands, strike) {
  if (strike !== undefined) return { price: strike, why: texts.ticks.middleStrike };
  const last = bands.at(-1)?.step ?? 0.01;
  const limits = bands.filter((one) => one.to !== undefined).map((one) => one.to);
  if (type === "BOND") return { price: 100, why: texts.ticks.par };
  if (type === "OPTION" && limits.length) return { price: limits[0], why: texts.ticks.bound };
  if (limits.length > 1) {
    const place = Math.floor(limits.length / 2);
    return { price: limits[place], why: texts.ticks.middleBound };
  }
  const many = { FOREX: 100_000, CRYPTO: 100_000, INDEX: 500_000, OPTION: 200, FUTURE: 10_000, PRODUCT: 10_000 }[type] ?? 5_000;
  return { price: Number((last * many).toPrecision(6)), why: texts.ticks.typical };
}

/** Draws the ranges as bars whose height grows with the increment. */
function picture(bands) {
  if (bands.length < 2) return null;
  const heights = bands.map((one) => Math.log10(one.step));
  const [least, most] = [Math.min(...heights), Math.max(...heights)];
  const words = bands.map((one, place) => [
    place === 0 ? texts.ticks.below(plain(one.to)) : one.to === undefined ? texts.ticks.from(plain(bands[place - 1].to)) : texts.ticks.range(plain(bands[place - 1].to), plain(one.to)),
    plain(one.step)]);
  return [
    h("div", { class: "bands", role: "img", "aria-label": texts.ticks.picture(words.map((row) => row.join(" ")).join("; ")) },
      bands.map((one, place) => h("span", { class: "band", title: texts.ticks.band(...words[place]) },
        h("span", { class: "stepname" }, plain(one.step)),
        h("span", { class: "block", style: { height: `${12 + 130 * (most > least ? (heights[place] - least) / (most - least) : 1)}px` } }),
        h("span", { class: "limit" }, one.to === undefined ? "" : plain(one.to))))),
    wordTable(texts.ticks.asTable, texts.ticks.columns, words),
  ];
}

export function stepsSection(symbol, type, rules, parameters, signal, strike) {
  const bands = ranges(rules);
  const sensible = sensiblePrice(type, bands, strike);
  const place = h("div", { class: bands.length === 1 ? "scaleplace" : "ladderplace" });
  const why = h("span", { class: "dim" });
  const input = h("input", {
    type: "text", inputmode: "decimal", id: "ladder-price", value: parameters.get("price") ?? plain(sensible.price), size: "10", autocomplete: "off",
  });
  let running;
  async function load() {
    const text = input.value.trim();
    const price = Number(text.replace(",", "."));
    why.textContent = price === sensible.price ? texts.ticks.reason(text, sensible.why) : "";
    if (!text || !Number.isFinite(price)) {
      return place.replaceChildren(h("p", { class: "problem", role: "alert" }, texts.ticks.expectedPrice(input.value)));
    }
    running?.abort();
    const own = running = new AbortController();
    const either = AbortSignal.any([signal, own.signal]);
    try {
      const [answer, round] = await Promise.all([
        ask(`/v1/price/${inPath(symbol)}/ladder`, { price, above: 4, below: 4 }, either),
        ask(`/v1/price/${inPath(symbol)}/round`, { price, direction: "nearest" }, either),
      ]);
      const rounded = [texts.ticks.rounds(text), h("strong", {}, round.text)];
      // If all increments are equal, a list of prices contains as much information as a table.
      if (bands.length === 1) {
        return place.replaceChildren(h("p", {}, rounded), h("ol", { class: "ladder scale", "aria-label": texts.ticks.pricesAround(text) }, answer.steps.toReversed().map((step) =>
          h("li", { class: step.text === round.text ? "here" : null }, step.text))));
      }
      place.replaceChildren(
        h("table", { class: "ladder" },
          h("caption", {}, rounded),
          h("thead", {}, h("tr", {}, texts.ticks.columns.map((name) => h("th", { scope: "col" }, name)))),
          h("tbody", {}, answer.steps.map((step) => h("tr", { class: step.text === round.text ? "here" : "" },
            h("td", { class: "number" }, step.text), h("td", { class: "number dim" }, plain(step.increment)))))));
    } catch (problem) {
      if (!signal.aborted && !own.signal.aborted) place.replaceChildren(problemView(problem, instrumentLink));
    }
  }
  input.addEventListener("change", () => { setParameters({ price: input.value.trim() }); load(); });
  load();
  const sentence = bands.length === 1 ? texts.ticks.constant(plain(bands[0].step))
    : bands.length === 2 ? texts.ticks.two(plain(bands[0].step), plain(bands[0].to), plain(bands[1].step))
      : texts.ticks.many(plain(bands[0].step), plain(bands[0].to), plain(bands.at(-1).step), plain(bands.at(-2)?.to ?? 0));
  const around = h("div", { class: "bar around" }, h("label", { for: "ladder-price" }, texts.ticks.around), input, why);
  const written = h("details", {}, h("summary", {}, texts.rawDefinition), h("p", {}, h("code", {}, rules)));
  if (bands.length === 1) return section(texts.tickSize, "ladder", h("p", {}, sentence), around, place, written);
  return section(texts.tickSize, "ladder", h("div", { class: "sides" }, h("div", {}, h("p", {}, sentence), picture(bands), written, around), place));
}
