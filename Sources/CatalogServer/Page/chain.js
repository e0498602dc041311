// The option chain of an underlying or a product: calls and puts around a price, one expiration at a time.

import { ask, inPath } from "./api.js";
import { h, problemView, section } from "./dom.js";
import { instrumentLink, setParameters } from "./route.js";
import { dateText } from "./time.js";

/** Nothing is shown for what has no options. */
export async function chainSection(box, symbol, parameters, signal) {
  const path = `/v1/chains/${inPath(symbol)}`;
  let summary;
  try {
    summary = await ask(path, { summary: "true" }, signal);
  } catch { return; }
  if (signal.aborted || !summary.series.length) return;
  const dates = [...new Set(summary.series.map((one) => one.expiration))];
  const wanted = parameters.get("expiration");
  const select = h("select", { id: "chain-expiration" }, dates.map((date) =>
    h("option", { value: date, selected: date === wanted }, dateText(date, true))));
  const around = h("input", { id: "chain-around", type: "text", inputmode: "decimal", size: "8", autocomplete: "off", value: parameters.get("around") ?? "" });
  const tables = h("div", {});
  async function load() {
    try {
      const price = around.value.trim().replace(",", ".");
      const answer = await ask(path, { expiration: select.value, around: price, strikes: price ? 16 : undefined }, signal);
      if (signal.aborted) return;
      tables.replaceChildren(...answer.series.map((series) => seriesTable(series, price)));
    } catch (problem) {
      if (!signal.aborted) tables.replaceChildren(problemView(problem, instrumentLink));
    }
  }
  select.addEventListener("change", () => { setParameters({ expiration: select.value }); load(); });
  around.addEventListener("change", () => { setParameters({ around: around.value.trim() }); load(); });
  box.replaceChildren(section("Option chain", "chain",
    h("p", { class: "dim" }, `${summary.options.toLocaleString("en-GB")} options, ${dates.length} ${dates.length === 1 ? "expiration" : "expirations"}${roles(summary)}`),
    h("div", { class: "bar" }, h("label", { for: "chain-expiration" }, "Expires "), select,
      h("label", { for: "chain-around" }, "Around price "), around),
    tables));
  load();
}

/** What the symbol is to the options, where it isn't just their underlying. */
function roles(chain) {
  if (!chain.product) return "";
  return chain.underlying ? "; underlying and product" : "; product";
}

/** The lines of a strike: more than one where several calls or puts stand on it. */
function lines(strike) {
  const calls = strike.calls ?? [strike.call], puts = strike.puts ?? [strike.put];
  return Array.from({ length: Math.max(calls.length, puts.length) }, (_, line) => ({ call: calls[line], strike: strike.strike, put: puts[line] }));
}

function seriesTable(series, price) {
  const about = [series.multiplier && series.multiplier !== 1 ? `×${series.multiplier}` : "", series.style, series.settlement]
    .filter(Boolean).join(" · ");
  const nearest = price ? series.strikes.reduce((best, one) =>
    Math.abs(one.strike - price) < Math.abs(best - price) ? one.strike : best, Infinity) : undefined;
  const cell = (symbol) => h("td", {}, symbol ? h("a", { href: instrumentLink(symbol) }, symbol) : "–");
  return h("div", { class: "scroll tall" }, h("table", { class: "chain" },
    h("caption", {}, about),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Call"), h("th", { scope: "col" }, "Strike"), h("th", { scope: "col" }, "Put"))),
    h("tbody", {}, series.strikes.flatMap(lines).map((strike) => h("tr", { class: strike.strike === nearest ? "here" : "" },
      cell(strike.call), h("th", { scope: "row", class: "number" }, String(strike.strike)), cell(strike.put))))));
}
