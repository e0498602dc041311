// One instrument: is it open, when does it trade, what are its steps, its options, and all its fields.

import { ask, inPath } from "./api.js";
import { h, problemView, section } from "./dom.js";
import { compareLink, instrumentLink, setParameters } from "./route.js";
import { typeName } from "./search.js";
import { chainSection } from "./chain.js";
import { ladderSection } from "./ladder.js";
import { clockText, dateText, durationText, isDate, monday, monthText, plusDays, viewerZone, wallClock } from "./time.js";
import { legend, sessionName, weekPicture } from "./week.js";
import { monthSpan, monthTable } from "./month.js";

/** How often "closes in" is said anew, and how often the server is asked again. */
const tick = 10_000;

export async function showInstrument(main, route, signal, isOther) {
  const { symbol, parameters } = route;
  if (isOther) main.replaceChildren(h("p", { class: "state" }, `Opening ${symbol}…`));
  let instrument, profile;
  try {
    [instrument, profile] = await Promise.all([
      ask(`/v1/instruments/${inPath(symbol)}`, {}, signal), ask(`/v1/profiles/${inPath(symbol)}`, {}, signal),
    ]);
  } catch (problem) {
    if (signal.aborted) return;
    return main.replaceChildren(h("section", { class: "card" }, h("h1", {}, symbol), problemView(problem, instrumentLink)));
  }
  if (signal.aborted) return;
  const fields = profile.fields;
  const status = h("p", { class: "status", role: "status", id: "status" });
  main.replaceChildren(
    h("section", { class: "title" },
      h("div", {},
        h("h1", {}, instrument.symbol, " ", h("span", { class: "badge", "data-type": instrument.type }, typeName(instrument.type))),
        h("p", { class: "name" }, instrument.description || "No description")),
      h("p", { class: "actions" },
        h("a", { class: "button", href: compareLink({ a: symbol }) }, "Compare hours"),
        copyButton())),
    status);
  if (instrument.schedule) hours(main, route, status, signal);
  else status.textContent = "No trading hours are known for this instrument.";
  if (instrument.priceIncrements) main.append(ladderSection(symbol, instrument.priceIncrements, parameters, signal));
  const options = h("div", {});
  main.append(options);
  chainSection(options, symbol, parameters, signal);
  main.append(fieldSection(fields));
}

function copyButton() {
  const button = h("button", {
    type: "button", class: "quiet", onclick: async () => {
      try {
        await navigator.clipboard.writeText(location.href);
        button.textContent = "Link copied";
      } catch { button.textContent = "Copy it from the address bar"; }
    },
  }, "Copy link");
  return button;
}

function fieldSection(fields) {
  return section("All fields", "fields", h("div", { class: "scroll" }, h("table", { class: "fields" }, h("tbody", {},
    Object.entries(fields).map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value)))))));
}

// MARK: Hours

function hours(main, route, status, signal) {
  const { symbol, parameters } = route;
  const box = h("div", { class: "hours" });
  main.append(box);
  let zoneChoice = parameters.get("zone") === "mine" ? "mine" : "exchange";
  let venue = parameters.get("venue") ?? undefined;
  const path = `/v1/schedules/${inPath(symbol)}`;

  async function load() {
    try {
      const now = await ask(`${path}/at`, { venue }, signal);
      follow(status, path, venue, now, signal);
      const today = wallClock(Date.now(), now.zone).date;
      const week = isDate(parameters.get("week")) ? monday(parameters.get("week")) : monday(today);
      const month = /^\d{4}-\d{2}$/.test(parameters.get("month") ?? "") ? parameters.get("month")
        : isDate(parameters.get("week")) ? plusDays(week, 3).slice(0, 7) : today.slice(0, 7);
      const span = monthSpan(month);
      // A day of the exchange may lie on the dates beside it in the viewer's zone.
      const [weekDays, monthDays] = await Promise.all([
        ask(`${path}/days`, { venue, from: plusDays(week, -1), to: plusDays(week, 7), explain: "true" }, signal),
        ask(`${path}/days`, { venue, from: span.first, to: span.last, explain: "true" }, signal),
      ]);
      if (!signal.aborted) show(now, weekDays, monthDays, week, month, today);
    } catch (problem) {
      if (!signal.aborted) box.replaceChildren(section("Trading hours", "hours", problemView(problem, instrumentLink)));
    }
  }

  function show(now, weekDays, monthDays, week, month, today) {
    const zone = zoneChoice === "mine" ? viewerZone : weekDays.zone;
    const title = `Trading hours of ${weekDays.name || weekDays.venue || symbol}, ${dateText(week, true)} to ${dateText(plusDays(week, 6), true)}, in ${zone}`;
    const later = (days) => instrumentLink(symbol, { week: plusDays(week, days), zone: zoneChoice === "mine" ? "mine" : "", venue });
    const laterMonth = (months) => {
      const [year, number] = month.split("-").map(Number);
      const date = new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
      return instrumentLink(symbol, { month: date, week, zone: zoneChoice === "mine" ? "mine" : "", venue });
    };
    const isNow = week === monday(today);
    box.replaceChildren(
      section("Trading week", "hours",
        h("div", { class: "bar" },
          h("span", { class: "steps" },
            h("a", { class: "button", href: later(-7), "aria-label": "Week before" }, "‹"),
            h("strong", {}, `${dateText(week)} – ${dateText(plusDays(week, 6), true)}`),
            h("a", { class: "button", href: later(7), "aria-label": "Week after" }, "›")),
          zoneSwitch(weekDays.zone, zoneChoice, (choice) => {
            zoneChoice = choice;
            setParameters({ zone: choice === "mine" ? "mine" : "" });
            show(now, weekDays, monthDays, week, month, today);
          }),
          (weekDays.venues?.length ?? 0) > 1 ? venueChoice(weekDays, (choice) => {
            location.hash = instrumentLink(symbol, { week: parameters.get("week"), zone: parameters.get("zone"), venue: choice });
          }) : null),
        h("div", { class: "scroll" }, weekPicture([{ days: weekDays.days }], week, zone, isNow ? Date.now() : undefined, title)),
        legend(),
        weekDays.days.some((day) => day.isBeyondCoverage)
          ? h("p", { class: "warning" }, `Holidays are known up to ${weekDays.coverageEnd ?? "an earlier date"}: later ones may be missing.`) : null,
        weekWords(weekDays, week, zone)),
      section("Month", "month",
        h("div", { class: "bar" }, h("span", { class: "steps" },
          h("a", { class: "button", href: laterMonth(-1), "aria-label": "Month before" }, "‹"),
          h("strong", {}, monthText(month)),
          h("a", { class: "button", href: laterMonth(1), "aria-label": "Month after" }, "›"))),
        monthTable(month, monthDays.days, today, (monday) => instrumentLink(symbol, { week: monday, month, venue })),
        h("ul", { class: "legend" }, [["open", "Open"], ["early", "Early close"], ["holiday", "Holiday"], ["closed", "Closed"]]
          .map(([kind, text]) => h("li", { class: kind }, text)))));
  }
  load();
}

/** The picture in words, for those who don't see it. */
function weekWords(days, week, zone) {
  return h("details", {}, h("summary", {}, "As a table"), h("div", { class: "scroll" }, h("table", { class: "words" },
    h("thead", {}, h("tr", {}, ["Day", "Session", "From", "To"].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, days.days.filter((day) => day.date >= week && day.date < plusDays(week, 7)).flatMap((day) => {
      const open = day.sessions.filter((session) => session.type !== "NO_TRADING");
      const cells = (session) => session
        ? [sessionName(session.type), when(session.start, day.date, zone), when(session.end, day.date, zone)]
        : [day.isHoliday ? "Holiday" : "Closed", "", ""];
      return (open.length ? open : [undefined]).map((session) => h("tr", {}, h("th", { scope: "row" }, dateText(day.date)),
        cells(session).map((text) => h("td", {}, text))));
    })))));
}

function when(instant, date, zone) {
  const at = wallClock(Date.parse(instant), zone);
  return clockText(Date.parse(instant), zone) + (at.date === date ? "" : ` (${dateText(at.date)})`);
}

function zoneSwitch(zone, choice, onChoice) {
  const option = (value, text) => h("button", {
    type: "button", "aria-pressed": String(choice === value), "data-zone": value, onclick: () => onChoice(value),
  }, text);
  return h("span", { class: "switch", role: "group", "aria-label": "Time zone" },
    option("exchange", zone), option("mine", zone === viewerZone ? "My time (the same)" : `My time, ${viewerZone}`));
}

function venueChoice(days, onChoice) {
  return h("label", { class: "venue" }, "Venue ", h("select", { onchange: (event) => onChoice(event.target.value) },
    days.venues.map((venue) => h("option", { value: venue, selected: venue === days.venue }, venue || "(first)"))));
}

/** Says whether it is open, and keeps saying it. */
function follow(status, path, venue, first, signal) {
  let now = first;
  const say = async () => {
    if (signal.aborted || !status.isConnected) return clearInterval(timer);
    if (now.changesAt && Date.now() >= Date.parse(now.changesAt)) {
      try { now = await ask(`${path}/at`, { venue }, signal); } catch { return; }
    }
    const change = now.changesAt ? Date.parse(now.changesAt) : undefined;
    const wait = change ? ` in ${durationText(change - Date.now())}` : "";
    const at = change ? `, at ${clockText(change, now.zone)} ${now.zone}${
      wallClock(change, now.zone).date === wallClock(Date.now(), now.zone).date ? "" : ` on ${dateText(wallClock(change, now.zone).date)}`}` : "";
    status.dataset.open = String(now.isOpen);
    status.replaceChildren(
      h("span", { class: "dot", "aria-hidden": "true" }),
      h("strong", {}, now.isOpen ? `Open now (${sessionName(now.session.type).toLowerCase()})` : "Closed now"),
      change ? ` · ${now.isOpen ? "closes" : "opens"}${wait}${at}` : now.isOpen ? " · never closes" : " · no opening is known");
  };
  const timer = setInterval(say, tick);
  signal.addEventListener("abort", () => clearInterval(timer));
  say();
}
