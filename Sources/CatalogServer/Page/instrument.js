// The view of an instrument. The head shows the state of its market and the facts of its contract. Below, one part is
// shown at a time: trading hours, contracts, options, tick size, codes, fields or related instruments.

import { ask, hasMaster, inPath } from "./api.js";
import { copyButton, h, problemView, section } from "./dom.js";
import { currentRoute, instrumentLink, setParameters } from "./route.js";
import { daysAhead } from "./days.js";
import { hoursSection } from "./hours.js";
import { facts, identity } from "./identity.js";
import { keepRecent } from "./recent.js";
import { stateView } from "./state.js";
import { texts } from "./texts.js";

/** Shows the instrument, and returns a function that applies the parameters of a changed address. */
export async function showInstrument(main, { symbol, parameters }, signal) {
  main.replaceChildren(h("section", { class: "card hero waiting", "aria-busy": "true" }, h("h1", { class: "symbol" }, symbol), h("p", { class: "dim" }, texts.loading)));
  let instrument, fields;
  try {
    [instrument, { fields }] = await Promise.all([
      ask(`/v1/instruments/${inPath(symbol)}`, {}, signal), ask(`/v1/profiles/${inPath(symbol)}`, {}, signal),
    ]);
  } catch (problem) {
    if (!signal.aborted) main.replaceChildren(h("section", { class: "card" }, h("h1", { class: "page" }, symbol), problemView(problem, instrumentLink)));
    return undefined;
  }
  if (signal.aborted) return undefined;
  document.title = `${instrument.symbol} · ${instrument.description || texts.instrument.title}`;
  // Show the head after the first answers, with reserved space for the later ones.
  const state = h("div", { class: instrument.schedule ? "state" : "state unknown" }, h("p", { class: "now-line", id: "status" }, instrument.schedule ? texts.waiting : texts.instrument.noHours));
  const near = { strike: h("span", { class: "near" }), right: h("span", { class: "near" }) };
  const parts = partsOf(instrument, fields, parameters, signal);
  const nav = h("nav", { class: "tabs", "aria-label": texts.instrument.parts });
  const panels = h("div", { class: "panels" });
  main.replaceChildren(
    h("section", { class: "card hero sides" }, h("div", { class: "stack" }, identity(instrument, fields), state), facts(instrument, fields, near)), nav, panels);

  function show(now) {
    parameters = now;
    const known = parts.filter((part) => !part.isAbsent);
    // If the address has no part, show the part that uses one of the address's other parameters.
    const wanted = known.find((part) => part.id === now.get("part")) ?? known.find((part) => part.parameters.some((name) => now.has(name)))
      ?? known.find((part) => part.isFirst) ?? known[0];
    nav.replaceChildren(...known.map(({ id, title }) => h("a", {
      href: instrumentLink(instrument.symbol, { part: id }), "data-part": id, "aria-current": id === wanted.id ? "true" : null,
      onclick: (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        setParameters({ part: id });
        show(currentRoute().parameters);
        nav.querySelector("[aria-current]").focus();
      },
    }, title)));
    if (!wanted.node) panels.append(wanted.node = wanted.create());
    for (const part of parts) if (part.node) part.node.hidden = part !== wanted;
    wanted.update?.(now);
  }
  show(parameters);

  const days = parts.days();
  keepRecent({ symbol: instrument.symbol, type: instrument.type, description: instrument.description });
  if (instrument.schedule) {
    days.then((days) => {
      if (signal.aborted) return;
      state.replaceWith(days instanceof Error ? h("div", { class: "state" }, problemView(days, instrumentLink)) : stateView(days, signal));
    });
  }
  if (instrument.type === "OPTION" && fields.UNDERLYING) showNeighbors(near, instrument.symbol, fields, signal);
  const options = parts.find((part) => part.id === "chain");
  if (options.isAbsent && await parts.hasOptions() && !signal.aborted) {
    options.isAbsent = false;
    show(currentRoute().parameters);
  }
  return show;
}

/**
 * Returns the parts: `{ id, title, create }`. A part is created when it is first shown. `isAbsent` hides it, and `isFirst`
 * marks the one that is shown without a choice.
 */
function partsOf(instrument, fields, parameters, signal) {
  const { symbol, type } = instrument;
  const once = (make) => { let made; return () => (made ??= make()); };
  const days = once(() => (instrument.schedule ? daysAhead(symbol, parameters.get("venue") ?? undefined, signal) : Promise.resolve()));
  // Requesting a missing chain would be answered with 404, so first ask whether the product has an option.
  const hasOptions = once(() => (instrument.hasOptions || type !== "PRODUCT" ? Promise.resolve(instrument.hasOptions)
    : ask("/v1/list", { product: symbol, type: "OPTION", limit: 1, fields: "SYMBOL" }, signal).then((answer) => answer.results.length > 0, () => false)));
  const chain = once(async () => (await hasOptions() ? (await import("./chain.js")).chainSummary(symbol, signal) : undefined));
  /** Returns a placeholder, which is replaced by the content that `load` returns. */
  const later = (part, load) => {
    const place = h("div", { class: "waiting" });
    load().then((node) => {
      if (signal.aborted || !node) return;
      place.classList.remove("waiting");
      place.replaceChildren(node);
      part.update?.(currentRoute().parameters);
    }, (problem) => { if (!signal.aborted) place.replaceChildren(section(part.title, part.id, problemView(problem, instrumentLink))); });
    return place;
  };
  const product = type === "PRODUCT" ? symbol : fields.PRODUCT;
  const parts = [
    ["hours", texts.instrument.hours, async (part) => {
      const known = await days();
      if (known instanceof Error) throw known;
      const hours = hoursSection(symbol, fields.TRADING_HOURS ?? instrument.schedule, known, currentRoute().parameters, signal);
      part.update = hours.update;
      return hours.node;
    }, !instrument.schedule],
    ["contracts", texts.instrument.contracts, async () => (await import("./contracts.js")).contractsSection(product, symbol, signal), !["PRODUCT", "FUTURE"].includes(type) || !product],
    ["chain", texts.instrument.options, async () => {
      const [{ chainSection }, summary] = await Promise.all([import("./chain.js"), chain()]);
      return summary ? chainSection(symbol, summary, parameters, signal) : undefined;
    }, !instrument.hasOptions],
    ["ladder", texts.tickSize, async () => {
      const [{ stepsSection }, summary] = await Promise.all([import("./steps.js"), chain()]);
      return stepsSection(symbol, type, instrument.priceIncrements, parameters, signal, summary?.middle);
    }, !instrument.priceIncrements],
    ["codes", texts.instrument.codes, () => codesSection(fields, symbol, signal)],
    ["fields", texts.instrument.fields, () => fieldSection(fields, symbol, signal)],
    ["related", texts.instrument.related, async () => (await import("./related.js")).relatedSection(fields, signal)],
  ].map(([id, title, load, isAbsent]) => {
    const parameters = { hours: ["week", "month", "zone", "venue"], chain: ["expiration", "around"], ladder: ["price"] }[id] ?? [];
    const part = { id, title, parameters, isAbsent: Boolean(isAbsent), isFirst: type === "PRODUCT" && id === "contracts" };
    part.create = () => later(part, () => load(part));
    return part;
  });
  return Object.assign(parts, { days, hasOptions });
}

/** Shows links to the options with the next lower strike, the next higher strike, and the other right (call or put). */
async function showNeighbors(near, symbol, fields, signal) {
  const answer = await ask(`/v1/chains/${inPath(fields.UNDERLYING)}`, { expiration: fields.EXPIRATION }, signal).catch(() => undefined);
  if (signal.aborted || !answer) return;
  for (const { strikes } of answer.series) {
    for (const [right, other] of [["call", "put"], ["put", "call"]]) {
      const symbols = (one, side) => one?.[side + "s"] ?? (one?.[side] ? [one[side]] : []);
      const place = strikes.findIndex((one) => symbols(one, right).includes(symbol));
      if (place < 0) continue;
      const link = (strike, side, text, about) => {
        const [found] = symbols(strike, side);
        return found ? h("a", { href: instrumentLink(found, { part: currentRoute().parameters.get("part") }), "aria-label": about }, text) : null;
      };
      const [lower, higher] = [strikes[place - 1], strikes[place + 1]];
      near.strike.replaceChildren(...[
        link(lower, right, `‹ ${lower?.strike}`, texts.instrument.lowerStrike(lower?.strike)), link(higher, right, `${higher?.strike} ›`, texts.instrument.higherStrike(higher?.strike)),
      ].filter(Boolean));
      near.right.replaceChildren(...[link(strikes[place], other, texts.facts.rights[other[0].toUpperCase()], texts.instrument.otherRight(other))].filter(Boolean));
      return;
    }
  }
}

// MARK: Codes and fields

/** Returns the name of a notation: `ric` as `RIC`, `terminal` as `Terminal`. */
const notationName = (name) => (name.length < 4 ? name.toUpperCase() : name.replace(/^./, (first) => first.toUpperCase()));

async function codesSection(fields, symbol, signal) {
  const answer = await ask("/v1/symbols", { q: symbol, limit: 1 }, signal).catch(() => ({ candidates: [] }));
  const written = Object.entries(answer.candidates.find((one) => one.symbol === symbol)?.written ?? {})
    .filter(([notation]) => notation !== "ipf").map(([notation, text]) => [notationName(notation), text]);
  const identifiers = [["ISIN", fields.ISIN], ["CUSIP", fields.CUSIP], ["SEDOL", fields.SEDOL], ["FIGI", fields.FIGI], ["LEI", fields.LEI], ["CFI", fields.CFI],
    [texts.facts.localSymbol, fields.LOCAL_SYMBOL]].filter(([, text]) => text);
  return section(texts.instrument.codes, "codes", h("dl", { class: "facts" }, [[texts.facts.symbol, symbol], ...written, ...identifiers].map(([name, text]) =>
    h("div", {}, h("dt", {}, name), h("dd", {}, h("span", { class: "code" }, text), copyButton(text, texts.copy.code(name, text)))))));
}

/** Creates the table of fields. If the service follows a master, the table also shows the source of each field. */
async function fieldSection(fields, symbol, signal) {
  const names = Object.entries(fields);
  const lineage = hasMaster() ? (await ask(`/v1/instruments/${inPath(symbol)}`, { lineage: "true" }, signal)).lineage.fields : undefined;
  const table = h("table", { class: lineage ? "fields lineage" : "fields" },
    lineage ? h("thead", {}, h("tr", {}, texts.instrument.fieldColumns.map((name) => h("th", { scope: "col" }, name)))) : null,
    h("tbody", {}, names.map(([name, value]) =>
      h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, h("bdi", {}, value)), lineage ? lineageCells(lineage[name]) : null))));
  return section(texts.instrument.fields, "fields", h("p", { class: "dim" }, lineage ? texts.instrument.fieldCount(names.length) : texts.instrument.sourceFieldCount(names.length)),
    lineage ? h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": texts.instrument.fields }, table) : table);
}

/** Returns the date of the last moment before an end, in UTC. */
const lastDate = (end) => new Date(Date.parse(end) - 1).toISOString().slice(0, 10);

/** Returns the source of a field, the date since which it has its value, and the rule or the override that chose it. */
function lineageCells(from) {
  const { override } = from ?? {};
  return [from?.source ?? "", from?.since.slice(0, 10) ?? "", override ? texts.instrument.override(override.by, override.reason, override.validFrom?.slice(0, 10), override.until ? lastDate(override.until) : undefined) : from?.rule ?? ""]
    .map((text) => h("td", { class: "dim" }, text));
}
