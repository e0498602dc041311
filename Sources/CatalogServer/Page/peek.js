// The preview of the highlighted result beside the list.

import { ask, inPath } from "./api.js";
import { h } from "./dom.js";
import { instrumentLink, searchLink } from "./route.js";
import { facts, identity, stateView } from "./identity.js";
import { daysAhead } from "./days.js";

/** The time in milliseconds within which further arrow keys cause no request. */
const pause = 120;

/** Examples of searches, each with an explanation. */
const ways = [
  ["A symbol", "AAPL", "or its first letters"], ["A name", "turk hava", "without accents, or with a typo"], ["An identifier", "US0378331005", "ISIN, CUSIP or SEDOL"],
  ["A contract", "AAPL 15JAN27 280 C", "in almost any order"], ["Another service's notation", "AAPL US Equity", "or AAPL.O, NASDAQ:AAPL"],
];

/** Shows a symbol in `main`. An empty symbol means no result; undefined means that the result isn't known yet. */
export function showPeek(main, symbol, signal) {
  const title = h("h1", { class: "visually-hidden" }, "Search");
  if (symbol === "") {
    return main.replaceChildren(title, h("section", { class: "card" }, h("h2", {}, "Ways to search"), h("dl", { class: "ways" }, ways.map(([what, example, how]) =>
      h("div", {}, h("dt", {}, what), h("dd", {}, h("a", { href: searchLink(example) }, example), h("span", { class: "dim" }, how)))))));
  }
  if (!symbol) return main.replaceChildren(title);
  const timer = setTimeout(async () => {
    try {
      const [instrument, profile] = await Promise.all([
        ask(`/v1/instruments/${inPath(symbol)}`, {}, signal), ask(`/v1/profiles/${inPath(symbol)}`, {}, signal),
      ]);
      const days = instrument.schedule ? await daysAhead(symbol, undefined, signal, 30) : undefined;
      if (signal.aborted) return;
      main.replaceChildren(title,
        h("section", { class: "card hero peek", "aria-label": `Preview of ${symbol}` },
          identity(instrument, profile.fields, { isCompact: true }),
          days && !(days instanceof Error) ? stateView(days, signal, "peek-status") : null,
          facts(instrument, profile.fields),
          h("p", { class: "dim open" }, h("a", { class: "button primary", href: instrumentLink(symbol) }, `Open ${symbol}`), " or press Enter")));
    } catch { /* the list shows the error */ }
  }, pause);
  signal.addEventListener("abort", () => clearTimeout(timer));
}
