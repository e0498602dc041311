// The search in the dialog: results while typing, filters, arrow keys, and the reasons for results that may surprise.

import { ask, inPath } from "./api.js";
import { h, marked, problemView } from "./dom.js";
import { daysAhead } from "./days.js";
import { changeText, sessionsOf, stateWords } from "./market.js";
import { countryName, exchange, exchangesNamed } from "./mics.js";
import { recent } from "./recent.js";
import { calendarLink, currentRoute, forgetSearch, go, instrumentLink, searchLink, setParameters } from "./route.js";
import { monthText } from "./time.js";
import { searchTabs, tabOf, typeName, venueTab } from "./types.js";
import { texts } from "./texts.js";

const pageSize = 30;
/** The time in milliseconds to wait for further typing before a request is sent. */
const pause = 90;
const slowAfter = 600;
/**
 * The time in milliseconds to wait after typing before results are counted. Counting costs much more than the first
 * results.
 */
const settled = 400;

const dialog = document.getElementById("search");
const input = document.getElementById("q");
const list = document.getElementById("results");
const state = document.getElementById("search-state");
const tabs = document.getElementById("search-tabs");
const venues = document.getElementById("search-venue");
const more = document.getElementById("more");
const understood = document.getElementById("understood");
const venue = document.getElementById("venue");
const ways = document.getElementById("ways");

let running;
let counting;
let timer;
let loading;
let asked = "";
let next;
let chosen = -1;
/** The results of all pages loaded so far, and how the search was relaxed. */
let found = [];
let relaxation;

function question() {
  const { parameters } = currentRoute();
  return { q: parameters.get("q") ?? "", type: parameters.getAll("type"), opol: parameters.getAll("opol") };
}

/** Starts the search with the text in the box, and returns the functions that control the search. */
export function startSearch() {
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(askTyped, pause);
  });
  input.addEventListener("keydown", onKey);
  dialog.addEventListener("close", () => {
    clearTimeout(timer);
    timer = undefined;
    forgetSearch();
    refresh();
  });
  more.addEventListener("click", () => { loading = load(true); });
  tabs.append(...searchTabs.map(({ name, types }) => h("button", {
    type: "button", class: "chip", "data-tab": name, onclick: () => filter({ type: types }),
  }, name)));
  venues.addEventListener("change", () => filter({ opol: venues.value }));
  // The text may have been typed while this module was loaded.
  if (input.value.trim()) setParameters({ q: input.value.trim() });
  return { refresh, openAnswer };
}

/** Searches for the text in the box, with the chosen filters. */
function askTyped() {
  clearTimeout(timer);
  timer = undefined;
  setParameters({ q: input.value.trim() });
  refresh(settled);
}

function filter(choice) {
  setParameters(choice);
  refresh();
}

/**
 * Opens the chosen result for the text in the box, or the first result. The list may still show results of an earlier
 * text.
 */
async function openAnswer() {
  if (timer) askTyped();
  const question = asked;
  await loading;
  if (asked === question) open(Math.max(chosen, 0));
}

/** Updates the list if the address contains another search, and counts the results after `wait` milliseconds. */
function refresh(wait = 0) {
  const { q, type, opol } = question();
  markFilters(type, opol);
  const wanted = JSON.stringify(question());
  if (wanted === asked) return markCurrent();
  asked = wanted;
  // The address takes precedence over the box, even while the box has the focus. Typed text is already in the address.
  if (input.value.trim() !== q) input.value = q;
  loading = load(false, wait);
}

async function load(isMore, wait) {
  running?.abort();
  const own = running = new AbortController();
  if (!isMore) counting?.abort();
  const { q, type, opol } = question();
  if (!q && !type.length && !opol.length) return showNothing();
  if (type[0] === venueTab) return show({ results: exchangesNamed(q).map(venueResult) }, false);
  const slow = setTimeout(() => { state.textContent = texts.search.searching; }, slowAfter);
  try {
    const answer = await ask("/v1/search", { q, type, opol, details: "true", limit: pageSize, cursor: isMore ? next : undefined }, own.signal);
    if (own !== running) return;
    show(answer, isMore);
    if (!isMore) {
      showVenue(answer.venue, own.signal);
      count(wait);
    }
  } catch (problem) {
    if (own.signal.aborted || own !== running) return;
    clear();
    state.replaceChildren(problemView(problem, instrumentLink));
  } finally {
    clearTimeout(slow);
  }
}

/**
 * Shows the number of results, the available filters and the sizes of chains after `wait` milliseconds, unless another
 * search begins meanwhile.
 */
async function count(wait) {
  const own = counting = new AbortController();
  await new Promise((done) => { setTimeout(done, wait); });
  if (own.signal.aborted) return;
  const { q, type, opol } = question();
  const facets = (chosen) => ask("/v1/search", { q, ...chosen, limit: 1, facets: "true" }, own.signal)
    .then((answer) => answer.facets).catch(() => ({}));
  for (const node of list.querySelectorAll("[data-chain]")) {
    ask(`/v1/chains/${inPath(node.dataset.chain)}`, { summary: "true" }, own.signal)
      .then((chain) => { node.querySelector(".number").textContent = chain.options.toLocaleString("en-GB"); }).catch(() => {});
  }
  // The list of exchanges ignores the chosen exchanges, so that others can still be chosen.
  const [counts, choices] = await Promise.all([facets({ type, opol }), opol.length ? facets({ type }) : undefined]);
  if (own.signal.aborted) return;
  showVenues((choices ?? counts).opol ?? []);
  if (counts.count) state.textContent = countText(counts.count);
}

function countText(count, hasMore) {
  const text = question().type[0] === venueTab ? texts.search.exchanges(count) : texts.instruments(count);
  return hasMore ? texts.search.moreThan(text) : text;
}

function clear() {
  list.replaceChildren();
  found = [];
  chosen = -1;
  for (const node of [understood, venue, more, ways]) node.hidden = true;
  input.setAttribute("aria-expanded", "false");
}

function showNothing() {
  clear();
  state.textContent = "";
  showWays();
}

/** Shows the instruments that were opened last, and examples of searches. */
function showWays() {
  const last = recent();
  const row = (what, ...content) => h("div", {}, h("dt", {}, what), h("dd", {}, content));
  ways.replaceChildren(...[
    last.length ? row(texts.recent, last.map((one) => h("a", { href: instrumentLink(one.symbol) }, one.symbol))) : null,
    ...texts.search.examples.map(([what, example, how]) => row(what, h("a", {
      href: searchLink(example), onclick: (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        filter({ q: example });
        input.focus();
      },
    }, example), h("span", { class: "dim" }, how))),
  ].filter(Boolean));
  ways.hidden = false;
}

function show(answer, isMore) {
  if (!isMore) {
    clear();
    relaxation = answer.relaxation;
    const read = answer.results.find((one) => one.match?.tier === "notation");
    understood.hidden = !read && !relaxation;
    if (relaxation) understood.replaceChildren(texts.search.relaxed, h("strong", {}, relaxation), ":");
    else understood.replaceChildren(texts.search.readAs, h("strong", {}, read ? readAs(read) : ""));
    if (answer.results.length) state.textContent = countText(answer.results.length, answer.next);
    else {
      state.replaceChildren(...nothingFound());
      if (!question().type.length && !question().opol.length) showWays();
    }
  }
  found.push(...answer.results);
  list.replaceChildren(...rows(found));
  options().forEach((node, place) => { node.id = `result-${place}`; });
  if (!isMore) {
    list.parentElement.scrollTop = 0;
    input.removeAttribute("aria-activedescendant");
  } else if (chosen >= 0) choose(chosen);
  next = answer.next;
  more.hidden = !next;
  input.setAttribute("aria-expanded", String(found.length > 0));
  markCurrent();
}

/** Returns how a notation was read: for the reading `option, 15 Jan 2027` of AAPL, `AAPL 15 Jan 2027`. */
function readAs({ type, underlying, match }) {
  const [kind, ...parts] = match.reason.split(", ");
  return type === "OPTION" && kind === "option" && underlying ? [underlying, ...parts].join(" ") : match.reason;
}

/** Returns a sentence for an empty list, with a way to remove the filters. */
function nothingFound() {
  const { q, type, opol } = question();
  if (!type.length && !opol.length) return [texts.search.nothing(q)];
  const place = [tabOf(type)?.name ?? type.map(typeName).join(", "), ...opol.map((one) => exchange(one)?.name ?? one)].filter((one) => one && one !== texts.types.all);
  return [texts.search.nothingIn(q, place.join(", ")),
    h("button", { type: "button", class: "quiet", onclick: () => filter({ type: [], opol: [] }) }, texts.search.everywhere)];
}

/** Shows the venue that the text names, with its state now and a link to its calendar. */
async function showVenue(named, signal) {
  venue.hidden = !named;
  if (!named) return;
  const link = h("a", { href: calendarLink(named.symbol, new Date().getUTCFullYear()) }, named.name);
  // The second line is reserved, so that the results do not move when it arrives.
  venue.replaceChildren(link, h("br", {}), "\u00a0");
  const answer = await daysAhead(named.symbol, undefined, signal, 14);
  if (signal.aborted || answer instanceof Error) return;
  const now = Date.now();
  const state = stateWords(sessionsOf(answer.days), now, answer.zone);
  venue.replaceChildren(link, h("br", {}), `${state.word} · ${changeText(state, now, false).what}`);
}

// MARK: Rows

/**
 * Returns the rows of the list. If no type is chosen, the options of an underlying are one row, and futures are a strip
 * under their product. The best result always has its own row.
 */
function rows(results) {
  if (question().type.length) return results.map(item);
  const groups = new Map();
  const own = [];
  results.forEach((one, place) => {
    const base = place > 0 && { OPTION: one.underlying ?? one.product, FUTURE: one.product }[one.type];
    if (!base) return own.push(one);
    const key = `${one.type} ${base}`;
    if (!groups.has(key)) {
      groups.set(key, { type: one.type, base, results: [] });
      own.push(groups.get(key));
    }
    groups.get(key).results.push(one);
  });
  const known = new Set(results.map((one) => one.symbol));
  const below = (symbol) => ["FUTURE", "OPTION"].map((type) => groups.get(`${type} ${symbol}`)).filter(Boolean).map(groupRow);
  // If the product or underlying of a group is itself a result, the group is placed below it.
  return own.flatMap((one) => (one.results ? (known.has(one.base) ? [] : [groupRow(one)]) : [item(one), ...below(one.symbol)]));
}

function groupRow({ type, base, results }) {
  if (results.length === 1) return item(results[0]);
  if (type === "OPTION") {
    return h("a", { role: "option", "aria-selected": "false", class: "group", "data-chain": base, href: instrumentLink(base, { part: "chain" }), tabindex: "-1" },
      texts.search.optionsOn(base), h("span", { class: "number dim" }));
  }
  const byMonth = results.toSorted((a, b) => (a.mmy ?? "").localeCompare(b.mmy ?? ""));
  return h("div", { role: "group", class: "strip", "aria-label": texts.search.futuresOf(base) }, byMonth.map((one) =>
    h("a", { role: "option", "aria-selected": "false", class: "chip", "data-symbol": one.symbol, href: linkOf(one.symbol), title: one.symbol, tabindex: "-1" }, monthOf(one))));
}

/** Returns the contract month of a future: `Dec 2026`; its symbol if the month is unknown. */
function monthOf({ mmy, symbol }) {
  if (!/^\d{6}$/.test(mmy ?? "")) return symbol;
  return monthText(`${mmy.slice(0, 4)}-${mmy.slice(4)}`).replace(/^(...)\S*/, "$1");
}

function item(result) {
  const ranges = Object.fromEntries((result.match?.highlights ?? []).map((one) => [one.field, one.ranges]));
  const other = Object.keys(ranges).find((field) => !["SYMBOL", "DESCRIPTION"].includes(field));
  // Omit the relaxation and the reading of a notation, because they are shown above the list.
  const reason = result.match?.reason === relaxation || result.match?.tier === "notation" ? undefined : result.match?.reason;
  const why = other ? texts.search.byField(texts.search.fields[other] ?? other) : reason ?? texts.search.tiers[result.match?.tier] ?? "";
  const place = exchange(result.opol)?.name ?? result.opol;
  const country = result.country && (place ? result.country : countryName(result.country));
  // The link itself has the role `option`, because an element with this role must not contain another interactive
  // element.
  return h("a", { role: "option", "aria-selected": "false", class: "result", "data-symbol": result.symbol, href: linkOf(result.symbol), tabindex: "-1" },
    h("strong", { class: "symbol" }, marked(result.symbol, ranges.SYMBOL)), " ",
    h("span", { class: "what" }, h("bdi", { class: "description" }, marked(result.description ?? "", ranges.DESCRIPTION)), why ? [" ", h("span", { class: "tier" }, why)] : null), " ",
    h("span", { class: "badge", "data-type": result.type }, typeName(result.type)), " ",
    h("span", { class: "why", title: place }, [place, country].filter(Boolean).join(", ")),
    h("span", { class: "live", "data-open": result.isOpen ? "regular" : null }, result.isOpen ? h("span", { class: "dot", title: texts.search.openNow }, h("span", { class: "visually-hidden" }, " ", texts.search.openNow)) : null));
}

/** Marks the tab and the exchange of the address. A type without a tab of its own gets one while it is chosen. */
function markFilters(type, opol) {
  const chosenTab = tabOf(type);
  for (const tab of tabs.children) {
    if (tab.dataset.tab) tab.setAttribute("aria-pressed", String(tab.dataset.tab === chosenTab?.name));
    else tab.remove();
  }
  if (!chosenTab) tabs.append(h("button", { type: "button", class: "chip", "aria-pressed": "true", onclick: () => filter({ type: [] }) }, type.map(typeName).join(", ")));
  if (![...venues.options].some((one) => one.value === (opol[0] ?? ""))) venues.append(h("option", { value: opol[0] }, exchange(opol[0])?.name ?? opol[0]));
  venues.value = opol[0] ?? "";
  venues.disabled = type[0] === venueTab;
}

function showVenues(counts) {
  const { opol } = question();
  const shown = counts.filter((one) => one.value);
  if (opol[0] && !shown.some((one) => one.value === opol[0])) shown.unshift({ value: opol[0], count: 0 });
  venues.replaceChildren(h("option", { value: "" }, texts.search.allExchanges), ...shown.map(({ value, count }) =>
    h("option", { value }, texts.search.exchangeCount(exchange(value)?.name ?? value, count))));
  venues.value = opol[0] ?? "";
}

// MARK: Keys

const options = () => [...list.querySelectorAll("[role=option]")];

function onKey(event) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const count = options().length;
  if (!count) return;
  event.preventDefault();
  choose(event.key === "ArrowDown" ? Math.min(chosen + 1, count - 1) : Math.max(chosen - 1, 0));
}

function choose(place) {
  const all = options();
  all[chosen]?.setAttribute("aria-selected", "false");
  chosen = place;
  const node = all[place];
  node.setAttribute("aria-selected", "true");
  node.scrollIntoView({ block: "nearest" });
  input.setAttribute("aria-activedescendant", node.id);
}

function open(place) {
  const link = options()[place]?.getAttribute("href");
  if (link) go(link);
}

/** Returns the link to a result. An exchange has no view of its own, so its link leads to its calendar. */
function linkOf(symbol) {
  return question().type[0] === venueTab ? calendarLink(symbol, new Date().getUTCFullYear()) : instrumentLink(symbol);
}

/** Returns an exchange as a result. */
function venueResult({ mic, name, country }) {
  return { symbol: mic, type: venueTab, description: name, country, opol: "" };
}

function markCurrent() {
  const { symbol } = currentRoute();
  for (const node of options()) {
    if (symbol && node.dataset.symbol === symbol) node.setAttribute("aria-current", "true");
    else node.removeAttribute("aria-current");
  }
}
