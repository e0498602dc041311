// What is there before anything is asked: what the catalog holds, and how to ask it.

import { ask } from "./api.js";
import { h, problemView } from "./dom.js";
import { instrumentLink } from "./route.js";
import { typeName } from "./search.js";

const examples = ["AAPL", "apple", "US0378331005", "eurusd", "turk hava"];

export async function showStart(main, signal) {
  const counts = h("div", { class: "tiles" });
  main.replaceChildren(
    h("section", { class: "hello" },
      h("h1", {}, "Find an instrument"),
      h("p", {}, "Type a symbol, a name or an identifier. Arrow keys choose, Enter opens, / comes back to the search."),
      h("p", { class: "examples" }, "For example ", examples.map((text, place) => [
        place ? ", " : "", h("a", { href: `#/?q=${encodeURIComponent(text)}` }, text)]), "."),
      counts));
  try {
    const stats = await ask("/v1/stats", {}, signal);
    counts.replaceChildren(
      h("p", { class: "total" }, h("strong", {}, (stats.catalog?.count ?? 0).toLocaleString("en-GB")), " instruments in this catalog"),
      h("ul", { class: "tile-list" }, (stats.types ?? []).slice(0, 12).map(({ value, count }) =>
        h("li", {}, h("a", { href: `#/?type=${encodeURIComponent(value)}` },
          h("strong", {}, count.toLocaleString("en-GB")), h("span", {}, typeName(value)))))));
  } catch (problem) {
    if (!signal.aborted) counts.replaceChildren(problemView(problem, instrumentLink));
  }
}
