// The search box: results while typing, filters, arrow keys, and the reason for a result that is surprising.

import { ask } from "./api.js";
import { h, marked, problemView } from "./dom.js";
import { daysAhead } from "./days.js";
import { changeText, sessionsOf, stateWords } from "./market.js";
import { countryName, exchange, exchangesNamed } from "./mics.js";
import { calendarLink, currentRoute, go, instrumentLink, setParameters } from "./route.js";
import { searchTabs, tabOf, typeName, venueTab } from "./types.js";

/** The reasons that the highlighted letters don't show. */
const tiers = { alias: "alias", aliasPrefix: "alias", typo: "similar spelling" };
const fieldNames = { LOCAL_SYMBOL: "local symbol", LOCAL_DESCRIPTION: "local name" };
const pageSize = 30;
/** The time in milliseconds within which further typing causes no request. */
const pause = 90;
const slowAfter = 600;
/**
 * The time in milliseconds after typing before results are counted, because counting costs much more than the first
 * results.
 */
const settled = 400;

const input = document.getElementById("q");
const list = document.getElementById("results");
const state = document.getElementById("search-state");
const tabs = document.getElementById("search-tabs");
const venues = document.getElementById("search-venue");
const more = document.getElementById("more");
const understood = document.getElementById("understood");
const venue = document.getElementById("venue");

let running;
let counting;
let timer;
let loading;
let asked = "";
let next;
let chosen = -1;

function question() {
  const { parameters } = currentRoute();
  return { q: parameters.get("q") ?? "", type: parameters.getAll("type"), opol: parameters.getAll("opol") };
}

let onChosen = () => {};

/**
 * Starts the search box with the search of the address.
 *
 * Calls `told` with the symbol of the highlighted result: undefined without a search, empty without results.
 */
export function startSearch(told) {
  onChosen = told;
  input.value = question().q;
  // On other pages the box has no list below it.
  const list = { role: "combobox", "aria-expanded": "false", "aria-controls": "results", "aria-autocomplete": "list" };
  for (const [name, value] of Object.entries(list)) input.setAttribute(name, value);
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(askTyped, pause);
  });
  input.addEventListener("keydown", onKey);
  document.getElementById("search-form").addEventListener("submit", (event) => {
    event.preventDefault();
    openAnswer();
  });
  more.addEventListener("click", () => { loading = load(true); });
  tabs.append(...searchTabs.map(({ name, types }) => h("button", {
    type: "button", class: "chip", "data-tab": name, onclick: () => filter({ type: types }),
  }, name)));
  venues.addEventListener("change", () => filter({ opol: venues.value }));
  document.addEventListener("keydown", (event) => {
    const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
    if (!isCommand && (event.key !== "/" || event.target.closest("input, textarea, select"))) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  refresh();
}

/** Searches for the text in the box, with the chosen filters. */
function askTyped() {
  clearTimeout(timer);
  timer = undefined;
  setParameters({ q: input.value.trim() });
  refresh(settled);
}

function filter(choice) {
  setParameters(choice, { push: true });
  refresh();
}

/**
 * Opens the chosen result, or the first one, for the text in the box. The list may still show results of an earlier
 * text.
 */
async function openAnswer() {
  if (timer) askTyped();
  const question = asked;
  await loading;
  if (asked === question) open(chosen < 0 ? 0 : chosen);
}

/** Updates the list if the address contains another search, and counts the results after `wait` milliseconds. */
export function refresh(wait = 0) {
  const { q, type, opol } = question();
  markFilters(type, opol);
  // Reserve the space of the list before the answer arrives, so that nothing moves.
  document.body.toggleAttribute("data-asking", Boolean(q || type.length || opol.length));
  const wanted = JSON.stringify(question());
  if (wanted === asked) return markCurrent();
  asked = wanted;
  // The address takes precedence over the box, even while it has the focus. Typed text is already in the address.
  if (input.value.trim() !== question().q) input.value = question().q;
  loading = load(false, wait);
}

async function load(isMore, wait) {
  running?.abort();
  const own = running = new AbortController();
  if (!isMore) counting?.abort();
  const { q, type, opol } = question();
  if (!q && !type.length && !opol.length) return showNothing();
  if (type[0] === venueTab) return show({ results: exchangesNamed(q).map(venueResult) }, false);
  const slow = setTimeout(() => { state.textContent = "Searching…"; }, slowAfter);
  try {
    const answer = await ask("/v1/search", { q, type, opol, limit: pageSize, cursor: isMore ? next : undefined }, own.signal);
    if (own !== running) return;
    show(answer, isMore);
    if (!isMore) {
      showVenue(answer.venue, own.signal);
      count(wait);
    }
  } catch (problem) {
    if (own.signal.aborted || own !== running) return;
    list.replaceChildren();
    more.hidden = true;
    understood.hidden = true;
    venue.hidden = true;
    state.replaceChildren(problemView(problem, instrumentLink));
  } finally {
    clearTimeout(slow);
  }
}

/**
 * Shows the number of results and the available filters after `wait` milliseconds, unless another search begins
 * meanwhile.
 */
async function count(wait) {
  const own = counting = new AbortController();
  await new Promise((done) => { setTimeout(done, wait); });
  if (own.signal.aborted) return;
  const { q, type, opol } = question();
  const facets = (chosen) => ask("/v1/search", { q, ...chosen, limit: 1, facets: "true" }, own.signal)
    .then((answer) => answer.facets).catch(() => ({}));
  // The exchanges on offer are those of the results without a chosen exchange.
  const [found, choices] = await Promise.all([facets({ type, opol }), opol.length ? facets({ type }) : undefined]);
  if (own.signal.aborted) return;
  showVenues((choices ?? found).opol ?? []);
  if (found.count) state.textContent = countText(found.count);
}

function countText(count, hasMore) {
  const word = question().type[0] === venueTab ? "exchange" : "instrument";
  return `${hasMore ? "More than " : ""}${count.toLocaleString("en-GB")} ${word}${count === 1 && !hasMore ? "" : "s"}`;
}

function showNothing() {
  list.replaceChildren();
  understood.hidden = true;
  venue.hidden = true;
  onChosen(undefined);
  more.hidden = true;
  input.setAttribute("aria-expanded", "false");
  state.textContent = "";
  chosen = -1;
}

function show(answer, isMore) {
  const items = answer.results.map((result) => item(result, answer.relaxation));
  if (isMore) list.append(...items);
  else {
    list.replaceChildren(...items);
    chosen = -1;
    input.removeAttribute("aria-activedescendant");
    const notation = answer.results.find((one) => one.match?.tier === "notation")?.match.reason;
    understood.hidden = !notation && !answer.relaxation;
    venue.hidden = true;
    if (answer.relaxation) understood.replaceChildren("No instrument matches the whole text. Found ", h("strong", {}, answer.relaxation), ":");
    else understood.replaceChildren("Read as ", h("strong", {}, notation ?? ""));
  }
  [...list.children].forEach((node, place) => { node.id = `result-${place}`; });
  next = answer.next;
  more.hidden = !next;
  input.setAttribute("aria-expanded", String(list.children.length > 0));
  if (!isMore) {
    if (answer.results.length) state.textContent = countText(answer.results.length, next);
    else state.replaceChildren(...nothingFound());
  }
  markCurrent();
  if (!isMore) tell(answer.results[0]?.symbol ?? "");
}

/** Tells which result is highlighted. Exchanges have no preview. */
function tell(symbol) { onChosen(question().type[0] === venueTab && symbol ? undefined : symbol); }

/** Returns a sentence for an empty list, with a way to remove the filters. */
function nothingFound() {
  const { q, type, opol } = question();
  if (!type.length && !opol.length) return [`No results for “${q}”. Try fewer letters, a name, or an ISIN.`];
  const place = [tabOf(type)?.name ?? type.map(typeName).join(", "), ...opol.map((one) => exchange(one)?.name ?? one)].filter((one) => one && one !== "All");
  return [`No results for “${q}” in ${place.join(", ")}. `,
    h("button", { type: "button", class: "quiet", onclick: () => filter({ type: [], opol: [] }) }, "Search everything")];
}

/** Shows the venue that the text names, with its state now and a link to its calendar. */
async function showVenue(found, signal) {
  venue.hidden = !found;
  if (!found) return;
  const link = h("a", { href: calendarLink(found.symbol, new Date().getUTCFullYear()) }, found.name);
  // The second line is reserved, so that the results do not move when it arrives.
  venue.replaceChildren(link, h("br", {}), "\u00a0");
  const answer = await daysAhead(found.symbol, undefined, signal, 14);
  if (signal.aborted || answer instanceof Error) return;
  const now = Date.now();
  const state = stateWords(sessionsOf(answer.days), now, answer.zone);
  venue.replaceChildren(link, h("br", {}), `${state.word} · ${changeText(state, now, false).what}`);
}

function item(result, relaxation) {
  const ranges = Object.fromEntries((result.match?.highlights ?? []).map((one) => [one.field, one.ranges]));
  const other = Object.keys(ranges).find((field) => !["SYMBOL", "DESCRIPTION"].includes(field));
  // The relaxation is shown above the list.
  const reason = result.match?.reason === relaxation ? undefined : result.match?.reason;
  const place = exchange(result.opol)?.name ?? result.opol ?? (result.country && countryName(result.country));
  // The option is the link itself, because an option must not contain another interactive element.
  return h("a", { role: "option", "aria-selected": "false", "data-symbol": result.symbol, href: linkOf(result.symbol), tabindex: "-1" },
    h("span", { class: "line" },
      h("strong", { class: "symbol" }, marked(result.symbol, ranges.SYMBOL)),
      h("span", { class: "badge", "data-type": result.type }, typeName(result.type))),
    h("bdi", { class: "description" }, marked(result.description ?? "", ranges.DESCRIPTION)),
    h("span", { class: "why" },
      h("span", {}, [place, result.country && exchange(result.opol) ? countryName(result.country) : "", result.currency].filter(Boolean).join(" · ")),
      h("span", { class: "tier" }, other ? `by ${fieldNames[other] ?? other}` : reason ?? tiers[result.match?.tier] ?? "")));
}

/** Marks the tab and the exchange of the address. A type without a tab has one while it is chosen. */
function markFilters(type, opol) {
  const chosenTab = tabOf(type);
  for (const tab of tabs.children) {
    if (tab.dataset.tab) tab.setAttribute("aria-pressed", String(tab.dataset.tab === chosenTab?.name));
    else tab.remove();
  }
  if (!chosenTab) tabs.append(h("button", { type: "button", class: "chip", "aria-pressed": "true", onclick: () => filter({ type: [] }) }, type.map(typeName).join(", ")));
  if (![...venues.options].some((one) => one.value === (opol[0] ?? ""))) venues.append(h("option", { value: opol[0] }, exchange(opol[0])?.name ?? opol[0]));
  venues.value = opol[0] ?? "";
  venues.hidden = type[0] === venueTab;
}

function showVenues(found) {
  const { opol } = question();
  const shown = found.filter((one) => one.value);
  if (opol[0] && !shown.some((one) => one.value === opol[0])) shown.unshift({ value: opol[0], count: 0 });
  venues.replaceChildren(h("option", { value: "" }, "All exchanges"), ...shown.map(({ value, count }) =>
    h("option", { value }, `${exchange(value)?.name ?? value} (${count.toLocaleString("en-GB")})`)));
  venues.value = opol[0] ?? "";
}

// MARK: Keys

function onKey(event) {
  const count = list.children.length;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    if (!count) return;
    event.preventDefault();
    choose(event.key === "ArrowDown" ? Math.min(chosen + 1, count - 1) : Math.max(chosen - 1, 0));
  } else if (event.key === "Escape") {
    input.value = "";
    setParameters({ q: "", type: [], opol: [] });
    refresh();
  }
}

function choose(place) {
  list.children[chosen]?.setAttribute("aria-selected", "false");
  chosen = place;
  const node = list.children[place];
  node.setAttribute("aria-selected", "true");
  node.scrollIntoView({ block: "nearest" });
  input.setAttribute("aria-activedescendant", node.id);
  tell(node.dataset.symbol);
}

function open(place) {
  const symbol = list.children[place]?.dataset.symbol;
  if (symbol) go(linkOf(symbol));
}

/** Returns the link to a result: an exchange has only a calendar. */
function linkOf(symbol) {
  return question().type[0] === venueTab ? calendarLink(symbol, new Date().getUTCFullYear()) : instrumentLink(symbol);
}

/** Returns an exchange as a result. */
function venueResult({ mic, name, country }) {
  return { symbol: mic, type: venueTab, description: name, country, opol: "" };
}

function markCurrent() {
  const { symbol } = currentRoute();
  for (const node of list.children) {
    node.setAttribute("href", linkOf(node.dataset.symbol));
    if (node.dataset.symbol === symbol) node.setAttribute("aria-current", "true");
    else node.removeAttribute("aria-current");
  }
}
