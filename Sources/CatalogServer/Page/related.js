// Related instruments: the underlying, derivatives, other listings, and other instruments of the issuer.

import { ask } from "./api.js";
import { h, section } from "./dom.js";
import { instrumentLink } from "./route.js";
import { dateText } from "./time.js";
import { typeName } from "./types.js";
import { texts } from "./texts.js";

const columns = "TYPE,SYMBOL,DESCRIPTION,OPOL,EXPIRATION,ISIN,CURRENCY";
const most = 8;

/** Returns the word that names the issuer: `Apple` of `Apple Inc. - Common Stock`. */
const issuerWord = (name) => (name ?? "").split(/[\s,.]+/).find((word) => word.length > 3 && !/^(the|and)$/i.test(word)) ?? "";

const list = (parameters, signal) => ask("/v1/list", { fields: columns, limit: most + 1, ...parameters }, signal)
  .then((answer) => answer.results).catch(() => []);

/** Creates the section. */
export async function relatedSection(fields, signal) {
  const { SYMBOL: symbol, TYPE: type, ISIN: isin } = fields;
  const product = fields.PRODUCT || (type === "PRODUCT" ? symbol : "");
  const base = fields.UNDERLYING || symbol;
  const word = ["STOCK", "ETF", "BOND", "CERTIFICATE"].includes(type) ? issuerWord(fields.DESCRIPTION) : "";
  const [elsewhere, futures, onIt, named] = await Promise.all([
    isin ? list({ isin }, signal) : [],
    product ? list({ product, type: "FUTURE", order: "expiration" }, signal) : [],
    list({ underlying: base, type: "FUTURE,WARRANT,CFD,CERTIFICATE,SPREAD", order: "expiration" }, signal),
    word ? ask("/v1/search", { q: word, type: "STOCK,ETF,BOND,CERTIFICATE,CFD", limit: most + 1 }, signal).then((answer) => answer.results
      .filter((one) => one.description?.toLowerCase().split(/[\s,.]+/)[0] === word.toLowerCase())
      .map((one) => ({ TYPE: one.type, SYMBOL: one.symbol, DESCRIPTION: one.description, OPOL: one.opol }))).catch(() => []) : [],
  ]);
  const seen = new Set([symbol]);
  const group = (title, rows) => {
    const fresh = rows.filter((one) => !seen.has(one.SYMBOL)).slice(0, most);
    for (const one of fresh) seen.add(one.SYMBOL);
    return fresh.length ? h("div", { class: "group" }, h("h3", {}, title), h("ul", {}, fresh.map((one) => h("li", {},
      h("a", { href: instrumentLink(one.SYMBOL) }, one.SYMBOL), " ",
      h("span", { class: "dim" }, h("bdi", {}, one.EXPIRATION ? dateText(one.EXPIRATION, true) : one.DESCRIPTION ?? ""),
        ` · ${[typeName(one.TYPE), one.OPOL].filter(Boolean).join(", ")}`))))) : null;
  };
  const byDate = (rows) => rows.toSorted((a, b) => (a.EXPIRATION ?? "").localeCompare(b.EXPIRATION ?? ""));
  const groups = [
    type === "OPTION" && (fields.UNDERLYING || product) ? h("div", { class: "group" }, h("h3", {}, texts.chain.title), h("p", {},
      h("a", { href: instrumentLink(fields.UNDERLYING || product, { part: "chain", expiration: fields.EXPIRATION, around: fields.STRIKE && String(Number(fields.STRIKE)) }) },
        texts.related.optionsOn(fields.UNDERLYING || product, fields.EXPIRATION && dateText(fields.EXPIRATION, true))))) : null,
    group(texts.related.listings, elsewhere), group(texts.related.futures, byDate(futures)),
    group(texts.related.on(base), byDate(onIt)), group(texts.related.named(word), named),
  ].filter(Boolean);
  return section(texts.related.title, "related",
    groups.length ? h("div", { class: "groups" }, groups) : h("p", { class: "dim" }, texts.related.none));
}
