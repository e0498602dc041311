// One instrument: the state of its market, its trading hours, price increments, options, related instruments, and
// fields.

import { ask, inPath } from "./api.js";
import { copyButton, h, problemView, section } from "./dom.js";
import { currentRoute, instrumentLink, setParameters } from "./route.js";
import { daysAhead } from "./days.js";
import { chainSection, chainSummary } from "./chain.js";
import { hoursSection } from "./hours.js";
import { facts, identity, stateView } from "./identity.js";
import { keepRecent } from "./recent.js";
import { relatedSection } from "./related.js";
import { stepsSection } from "./steps.js";

/** Shows the instrument, and returns a function that applies the parameters of a changed address. */
export async function showInstrument(main, { symbol, parameters }, signal) {
  main.replaceChildren(h("section", { class: "card hero waiting", "aria-busy": "true" }, h("h1", { class: "symbol" }, symbol), h("p", { class: "dim" }, "Loading…")));
  let instrument, profile, days;
  try {
    [instrument, profile] = await Promise.all([
      ask(`/v1/instruments/${inPath(symbol)}`, {}, signal), ask(`/v1/profiles/${inPath(symbol)}`, {}, signal),
    ]);
    const hasHours = Boolean(instrument.schedule);
    days = hasHours ? await daysAhead(symbol, parameters.get("venue") ?? undefined, signal) : undefined;
  } catch (problem) {
    if (signal.aborted) return undefined;
    main.replaceChildren(h("section", { class: "card" }, h("h1", { class: "page" }, symbol), problemView(problem, instrumentLink)));
    return undefined;
  }
  if (signal.aborted) return undefined;
  const { fields } = profile;
  keepRecent({ symbol: instrument.symbol, type: instrument.type, description: instrument.description });
  document.title = `${instrument.symbol} · ${instrument.description || "Instrument"}`;
  const summary = await chainSummary(instrument, signal);
  if (signal.aborted) return undefined;
  const tick = instrument.priceIncrements ? h("span", {}, "…") : undefined;
  const related = h("div", { class: "late" });
  const isKnown = days && !(days instanceof Error);
  const hours = isKnown ? hoursSection(symbol, fields.TRADING_HOURS ?? instrument.schedule, days, parameters, signal) : undefined;
  const chain = summary ? chainSection(symbol, summary, parameters, signal) : undefined;
  const steps = instrument.priceIncrements
    ? stepsSection(symbol, instrument.type, instrument.priceIncrements, parameters, signal, { strike: summary?.middle, tick }) : undefined;
  const parts = [
    hours && ["hours", "Hours"], steps && ["ladder", "Tick size"], chain && ["chain", "Options"], ["fields", "All fields"], ["related", "Related"],
  ].filter(Boolean);
  main.replaceChildren(...[
    h("section", { class: "card hero" },
      identity(instrument, fields),
      isKnown ? stateView(days, signal)
        : h("div", { class: "state" }, days instanceof Error ? problemView(days, instrumentLink)
          : h("p", { class: "now-line", id: "status" }, "No trading hours are known for this instrument.")),
      facts(instrument, fields, tick)),
    tabs(parts, signal), hours?.node, steps, chain, fieldSection(fields, instrument.symbol, signal), related,
  ].filter(Boolean));
  showPart(parameters);
  // Content that arrives late moves the section of the address. Scroll to it again, unless the user has moved the page.
  let isMoved = false;
  for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    addEventListener(kind, () => { isMoved = true; }, { once: true, passive: true, signal });
  }
  Promise.all([relatedSection(related, fields, signal), hours?.shown]).then(() => {
    if (signal.aborted) return;
    main.dispatchEvent(new Event("settled"));
    if (!isMoved) showPart(parameters);
  });
  return (now) => { hours?.update(now); showPart(now); };
}

function showPart(parameters) {
  const part = parameters.get("part");
  if (part) document.getElementById(part)?.scrollIntoView({ block: "start" });
}

// MARK: Tabs

/** Creates links to the sections, which stay visible and mark the current section. */
function tabs(parts, signal) {
  const links = new Map(parts.map(([id, text]) => [id, h("a", {
    href: instrumentLink(currentRoute().symbol, { part: id }), "data-part": id,
    onclick: (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      setParameters({ part: id });
      document.getElementById(id)?.scrollIntoView({ block: "start" });
    },
  }, text)]));
  // The last section, which is hidden until there are related instruments.
  links.get("related").hidden = true;
  const look = () => {
    const seen = parts.map(([id]) => document.getElementById(id)).filter(Boolean);
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2 && scrollY > 0;
    // Several sections are visible at the end of the page: mark the requested one, or the last.
    const wanted = seen.find((node) => node.id === currentRoute().parameters.get("part") && node.getBoundingClientRect().top > 0);
    const at = isAtEnd ? wanted ?? seen.at(-1) : seen.filter((node) => node.getBoundingClientRect().top < 180).at(-1) ?? seen[0];
    for (const [id, link] of links) {
      if (id === at?.id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  addEventListener("scroll", look, { passive: true, signal });
  const node = h("nav", { class: "tabs", "aria-label": "Sections" }, [...links.values()]);
  document.getElementById("main").addEventListener("settled", () => {
    links.get("related").hidden = !document.getElementById("related");
    look();
  }, { signal });
  queueMicrotask(look);
  return node;
}

// MARK: Fields

/** Returns the name of a notation: `ric` as `RIC`, `terminal` as `Terminal`. */
const notationName = (name) => (name.length < 4 ? name.toUpperCase() : name.replace(/^./, (first) => first.toUpperCase()));

function fieldSection(fields, symbol, signal) {
  const others = h("div", {});
  ask("/v1/symbols", { q: symbol, limit: 1 }, signal).then((answer) => {
    const found = answer.candidates.find((one) => one.symbol === symbol);
    const written = Object.entries(found?.written ?? {}).filter(([notation]) => notation !== "ipf");
    if (written.length) {
      others.replaceChildren(h("h3", {}, "Other notations"), h("dl", { class: "facts" }, written.map(([notation, text]) =>
        h("div", {}, h("dt", {}, notationName(notation)), h("dd", {}, h("span", { class: "code" }, text), copyButton(text, `Copy ${notation} ${text}`))))));
    }
  }).catch(() => {});
  const names = Object.entries(fields);
  return section("All fields", "fields", others,
    h("details", {}, h("summary", {}, `${names.length} fields from the source`),
      h("table", { class: "fields" }, h("tbody", {}, names.map(([name, value]) =>
        h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, h("bdi", {}, value))))))));
}
