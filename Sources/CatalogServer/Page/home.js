// The start view: the current state of the major markets, their next holidays, and the instruments that were opened
// last.

import { ask } from "./api.js";
import { h, section, wordTable } from "./dom.js";
import { calendarLink, compareLink, instrumentLink, searchLink } from "./route.js";
import { daysAhead } from "./days.js";
import { changeText, dayName, sessionName, sessionsOf, specialDays, stateWords } from "./market.js";
import { forgetRecent, recent } from "./recent.js";
import { awayText, cityOf, clockText, dateText, daysBetween, durationText, viewerZone, wallClock } from "./time.js";
import { bar, legend, mark, track } from "./track.js";
import { typeCount } from "./types.js";
import { texts } from "./texts.js";

const hour = 3_600_000;
/** The world clock begins `past` milliseconds before now, and covers `span` milliseconds. */
const past = 3 * hour;
const span = 24 * hour;

/** The markets from east to west. */
const markets = Object.entries(texts.start.cities);
/** The number of days from today in which holidays are listed. */
const ahead = 45;
const examples = ["AAPL", "apple", "US0378331005", "AAPL 15JAN27 280 C", "turk hava"];

export async function showHome(main, signal) {
  const last = h("div", { class: "late" });
  const clock = section(texts.start.markets, "world", h("p", { class: "dim" }, texts.loading));
  const holidays = section(texts.start.nextHolidays, "holidays", h("p", { class: "dim" }, texts.loading));
  const kinds = h("div", { class: "kinds dim" }, "…");
  main.replaceChildren(
    h("section", { class: "hello" },
      h("h1", {}, texts.start.heading),
      h("p", {}, texts.start.enter, examples.map((text, place) => [
        place ? ", " : "", h("a", { href: searchLink(text) }, text)]), "."),
      last, kinds),
    h("div", { class: "sides wide" }, clock, holidays));
  showRecent(last);
  showKinds(kinds, signal);
  const answers = await Promise.all(markets.map(async ([mic, city]) => {
    const days = await daysAhead(mic, undefined, signal, ahead);
    return days instanceof Error ? undefined : { mic, city, ...days, sessions: sessionsOf(days.days) };
  }));
  if (signal.aborted) return;
  const known = answers.filter(Boolean);
  if (!known.length) {
    clock.querySelector("p").textContent = texts.start.noMarkets;
    holidays.remove();
    return;
  }
  showHolidays(holidays, known);
  const draw = () => showClock(clock, known);
  const timer = setInterval(() => (signal.aborted ? clearInterval(timer) : draw()), 30_000);
  signal.addEventListener("abort", () => clearInterval(timer));
  draw();
}

function showRecent(place) {
  const found = recent();
  place.replaceChildren(...(found.length ? [h("p", { class: "recent" }, h("span", { class: "dim" }, texts.recent, " "),
    found.map((one) => h("a", { class: "chip", href: instrumentLink(one.symbol), title: one.description }, one.symbol)),
    h("button", { type: "button", class: "quiet", onclick: () => { forgetRecent(); showRecent(place); } }, texts.start.clearRecent))] : []));
}

async function showKinds(place, signal) {
  try {
    const stats = await ask("/v1/stats", {}, signal);
    place.replaceChildren(h("ul", {}, h("li", {}, h("strong", {}, texts.instruments(stats.catalog.count)), texts.start.inCatalog),
      stats.types.map(({ value, count }) => h("li", {}, h("a", { href: searchLink("", { type: value }) }, typeCount(value, count))))));
  } catch (problem) {
    if (!signal.aborted) place.replaceChildren(h("span", { class: "problem", role: "alert" }, problem.message));
  }
}

function showClock(place, known) {
  const now = Date.now();
  const from = now - past;
  const part = (instant) => (instant - from) / span;
  // Start at a multiple of three hours on the viewer's clock. It may not be one in UTC, because some offsets have half
  // hours.
  const first = from + ((3 * hour - (wallClock(from, viewerZone).seconds * 1000) % (3 * hour)) % (3 * hour));
  const hours = [...Array(8).keys()].map((place) => first + place * 3 * hour);
  const states = known.map((one) => stateWords(one.sessions, now, one.zone));
  const isOpen = states.filter((one) => one.isRegular).length;
  const row = (one, state) => {
    const change = changeText(state, now, false);
    return h("a", {
      class: "market", href: calendarLink(one.mic, new Date().getUTCFullYear()), "data-open": state.isRegular ? "regular" : String(state.isOpen), "data-mic": one.mic,
      "aria-label": texts.start.marketState(one.city, one.name, state.word, change.what),
    }, h("span", { class: "dot", "aria-hidden": "true" }),
    h("span", { class: "city" }, one.city, h("small", {}, clockText(now, one.zone))),
    track(one.sessions.filter((session) => session.to > from && session.from < from + span).map((session) => bar(
      Math.max(0, part(session.from)), Math.min(1, part(session.to)), session.type,
      `${sessionName(session.type)} ${clockText(session.from, one.zone)}–${clockText(session.to, one.zone)}, ${one.city}`)),
    mark(past / span, "now", texts.now)),
    h("span", { class: "next" }, h("strong", {}, state.word), " ", state.at === undefined ? change.what : texts.market.changeIn(state.verb, durationText(state.at - now))));
  };
  const open = place.querySelector("details")?.open;
  place.replaceChildren(place.firstChild,
    h("p", { class: "dim" }, texts.start.openMarkets(isOpen, known.length), `${texts.allTimesIn}${cityOf(viewerZone)}; `, h("a", { href: compareLink(["XLON", "XNYS", "XTKS"]) }, texts.start.compareMarkets), "."),
    h("div", { class: "world", style: { "--first": `${(part(first) * 100).toFixed(2)}%` } },
      h("div", { class: "market head", "aria-hidden": "true" }, h("span", {}), h("span", { class: "city" }),
        h("span", { class: "axis" }, hours.map((at) => h("span", { style: { left: `${(part(at) * 100).toFixed(2)}%` } }, clockText(at, viewerZone).slice(0, 2)))), h("span", { class: "next" })),
      known.map((one, place) => row(one, states[place]))),
    legend(),
    wordTable(texts.start.asTable, texts.start.columns, known.map((one, place) => {
      const change = changeText(states[place], now, false);
      return [`${one.city}, ${one.name}`, states[place].word, `${change.what}${change.when ? `, ${change.when}` : ""}`, clockText(now, one.zone)];
    })));
  if (open) place.querySelector("details").open = true;
}

function showHolidays(place, known) {
  const today = new Date().toISOString().slice(0, 10);
  const found = new Map();
  for (const market of known) {
    for (const day of specialDays(market.days)) {
      if (day.date < today) continue;
      const name = dayName(day) ?? (day.isTrading ? texts.earlyClose : texts.holiday);
      const key = `${day.date} ${name} ${day.isTrading}`;
      if (!found.has(key)) found.set(key, { date: day.date, name, isTrading: day.isTrading, cities: [] });
      found.get(key).cities.push(market.city);
    }
  }
  const shown = [...found.values()].sort((a, b) => a.date.localeCompare(b.date) || b.cities.length - a.cities.length).slice(0, 8);
  place.replaceChildren(place.firstChild, shown.length
    ? h("ol", { class: "holidays" }, shown.map((one) => h("li", { class: one.isTrading ? "early" : "holiday" },
      h("span", { class: "date" }, dateText(one.date), h("small", {}, awayText(daysBetween(today, one.date)))),
      h("span", {}, h("strong", {}, one.name), h("br", {}), h("span", { class: "dim" }, texts.start.effect(one.cities.join(", "), one.isTrading))))))
    : h("p", { class: "dim" }, texts.start.noHolidays(ahead)));
}
