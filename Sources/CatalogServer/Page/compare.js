// The hours of up to six instruments or venues side by side, and the times when all are open.

import { ask, inPath } from "./api.js";
import { h, problemView, section, wordTable } from "./dom.js";
import { calendarLink, compareLink, go, instrumentLink } from "./route.js";
import { dayNote, sessionName, sessionsOf } from "./market.js";
import { cityOf, clock, dateText, durationText, isDate, monday, piecesByDate, plusDays, viewerZone, wallClock } from "./time.js";
import { exchange } from "./mics.js";
import { weekPicture } from "./week.js";
import { texts } from "./texts.js";

const most = 6;

export async function showCompare(main, { parameters }, signal) {
  // Older links use `a` and `b`, because only two symbols could be compared.
  const wanted = [...new Set([parameters.get("a"), parameters.get("b"), ...parameters.getAll("s")].map((text) => text?.trim()).filter(Boolean))].slice(0, most);
  const week = monday(isDate(parameters.get("week")) ? parameters.get("week") : wallClock(Date.now(), viewerZone).date);
  const link = (symbols, changes = {}) => compareLink(symbols, { week: parameters.get("week"), zone: parameters.get("zone"), ...changes });
  const input = h("input", { id: "compare-add", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", size: "16", placeholder: texts.symbolOrVenue });
  const form = h("form", {
    class: "bar", onsubmit: (event) => {
      event.preventDefault();
      const added = input.value.split(/[\s,;]+/).filter(Boolean);
      if (added.length) go(link([...wanted, ...added].slice(0, most)));
    },
  },
  wanted.map((symbol, place) => h("span", { class: `chosen lane-${place}` }, symbol,
    h("a", { href: link(wanted.filter((one) => one !== symbol)), "aria-label": texts.compare.removeSymbol(symbol), title: texts.compare.remove }, "×"))),
  wanted.length < most ? [h("label", { for: "compare-add" }, wanted.length ? texts.compare.and : texts.compare.hoursOf), input, h("button", { type: "submit" }, wanted.length ? texts.compare.add : texts.show)] : null);
  const box = h("div", { class: "late" });
  main.replaceChildren(h("section", { class: "card", "aria-labelledby": "compare-title" },
    h("h1", { class: "page", id: "compare-title" }, texts.compareHours), form, box));
  if (wanted.length < 2) {
    box.replaceChildren(h("p", { class: "dim" }, texts.compare.enter),
      h("ul", { class: "examples" }, texts.compare.examples.map(([title, symbols]) => h("li", {}, h("a", { href: compareLink(symbols) }, h("strong", {}, title),
        h("span", { class: "dim" }, symbols.map((symbol) => exchange(symbol)?.name ?? symbol).join(", ")))))));
    if (!wanted.length) return;
  }
  const answers = await Promise.all(wanted.map(async (symbol) => {
    try {
      return await ask(`/v1/schedules/${inPath(symbol)}/days`, { from: plusDays(week, -2), to: plusDays(week, 8), explain: "true" }, signal);
    } catch (problem) { return problem; }
  }));
  if (signal.aborted) return;
  // Unknown symbols are reported above the comparison.
  const problems = answers.filter((answer) => answer instanceof Error);
  const sides = answers.flatMap((answer, lane) => (answer instanceof Error ? [] : [{ ...answer, lane, symbol: wanted[lane] }]));
  if (!sides.length) return box.replaceChildren(...problems.map((problem) => problemView(problem, instrumentLink)));
  for (const side of sides) side.label = `${side.symbol}${side.name && side.name !== side.symbol ? `, ${side.name}` : ""}`;
  const zones = [...new Set([viewerZone, ...sides.map((side) => side.zone), "UTC"])];
  const zone = zones.includes(parameters.get("zone")) ? parameters.get("zone") : viewerZone;
  // Show the overlap of the markets in the address, or of all markets.
  const chosen = sides.filter((side) => parameters.getAll("both").includes(side.symbol));
  const counted = chosen.length > 1 ? chosen : sides;
  const state = { zone: zone === viewerZone ? "" : zone, both: counted.length < sides.length ? counted.map((side) => side.symbol) : [] };
  const toggled = (side) => (counted.includes(side) ? counted.filter((one) => one !== side) : sides.filter((one) => one === side || counted.includes(one))).map((one) => one.symbol);
  const dates = [...Array(7).keys()].map((day) => plusDays(week, day));
  const shared = sides.length > 1 ? overlaps(counted).flatMap((one) => piecesByDate(one.from, one.to, zone)).filter((one) => dates.includes(one.date)) : [];
  const changes = new Map();
  for (const date of dates) {
    for (const side of sides) {
      const day = side.days.find((one) => one.date === date);
      const note = day ? dayNote(day) : "";
      if (note) changes.set(`${date} ${note}`, { date, note, symbols: [...changes.get(`${date} ${note}`)?.symbols ?? [], side.symbol] });
    }
  }
  const title = counted.length === sides.length ? (sides.length === 2 ? texts.compare.bothOpen : texts.compare.allOpen(sides.length)) : texts.compare.someOpen(counted.map((side) => side.symbol));
  box.replaceChildren(...[
    ...problems.map((problem) => problemView(problem, instrumentLink)),
    h("div", { class: "bar" }, h("span", { class: "steps" },
      h("a", { class: "button", href: link(wanted, { ...state, week: plusDays(week, -7) }), "aria-label": texts.previous(texts.periods.week) }, "‹"),
      h("strong", {}, `${dateText(week)} – ${dateText(plusDays(week, 6), true)}`),
      h("a", { class: "button", href: link(wanted, { ...state, week: plusDays(week, 7) }), "aria-label": texts.next(texts.periods.week) }, "›")),
    h("label", { class: "dim" }, texts.allTimesIn, h("select", { id: "compare-zone", onchange: (event) => go(link(wanted, { ...state, zone: event.target.value })) },
      zones.map((one) => h("option", { value: one, selected: one === zone }, one === viewerZone ? texts.compare.myTime(cityOf(one)) : cityOf(one)))))),
    weekPicture(sides.map((side) => ({ days: side.days, label: side.symbol, lane: side.lane })), week, zone, Date.now(),
      texts.compare.about(sides.map((side) => side.label).join("; "), zone), shared),
    h("ul", { class: "legend" }, sides.map((side) => h("li", { class: `lane-${side.lane}` },
      h("a", { href: calendarLink(side.symbol, Number(week.slice(0, 4))) }, side.label), ` (${side.zone})`)),
    sides.some((side) => sessionsOf(side.days).some((one) => one.type !== "REGULAR")) ? h("li", { class: "lighter" }, texts.compare.lighter) : null,
    sides.length > 1 ? h("li", { class: "sharedkey" }, title) : null),
    changes.size ? h("ul", { class: "coming" }, [...changes.values()].map((one) => h("li", {},
      h("strong", {}, dateText(one.date)), ` ${one.symbols.join(", ")}: ${one.note}`))) : null,
    sides.length > 2 ? h("p", { class: "bar overlapof", role: "group", "aria-label": texts.compare.counted }, h("span", { class: "dim" }, texts.compare.overlapOf), sides.map((side) => {
      const isCounted = counted.includes(side);
      return h("button", {
        type: "button", class: "chip", "aria-pressed": String(isCounted), disabled: isCounted && counted.length === 2,
        onclick: () => { const both = toggled(side); go(link(wanted, { ...state, both: both.length < sides.length ? both : [] })); },
      }, side.symbol);
    })) : null,
    sides.length > 1 ? overlapView(shared, title) : null,
    wordTable(texts.compare.asTable, texts.compare.columns, dates.flatMap((date) => sides.flatMap((side) => sessionsOf(side.days)
      .flatMap((one) => piecesByDate(one.from, one.to, zone).filter((piece) => piece.date === date)
        .map((piece) => [dateText(date), side.label, sessionName(one.type), clock(piece.from), clock(piece.to)]))))),
  ].filter(Boolean));
}

/** Returns the intervals in which all sides have a regular session. */
export function overlaps(sides) {
  return sides.map((side) => sessionsOf(side.days).filter((one) => one.type === "REGULAR")).reduce((shared, next) =>
    shared.flatMap((a) => next.map((b) => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) })).filter((one) => one.from < one.to)));
}

function overlapView(shared, title) {
  if (!shared.length) return h("p", {}, h("strong", {}, `${title}: `), texts.compare.never);
  return h("div", { class: "overlap" }, h("h2", {}, title), h("table", { class: "words" },
    h("thead", { class: "visually-hidden" }, h("tr", {}, texts.compare.overlapColumns.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, shared.map((one) => h("tr", {},
      h("th", { scope: "row" }, dateText(one.date)), h("td", { class: "number" }, `${clock(one.from)} – ${clock(one.to)}`),
      h("td", { class: "dim" }, durationText((one.to - one.from) * 1000)))))));
}
