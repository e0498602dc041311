// Every view has an address of its own: `/instrument/AAPL?week=2026-11-23`, `/compare?s=AAPL&s=XLON`, `/calendar/XNYS/2027`, each with the
// search in `q`; so a link says what it leads to before anybody opens it.

/** Whether a path is that of a view, which is shown without another document. */
export const isView = (path) => /^\/($|compare$|(instrument|calendar)\/.)/.test(path);

/** The place that the address names: `{ view, symbol, year, parameters }`. */
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

/** Links had the place after a `#` once: `/#/instrument/AAPL`. They lead where they led. */
function renew() {
  const old = /^#(\/[^?]*)(.*)$/.exec(location.hash);
  if (old) history.replaceState(null, "", (isView(old[1]) && old[1] !== "/" ? old[1] : location.pathname) + old[2]);
}

function decode(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

const kept = ["q", "type", "opol"];

/** The link to an instrument, with the search that is open now. */
export function instrumentLink(symbol, extra = {}) {
  return `/instrument/${encodeURIComponent(symbol)}${searchPart(extra)}`;
}

/** The link to a comparison of symbols or venues. */
export function compareLink(symbols, extra = {}) { return `/compare${searchPart({ ...extra, s: symbols })}`; }

/** The link to a year of an instrument's or a venue's calendar. */
export function calendarLink(symbol, year) { return `/calendar/${encodeURIComponent(symbol)}/${year}`; }

/** The link to a search. */
export function searchLink(q, filters = {}) {
  return `/?${new URLSearchParams({ ...(q ? { q } : {}), ...filters })}`;
}

function searchPart(extra) {
  const now = currentRoute().parameters;
  const query = new URLSearchParams();
  for (const name of kept) for (const value of now.getAll(name)) query.append(name, value);
  for (const [name, value] of Object.entries(extra)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one) query.append(name, one);
  }
  const text = query.toString();
  return text ? "?" + text : "";
}

/** The whole address of what is shown, without the search beside it. */
export function viewAddress() {
  const { parameters } = currentRoute();
  for (const name of kept) parameters.delete(name);
  return location.origin + location.pathname + (parameters.size ? `?${parameters}` : "");
}

/** Goes to a link as if it had been clicked. */
export function go(link) {
  const { pathname } = new URL(link, location);
  if (!isView(pathname) || !isView(location.pathname)) return location.assign(link);
  history.pushState(null, "", link);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** Changes parameters of the address in place; what was there can be gone back to where `push` says so. */
export function setParameters(changes, { push = false } = {}) {
  const { parameters } = currentRoute();
  for (const [name, value] of Object.entries(changes)) {
    parameters.delete(name);
    for (const one of Array.isArray(value) ? value : [value]) if (one) parameters.append(name, one);
  }
  history[push ? "pushState" : "replaceState"](null, "", location.pathname + (parameters.size ? `?${parameters}` : ""));
}
