// Everything has a link: `/#/instrument/AAPL?week=2026-11-23`, `/#/compare?s=AAPL&s=XLON`, `/calendar/XNYS/2027`, each with the search
// in `q`. Links begin with a slash, so that they work from a calendar's own path, too.

/** The place that the address names: `{ view, symbol, year, parameters }`. */
export function currentRoute() {
  const text = location.hash.replace(/^#\/?/, "");
  const [path, query = ""] = split(text, "?");
  const [view, ...rest] = path.split("/");
  const parameters = new URLSearchParams(query);
  if (view === "instrument" && rest.length) {
    return { view: "instrument", symbol: decode(rest.join("/")), parameters };
  }
  if (view === "compare") return { view: "compare", parameters };
  const calendar = /^\/calendar\/(.+?)(?:\/(\d{4}))?$/.exec(location.pathname);
  if (calendar) return { view: "calendar", symbol: decode(calendar[1]), year: calendar[2], parameters };
  return { view: "start", parameters };
}

function split(text, separator) {
  const place = text.indexOf(separator);
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + 1)];
}

function decode(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

const kept = ["q", "type", "opol"];

/** The link to an instrument, with the search that is open now. */
export function instrumentLink(symbol, extra = {}) {
  return `/#/instrument/${encodeURIComponent(symbol)}${searchPart(extra)}`;
}

/** The link to a comparison of symbols or venues. */
export function compareLink(symbols, extra = {}) { return `/#/compare${searchPart({ ...extra, s: symbols })}`; }

/** The link to a year of an instrument's or a venue's calendar. */
export function calendarLink(symbol, year) { return `/calendar/${encodeURIComponent(symbol)}/${year}`; }

/** The link to a search. */
export function searchLink(q, filters = {}) {
  return `/#/?${new URLSearchParams({ ...(q ? { q } : {}), ...filters })}`;
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

/** Goes to a link as if it had been clicked. */
export function go(link) { location.assign(link); }

/** Changes parameters of the address in place; what was there can be gone back to where `push` says so. */
export function setParameters(changes, { push = false } = {}) {
  const route = currentRoute();
  for (const [name, value] of Object.entries(changes)) {
    route.parameters.delete(name);
    for (const one of Array.isArray(value) ? value : [value]) if (one) route.parameters.append(name, one);
  }
  const path = location.hash.replace(/^#\/?/, "").split("?")[0];
  const query = route.parameters.toString();
  const address = `#/${path}${query ? "?" + query : ""}`;
  history[push ? "pushState" : "replaceState"](null, "", address);
}
