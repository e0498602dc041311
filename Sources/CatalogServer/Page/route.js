// Everything has a link: `#/`, `#/instrument/AAPL?week=2026-11-23`, `#/compare?a=AAPL&b=VOD.L`, each with the search in `q`.

/** The place that the address names: `{ view, symbol, parameters }`. */
export function currentRoute() {
  const text = location.hash.replace(/^#\/?/, "");
  const [path, query = ""] = split(text, "?");
  const [view, ...rest] = path.split("/");
  const parameters = new URLSearchParams(query);
  if (view === "instrument" && rest.length) {
    return { view: "instrument", symbol: decode(rest.join("/")), parameters };
  }
  if (view === "compare") return { view: "compare", parameters };
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
  return `#/instrument/${encodeURIComponent(symbol)}${searchPart(extra)}`;
}

/** The link to a comparison. */
export function compareLink(parameters) { return `#/compare${searchPart(parameters)}`; }

function searchPart(extra) {
  const now = currentRoute().parameters;
  const query = new URLSearchParams();
  for (const name of kept) for (const value of now.getAll(name)) query.append(name, value);
  for (const [name, value] of Object.entries(extra)) if (value) query.set(name, value);
  const text = query.toString();
  return text ? "?" + text : "";
}

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
