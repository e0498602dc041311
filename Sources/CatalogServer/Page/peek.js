// The highlighted result beside the list, before it is opened.

import { ask, inPath } from "./api.js";
import { h } from "./dom.js";
import { instrumentLink } from "./route.js";
import { facts, identity, stateView } from "./identity.js";
import { daysAhead } from "./days.js";

/** Arrow keys that go on within this many milliseconds ask once. */
const pause = 120;

/** Shows a symbol in `main`, or the sentence that it will be shown here. */
export function showPeek(main, symbol, signal) {
  if (!symbol) return main.replaceChildren(h("h1", { class: "visually-hidden" }, "Search"));
  const timer = setTimeout(async () => {
    try {
      const [instrument, profile] = await Promise.all([
        ask(`/v1/instruments/${inPath(symbol)}`, {}, signal), ask(`/v1/profiles/${inPath(symbol)}`, {}, signal),
      ]);
      const days = instrument.schedule ? await daysAhead(symbol, undefined, signal, 30) : undefined;
      if (signal.aborted) return;
      main.replaceChildren(h("h1", { class: "visually-hidden" }, "Search"),
        h("section", { class: "card hero peek", "aria-label": `Preview of ${symbol}` },
          identity(instrument, profile.fields, { isCompact: true }),
          days && !(days instanceof Error) ? stateView(days, signal, "peek-status") : null,
          facts(instrument, profile.fields),
          h("p", { class: "dim open" }, h("a", { class: "button primary", href: instrumentLink(symbol) }, `Open ${symbol}`), " or press Enter")));
    } catch { /* the list says what went wrong */ }
  }, pause);
  signal.addEventListener("abort", () => clearTimeout(timer));
}
