// A year in the calendar of a venue or an instrument: all days, the holidays by name, and downloads.

import { ask, inPath } from "./api.js";
import { h, problemView, s, section, wordTable } from "./dom.js";
import { calendarLink, compareLink, go, instrumentLink } from "./route.js";
import { icsText } from "./ics.js";
import { dayEffect, dayName, dayNote, hoursInWords, specialDays } from "./market.js";
import { countryName, exchange } from "./mics.js";
import { dayKind, dayLegend, dayTitle, weeksOf } from "./month.js";
import { awayText, dateText, daysBetween, monthText, wallClock } from "./time.js";
import { texts } from "./texts.js";

const markets = ["XNYS", "XNAS", "XCME", "XTSE", "BVMF", "XLON", "XPAR", "XETR", "XSWX", "XIST", "XJSE", "XNSE", "XHKG", "XSHG", "XTKS", "XKRX", "XASX"];

export async function showCalendar(main, { symbol, year: asked }, signal) {
  const year = Number(asked ?? new Date().getUTCFullYear());
  const place = exchange(symbol);
  const name = place ? place.name : symbol;
  document.title = texts.year.title(symbol, year, name === symbol ? texts.calendar : name);
  main.replaceChildren(h("section", { class: "card hero waiting", "aria-busy": "true" }, h("h1", { class: "page" }, texts.year.heading(name, year)), h("p", { class: "dim" }, texts.loading)));
  let answer;
  try {
    answer = await ask(`/v1/schedules/${inPath(symbol)}/days`, { from: `${year}-01-01`, to: `${year}-12-31`, explain: "true" }, signal);
  } catch (problem) {
    if (!signal.aborted) main.replaceChildren(h("section", { class: "card" }, h("h1", { class: "page" }, texts.year.heading(symbol, year)), problemView(problem, (other) => calendarLink(other, year))), chooser(symbol, year));
    return;
  }
  if (signal.aborted) return;
  const { days, zone } = answer;
  const today = wallClock(Date.now(), zone).date;
  const special = specialDays(days);
  const holidays = special.filter((day) => !day.isTrading);
  const short = special.length - holidays.length;
  const trading = days.filter((day) => day.isTrading).length;
  const unknown = days.find((day) => day.isBeyondCoverage);
  const title = place ? place.name : answer.name || symbol;
  const file = `${symbol.replace(/[^\w.-]+/g, "_")}-${year}`;
  const pictureOf = (paint) => yearPicture(days, year, today, paint);
  // Years without a single known holiday have no link.
  const isKnown = (other) => !answer.coverageStart || (`${other}-12-31` >= answer.coverageStart && `${other}-01-01` <= answer.coverageEnd);
  const step = (other, about, text) => isKnown(other) || !isKnown(year)
    ? h("a", { class: "button", href: calendarLink(symbol, other), "aria-label": about }, text) : h("span", { class: "button ended", title: texts.year.notKnown }, text);
  const glance = section(texts.year.glance, "year", h("div", { class: "yearplace" }, pictureOf((name) => `var(--${name})`)),
    dayLegend(days),
    wordTable(texts.year.asTable, texts.year.columns, [...Array(12).keys()].map((place) => {
      const month = `${year}-${String(place + 1).padStart(2, "0")}`;
      const own = days.filter((day) => day.date.startsWith(month));
      return [monthText(month), own.filter((day) => day.isTrading).length, own.filter((day) => day.isHoliday && day.weekday < 6).length, own.filter((day) => dayKind(day) === "early").length];
    })));
  const named = section(texts.year.special, "holidays", special.length
    ? h("ol", { class: "holidays" }, special.map((day) => h("li", { class: `${day.isTrading ? "early" : "holiday"}${day.date < today ? " past" : ""}` },
      h("span", { class: "date" }, h("time", { datetime: day.date }, dateText(day.date)), h("small", {}, awayText(daysBetween(today, day.date)))),
      h("span", {}, h("strong", {}, dayName(day) ?? dayNote(day)),
        day.reason?.localName ? [" ", h("bdi", { class: "local dim", lang: day.reason.language }, day.reason.localName)] : null, h("br", {}),
        h("span", { class: "dim" }, dayEffect(day, zone), sure(day.reason))))))
    : h("p", { class: "dim" }, texts.year.none));
  const others = h("div", { class: "stack" }, section(texts.instrument.hours, "words", h("div", { class: "inwords" }, hoursInWords(days, zone).map((text) => h("p", {}, text)))), chooser(symbol, year));
  main.replaceChildren(
    h("section", { class: "card hero" },
      h("p", { class: "eyebrow" }, h("span", { class: "badge" }, texts.calendar), place ? h("span", {}, countryName(place.country), h("code", {}, symbol)) : h("a", { href: instrumentLink(symbol) }, symbol), h("span", {}, zone)),
      h("div", { class: "titleline" },
        h("h1", { class: "page" }, `${title} `, h("span", { class: "year" }, year)),
        h("span", { class: "steps" },
          step(year - 1, texts.previous(texts.periods.year), `‹ ${year - 1}`), step(year + 1, texts.next(texts.periods.year), `${year + 1} ›`))),
      unknown ? h("p", { class: "sums" }, unknown.date < answer.coverageStart ? texts.year.notListed : texts.year.notAnnounced) : h("p", { class: "sums" }, h("strong", {}, trading), texts.year.tradingDays, h("strong", {}, holidays.length), texts.year.holidays(holidays.length), h("strong", {}, short), texts.year.earlyCloses(short)),
      unknown ? h("p", { class: "warning" }, texts.holidaysKnown(answer.coverageStart, answer.coverageEnd)) : null,
      h("p", { class: "actions" },
        h("button", { type: "button", class: "button", onclick: () => download(`${file}.ics`, "text/calendar", icsText(answer, title, year)) }, texts.year.downloadDays),
        h("button", { type: "button", class: "button", onclick: () => download(`${file}.svg`, "image/svg+xml", new XMLSerializer().serializeToString(titled(pictureOf(explicit), texts.year.heading(title, year)))) }, texts.year.downloadPicture),
        h("a", { class: "button", href: compareLink([symbol]) }, texts.year.compare))),
    // On a phone, the list of holidays comes first, because most visitors want it.
    ...(innerWidth < 700 ? [named, glance, others] : [glance, h("div", { class: "sides even" }, named, others)]));
}

/** Returns a note about a day whose date or kind isn't certain. */
function sure(reason) {
  return texts.year.certainty[reason?.certainty] ?? "";
}

function chooser(symbol, year) {
  const input = h("input", { id: "calendar-of", autocomplete: "off", spellcheck: "false", size: "14", placeholder: texts.symbolOrVenue });
  return section(texts.year.others, "others",
    h("form", { class: "bar", onsubmit: (event) => { event.preventDefault(); if (input.value.trim()) go(calendarLink(input.value.trim(), year)); } },
      h("label", { for: "calendar-of" }, texts.year.calendarFor), input, h("button", { type: "submit" }, texts.show)),
    h("p", { class: "chips" }, markets.filter((mic) => mic !== symbol).map((mic) => h("a", { class: "chip", href: calendarLink(mic, year), title: exchange(mic)?.name }, exchange(mic)?.name ?? mic))));
}

// MARK: Picture

/** Returns the value of a color of the current theme, for files, which have no style sheet. */
function explicit(name) { return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim(); }

const fills = { open: "open", early: "early", holiday: "holiday", closed: "none", unknown: "none" };

/** Draws twelve months; `paint` returns the color for a color name of the style sheet. */
function yearPicture(days, year, today, paint) {
  const known = new Map(days.map((day) => [day.date, day]));
  const columns = innerWidth < 560 ? 2 : innerWidth < 900 ? 3 : 4;
  const cell = 24, wide = 7 * cell + 24, high = 7 * cell + 40;
  const width = columns * wide - 24, height = (12 / columns) * high - 16;
  const hatch = s("pattern", { id: "uncovered", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, s("rect", { width: 1.6, height: 5, fill: paint("dim"), "fill-opacity": 0.45 }));
  return s("svg", {
    xmlns: "http://www.w3.org/2000/svg", class: "yearpicture", viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
    "aria-label": texts.year.picture(year), "font-family": "system-ui, sans-serif", "font-size": 11,
  },
  s("defs", {}, hatch),
  [...Array(12).keys()].map((place) => {
    const month = `${year}-${String(place + 1).padStart(2, "0")}`;
    return s("g", { transform: `translate(${(place % columns) * wide} ${Math.floor(place / columns) * high})` },
      s("text", { x: 2, y: 14, "font-size": 14, "font-weight": 600, fill: paint("text") }, monthText(month).split(" ")[0]),
      texts.year.letters.map((letter, column) => s("text", { x: column * cell + 11, y: 32, "text-anchor": "middle", fill: paint("dim"), "font-size": 10 }, letter)),
      weeksOf(month).flatMap((dates, row) => dates.map((date, column) => {
        if (date.slice(0, 7) !== month) return null;
        const day = known.get(date);
        const kind = dayKind(day);
        const x = column * cell, y = 38 + row * cell;
        return s("g", {}, s("title", {}, dayTitle(date, day)),
          s("rect", { x, y, width: cell - 2, height: cell - 2, rx: 5, fill: fills[kind] === "none" ? "transparent" : paint(fills[kind]), stroke: date === today ? paint("text") : "none", "stroke-width": 1.5 }),
          day?.isBeyondCoverage ? s("rect", { class: "uncovered", x, y, width: cell - 2, height: cell - 2, rx: 5, fill: "url(#uncovered)" }) : null,
          s("text", { x: x + 11, y: y + 15, "text-anchor": "middle", fill: kind === "holiday" || kind === "early" ? paint(`on-${kind}`) : kind === "open" ? paint("text") : paint("dim"), "font-weight": kind === "holiday" || kind === "early" ? 700 : 400 }, String(Number(date.slice(8)))));
      })));
  }));
}

/** Returns the picture as a file with a margin, a title and a background. */
function titled(picture, title) {
  const [, , width, height] = picture.getAttribute("viewBox").split(" ").map(Number);
  const body = s("g", { transform: "translate(24 56)" }, [...picture.childNodes]);
  picture.setAttribute("viewBox", `0 0 ${width + 48} ${height + 80}`);
  picture.setAttribute("width", width + 48);
  picture.setAttribute("height", height + 80);
  picture.replaceChildren(s("rect", { width: "100%", height: "100%", fill: explicit("card") }),
    s("text", { x: 26, y: 34, "font-size": 20, "font-weight": 700, fill: explicit("text") }, title), body);
  return picture;
}

function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
