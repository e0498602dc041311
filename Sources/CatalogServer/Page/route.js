// Every view has its own address: `/instrument/AAPL?week=2026-11-23`, `/compare?s=AAPL&s=XLON`, `/calendar/XNYS/2027`.
// While the search dialog is open, the address also contains the search in `q`, `type` and `opol`.

/** Returns whether a path is the address of a view, which this document can show. */
export const isView = (path) => /^\/($|compare$|(instrument|calendar)\/.)/.test(path);

/** Returns the view of the address: `{ view, symbol, year, parameters }`. */
export function currentRoute() {
  renew();
  const parameters = new URLSearchParams(location.search);
  const [, view, rest] = /^\/(instrument|calendar|compare)(?:\/(.+))?$/.exec(location.pathname) ?? [];
  if (view === "compare") return { view, parameters };
  if (view === "instrument" && rest) return { view, symbol: decode(rest), parameters };
  if (view === "calendar" && rest) {
    const [, symbol, year] = /^(.+?)(?:\/(\d{4}))?$/.exec(rest);
    return { view, symbol: decode(symbol), year, parameters };
  }
  return { view: "start", parameters };
}

/** Replaces an old address with the path after `#`, such as `/#/instrument/AAPL`. */
function renew() {
  const old = /^#(\/[^?]*)(.*)$/.exec(location.hash);
  if (old) history.replaceState(null, "", (isView(old[1]) && old[1] !== "/" ? old[1] : location.pathname) + old[2]);
}

function decode(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

/** The parameters of the search dialog. */
const searching = ["q", "type", "opol"];

/** Returns whether the address contains a search. */
export const isSearching = () => searching.some((name) => currentRoute().parameters.get(name));

/** Returns the link to an instrument. */
export function instrumentLink(symbol, extra = {}) {
  return `/instrument/${encodeURIComponent(symbol)}${queryOf(extra)}`;
}

/** Returns the link to a comparison of symbols or venues. */
export function compareLink(symbols, extra = {}) { return `/compare${queryOf({ ...extra, s: symbols })}`; }

/** Returns the link to a year of an instrument's or a venue's calendar. */
export function calendarLink(symbol, year) { return `/calendar/${encodeURIComponent(symbol)}/${year}`; }

/** Returns the link to a search. */
export function searchLink(q, filters = {}) {
  return `/?${new URLSearchParams({ ...(q ? { q } : {}), ...filters })}`;
}

function queryOf(extra) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(extra)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one) query.append(name, one);
  }
  const text = query.toString();
  return text ? "?" + text : "";
}

/** Removes the search from the address. */
export function forgetSearch() {
  if (isSearching()) setParameters(Object.fromEntries(searching.map((name) => [name, ""])));
}

/** Returns the address of the view with its parameters, but without the search. */
export function viewAddress() {
  const { parameters } = currentRoute();
  for (const name of searching) parameters.delete(name);
  return location.origin + location.pathname + (parameters.size ? `?${parameters}` : "");
}

/** Follows a link as if it had been clicked. */
export function go(link) {
  const { pathname } = new URL(link, location);
  if (!isView(pathname) || !isView(location.pathname)) return location.assign(link);
  history.pushState(null, "", link);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** Changes parameters of the current address. With `push`, the previous address remains in the history. */
export function setParameters(changes, { push = false } = {}) {
  const { parameters } = currentRoute();
  for (const [name, value] of Object.entries(changes)) {
    parameters.delete(name);
    for (const one of Array.isArray(value) ? value : [value]) if (one) parameters.append(name, one);
  }
  history[push ? "pushState" : "replaceState"](null, "", location.pathname + (parameters.size ? `?${parameters}` : ""));
}
