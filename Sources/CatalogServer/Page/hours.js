// The trading hours of an instrument: a week, a month beside it, and a summary in words.

import { ask, inPath } from "./api.js";
import { h, problemView, section, wordTable } from "./dom.js";
import { calendarLink, currentRoute, instrumentLink, setParameters } from "./route.js";
import { dayNote, hoursInWords, sessionName, sessionsOf, weekOfInterest } from "./market.js";
import { clockText, dateText, isDate, monday, monthText, plusDays, viewerZone, wallClock, zoneText } from "./time.js";
import { dayLegend, monthSpan, monthTable } from "./month.js";
import { legend } from "./track.js";
import { weekPicture } from "./week.js";
import { texts } from "./texts.js";

/**
 * Creates the section. `ahead` is the answer with days that the head of the page has requested. `definition` is the
 * text of the trading hours.
 *
 * Returns `{ node, update(parameters) }`. `update` shows the week, month and zone of a changed address.
 */
export function hoursSection(symbol, definition, ahead, parameters, signal) {
  const path = `/v1/schedules/${inPath(symbol)}`;
  let zone = ahead.zone;
  const today = wallClock(Date.now(), zone).date;
  const week = h("div", { class: "weekside" });
  const month = h("div", { class: "monthside" });
  const node = section(texts.tradingHours, "hours",
    h("div", { class: "sides" }, week, month),
    h("div", { class: "inwords" },
      hoursInWords(ahead.days, zone).map((text) => h("p", {}, text)),
      h("details", {}, h("summary", {}, texts.rawDefinition), h("p", {}, h("code", {}, definition)))));
  let shown = { week: "", month: "", venue: undefined };
  let days = [];
  let { coverageStart, coverageEnd } = ahead;
  let asked = 0;
  let loaded;
  const key = () => ["week", "month", "zone", "venue"].map((name) => parameters.get(name)).join();

  const state = () => ({
    week: shown.week, month: shown.month, zone: parameters.get("zone") === "mine" ? "mine" : "", venue: parameters.get("venue") ?? "",
  });
  const link = (changes) => instrumentLink(symbol, { ...state(), ...changes });

  async function load() {
    loaded = key();
    const venue = parameters.get("venue") ?? undefined;
    const wantedWeek = isDate(parameters.get("week")) ? monday(parameters.get("week")) : weekOfInterest(ahead.days, today);
    const wantedMonth = /^\d{4}-\d{2}$/.test(parameters.get("month") ?? "") ? parameters.get("month") : plusDays(wantedWeek, 3).slice(0, 7);
    const number = ++asked;
    try {
      const span = monthSpan(wantedMonth);
      // Request one more day on both sides, because a day of the exchange may be on an adjacent date in the viewer's
      // zone.
      const wanted = [[plusDays(wantedWeek, -1), plusDays(wantedWeek, 7)], [span.first, span.last]];
      const isNear = wanted[0][0] >= plusDays(span.first, -8) && wanted[0][1] <= plusDays(span.last, 8);
      const spans = isNear ? [[[wanted[0][0], span.first].sort()[0], [wanted[0][1], span.last].sort()[1]]] : wanted;
      const answers = await Promise.all(spans.map(([from, to]) => ask(`${path}/days`, { venue, from, to, explain: "true" }, signal)));
      if (signal.aborted || number !== asked) return;
      days = answers.flatMap((one) => one.days);
      zone = answers[0].zone;
      ({ coverageStart, coverageEnd } = answers[0]);
      shown = { week: wantedWeek, month: wantedMonth, venue, name: answers[0].name || answers[0].venue || symbol, venues: answers[0].venues };
      show();
    } catch (problem) {
      if (!signal.aborted && number === asked) week.replaceChildren(problemView(problem, instrumentLink));
    }
  }

  function choose(changes, isSeen) {
    setParameters(changes, { push: true });
    parameters = currentRoute().parameters;
    load().then(() => {
      // On a narrow screen the month is below the week.
      if (isSeen && week.getBoundingClientRect().top < 100) week.scrollIntoView({ block: "start" });
    });
  }

  const stepper = (label, title, back, on, pick) => h("span", { class: "steps" },
    h("a", { class: "button", href: link(back), "aria-label": texts.previous(label), onclick: pick(back) }, "‹"),
    h("strong", { "aria-live": "polite" }, title),
    h("a", { class: "button", href: link(on), "aria-label": texts.next(label), onclick: pick(on) }, "›"));
  const pick = (changes) => (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    choose(changes);
  };

  function show() {
    const isMine = parameters.get("zone") === "mine";
    const shownZone = isMine ? viewerZone : zone;
    const isNow = shown.week === monday(today);
    const laterMonth = (months) => {
      const [year, number] = shown.month.split("-").map(Number);
      return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
    };
    const title = texts.hours.about(shown.name, dateText(shown.week, true), dateText(plusDays(shown.week, 6), true), shownZone);
    const inWeek = days.filter((day) => day.date >= shown.week && day.date < plusDays(shown.week, 7));
    const kinds = new Set(sessionsOf(days).map((one) => one.type));
    week.replaceChildren(...[
      h("div", { class: "bar" },
        stepper(texts.periods.week, `${dateText(shown.week)} – ${dateText(plusDays(shown.week, 6), true)}`,
          { week: plusDays(shown.week, -7), month: "" }, { week: plusDays(shown.week, 7), month: "" }, pick),
        zoneSwitch(zone, isMine, (zone) => { setParameters({ zone }); parameters = currentRoute().parameters; show(); }),
        (shown.venues?.length ?? 0) > 1 ? venueChoice(shown, (venue) => choose({ venue })) : null),
      weekPicture([{ days }], shown.week, shownZone, isNow ? Date.now() : undefined, title),
      legend(["OVERNIGHT", "PRE_MARKET", "REGULAR", "AFTER_MARKET"].filter((type) => kinds.has(type))),
      inWeek.some((day) => day.isBeyondCoverage)
        ? h("p", { class: "warning" }, texts.holidaysKnown(coverageStart, coverageEnd)) : null,
      wordTable(texts.hours.asTable, texts.hours.columns, inWeek.flatMap((day) => {
        const open = sessionsOf([day]);
        if (!open.length) return [[dateText(day.date), dayNote(day) || texts.closed, "", ""]];
        return open.map((one) => [dateText(day.date), sessionName(one.type), when(one.from, day.date, shownZone), when(one.to, day.date, shownZone)]);
      })),
    ].filter(Boolean));
    month.replaceChildren(
      h("div", { class: "bar" },
        stepper(texts.periods.month, monthText(shown.month), { month: laterMonth(-1) }, { month: laterMonth(1) }, pick),
        h("a", { class: "quietlink", href: calendarLink(symbol, shown.month.slice(0, 4)) }, texts.hours.wholeYear(shown.month.slice(0, 4)))),
      monthTable(shown.month, days, today, shown.week, (week) => link({ week, month: shown.month }), (week) => choose({ week, month: shown.month }, true)),
      dayLegend(days));
  }

  load();
  return { node, update(now) { parameters = now; if (key() !== loaded) load(); } };
}

function when(instant, date, zone) {
  const at = wallClock(instant, zone);
  return clockText(instant, zone) + (at.date === date ? "" : ` (${dateText(at.date)})`);
}

function zoneSwitch(zone, isMine, choose) {
  const option = (value, text, isOn) => h("button", {
    type: "button", title: value ? viewerZone : zone, "aria-pressed": String(isOn), "data-zone": value || "exchange", onclick: () => choose(value),
  }, text);
  return h("span", { class: "switch", role: "group", "aria-label": texts.hours.zone },
    option("", zoneText(zone), !isMine), option("mine", zone === viewerZone ? texts.hours.mySame : texts.hours.mine(zoneText(viewerZone)), isMine));
}

function venueChoice(shown, choose) {
  return h("label", { class: "venue" }, texts.hours.venue, h("select", { onchange: (event) => choose(event.target.value) },
    shown.venues.map((venue) => h("option", { value: venue, selected: venue === (shown.venue ?? shown.venues[0]) }, venue || texts.hours.defaultVenue))));
}
