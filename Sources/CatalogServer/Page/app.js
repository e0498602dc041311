// The page: one search, and beside it what the address names.

import { h } from "./dom.js";
import { currentRoute } from "./route.js";
import { refresh, startSearch } from "./search.js";
import { showInstrument } from "./instrument.js";
import { showCompare } from "./compare.js";
import { showStart } from "./start.js";

const main = document.getElementById("main");
let shown = "";
let leave;

function route() {
  const now = currentRoute();
  refresh();
  // The search is beside the view: it alone doesn't make the view anew.
  const parameters = [...now.parameters].filter(([name]) => !["q", "type", "opol"].includes(name));
  const key = JSON.stringify([now.view, now.symbol, parameters]);
  document.body.dataset.view = now.view;
  if (key === shown) return;
  const isOther = JSON.stringify(JSON.parse(shown || "[]").slice(0, 2)) !== JSON.stringify([now.view, now.symbol]);
  shown = key;
  leave?.abort();
  leave = new AbortController();
  if (now.view === "instrument") {
    document.title = `${now.symbol} · Instruments`;
    showInstrument(main, now, leave.signal, isOther);
  } else if (now.view === "compare") {
    document.title = "Compare hours · Instruments";
    showCompare(main, now, leave.signal);
  } else {
    document.title = "Instruments";
    showStart(main, leave.signal);
  }
  if (isOther) window.scrollTo(0, 0);
}

addEventListener("hashchange", route);
addEventListener("popstate", route);
addEventListener("error", (event) => {
  main.prepend(h("div", { class: "problem", role: "alert" }, h("p", {}, `The page failed: ${event.message}. Reload it.`)));
});
startSearch();
route();
