// The futures of a product: month, symbol, last trade and days left. The front month is marked.

import { ask } from "./api.js";
import { h, section } from "./dom.js";
import { instrumentLink } from "./route.js";
import { dateText, daysBetween, monthText } from "./time.js";
import { texts } from "./texts.js";

const most = 200;

export async function contractsSection(product, symbol, signal) {
  const [list, front] = await Promise.all([
    ask("/v1/list", { product, type: "FUTURE", order: "expiration", fields: "SYMBOL,MMY,EXPIRATION,LAST_TRADE", limit: most }, signal),
    ask("/v1/symbols", { q: `${product.replace(/^\//, "")}1!`, limit: 1 }, signal).then((answer) => answer.candidates[0]?.symbol).catch(() => undefined),
  ]);
  if (!list.results.length) return section(texts.instrument.contracts, "contracts", h("p", { class: "dim" }, texts.contracts.none(product)));
  const today = new Date().toISOString().slice(0, 10);
  const rows = list.results.map((one) => {
    const last = one.LAST_TRADE || one.EXPIRATION;
    const left = last ? daysBetween(today, last) : undefined;
    return h("tr", { class: one.SYMBOL === symbol ? "here" : null, "data-symbol": one.SYMBOL },
      h("th", { scope: "row" }, /^\d{6}$/.test(one.MMY ?? "") ? monthText(`${one.MMY.slice(0, 4)}-${one.MMY.slice(4)}`) : one.MMY ?? ""),
      h("td", {}, h("a", { href: instrumentLink(one.SYMBOL) }, one.SYMBOL), one.SYMBOL === front ? [" ", h("span", { class: "badge" }, texts.contracts.frontMonth)] : null),
      h("td", {}, last ? dateText(last, true) : ""),
      h("td", { class: "number" }, left === undefined ? "" : left < 0 ? texts.contracts.expired : left.toLocaleString("en-GB")));
  });
  return section(texts.instrument.contracts, "contracts", h("div", { class: "scroll" }, h("table", { class: "contracts" },
    h("thead", {}, h("tr", {}, texts.contracts.columns.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, rows))),
  list.next ? h("p", { class: "dim" }, texts.contracts.first(most)) : null);
}
