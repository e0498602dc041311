// The script of the page: it shows the view that the address names, and the search dialog.

import { lookForCatalog } from "./api.js";
import { h } from "./dom.js";
import { closeSearch, openSearch } from "./finder.js";
import { currentRoute, forgetSearch, go, isSearching, isView } from "./route.js";
import { texts } from "./texts.js";

const main = document.getElementById("main");
let shown = "";
let leave = new AbortController();
let update = Promise.resolve(undefined);

/** The modules of the views, each loaded when its view is first opened. */
const views = {
  start: () => import("./home.js").then((one) => (now, signal) => one.showHome(main, signal)),
  instrument: () => import("./instrument.js").then((one) => (now, signal) => one.showInstrument(main, now, signal)),
  compare: () => import("./compare.js").then((one) => (now, signal) => one.showCompare(main, now, signal)),
  calendar: () => import("./calendar.js").then((one) => (now, signal) => one.showCalendar(main, now, signal)),
  missing: async () => () => main.replaceChildren(h("section", { class: "card" }, h("h1", { class: "page" }, texts.page.notFound),
    h("p", {}, texts.page.noPageAt(location.pathname), h("a", { href: "/" }, texts.page.toStart)))),
};

function route() {
  const now = currentRoute();
  if (isSearching()) openSearch();
  else closeSearch();
  const view = isView(location.pathname) ? now.view : "missing";
  document.body.dataset.view = view;
  for (const link of document.querySelectorAll(".tools a[data-view]")) {
    if (link.dataset.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  // A change of the search doesn't create the view again. If other parameters change, a view of an instrument updates
  // itself.
  const parameters = [...now.parameters].filter(([name]) => !["q", "type", "opol"].includes(name));
  const key = JSON.stringify([view, now.symbol, now.year, view === "compare" ? parameters : ""]);
  if (key === shown) {
    if (view === "instrument") update.then((change) => change?.(now.parameters));
    return;
  }
  shown = key;
  leave.abort();
  leave = new AbortController();
  document.title = { compare: texts.compareHours, calendar: texts.calendar, missing: texts.page.notFound }[view] ?? texts.title;
  if (view === "instrument") document.title = texts.page.titleOf(now.symbol);
  const { signal } = leave;
  update = views[view]().then((show) => (signal.aborted ? undefined : show(now, signal)));
  scrollTo(0, 0);
  const { scroll } = history.state ?? {};
  if (scroll) update.then(() => restoreScroll(scroll, signal));
}

// MARK: Scroll positions

history.scrollRestoration = "manual";
let scrolled;
addEventListener("scroll", () => {
  clearTimeout(scrolled);
  scrolled = setTimeout(() => history.replaceState({ ...history.state, scroll: scrollY }, ""), 100);
}, { passive: true });

/** Scrolls to an earlier position once the content is high enough, for at most two seconds. */
function restoreScroll(top, signal) {
  const end = performance.now() + 2000;
  const step = () => {
    if (signal.aborted || performance.now() > end) return;
    scrollTo(0, top);
    if (scrollY < top - 1) requestAnimationFrame(step);
  };
  step();
}

// MARK: Newer catalogs

const offer = h("p", { class: "offer", role: "status", hidden: true }, texts.page.newCatalog,
  h("button", { type: "button", class: "primary", onclick: () => location.reload() }, texts.page.showNewCatalog));
document.body.append(offer);
addEventListener("snapshot", () => { offer.hidden = false; });
setInterval(() => { if (!document.hidden) lookForCatalog(); }, 60_000);

addEventListener("hashchange", route);
addEventListener("popstate", route);
// Links to other views change the view in this document. The browser handles links within the view, and links that open
// in another tab or window.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hash || link.origin !== location.origin || !isView(link.pathname)) return;
  event.preventDefault();
  go(link.href);
});
addEventListener("error", (event) => {
  main.prepend(h("div", { class: "problem", role: "alert" }, h("p", {}, texts.page.failed(event.message))));
});
// If the address of a view other than the start view contains a search, show the view without the search.
if (currentRoute().view !== "start") forgetSearch();
route();
// Focus the search only on the start view, because visitors of other views want to read them.
if (document.body.dataset.view === "start" && !isSearching() && matchMedia("(hover: hover)").matches) document.getElementById("search-open").focus();
