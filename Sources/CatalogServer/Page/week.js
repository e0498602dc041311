// The trading week as a picture: a row for each date, midnight to midnight in a zone.

import { h, s } from "./dom.js";
import { clock, dateText, piecesByDate, plusDays, wallClock } from "./time.js";

const names = {
  PRE_MARKET: "Pre-market", REGULAR: "Regular", AFTER_MARKET: "After-market", NO_TRADING: "Closed",
};
const rowHeight = 30;
const top = 22;

/** A narrow screen gets a narrow picture: shrinking the wide one would make its text too small to read. */
function shape() {
  const isNarrow = innerWidth < 600;
  return { isNarrow, left: isNarrow ? 56 : 92, width: isNarrow ? 400 : 720, hours: isNarrow ? 6 : 4 };
}

/** What a day is, for people: its name, without what is so every week. */
export function dayNote(day) {
  const name = day.reason?.name;
  if (day.isHoliday) return name ?? "Holiday";
  if (isEarly(day)) return name ? `Early close: ${name}` : "Early close";
  return "";
}

/** A day that trades, but for shorter than its weekday's hours. */
export function isEarly(day) { return day.isTrading && (day.isShortDay || day.reasons?.some((one) => /early|short/i.test(one))); }

/**
 * The picture of seven dates.
 *
 * `rows`: `[{ label?, days }]`, one set of bars for each (a comparison has two); `first` the first date; `now` an instant or
 * undefined.
 */
export function weekPicture(rows, first, zone, now, title) {
  const { isNarrow, left, width, hours } = shape();
  const dates = [...Array(7).keys()].map((day) => plusDays(first, day));
  const lanes = rows.length;
  const height = top + dates.length * rowHeight * lanes * (lanes > 1 ? 0.8 : 1) + 6;
  const dayHeight = (height - top - 6) / dates.length;
  const laneHeight = dayHeight / lanes;
  const x = (seconds) => left + (seconds / 86_400) * (width - left - 8);
  const picture = s("svg", {
    class: "week", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title, preserveAspectRatio: "xMidYMin meet",
  });
  for (let hour = 0; hour <= 24; hour += 1) {
    const isNamed = hour % hours === 0;
    picture.append(s("line", {
      class: isNamed ? "grid strong" : "grid", x1: x(hour * 3600), x2: x(hour * 3600), y1: top - 4, y2: height - 6,
    }));
    if (isNamed) {
      picture.append(s("text", {
        class: "axis", x: x(hour * 3600), y: 12, "text-anchor": hour === 24 ? "end" : hour === 0 ? "start" : "middle",
      }, clock(hour * 3600)));
    }
  }
  const here = now === undefined ? undefined : wallClock(now, zone);
  dates.forEach((date, place) => {
    const y = top + place * dayHeight;
    const weekday = (new Date(date + "T00:00:00Z").getUTCDay() + 6) % 7;
    if (here?.date === date) picture.append(s("rect", { class: "today", x: 0, y, width, height: dayHeight, rx: 4 }));
    picture.append(s("text", { class: weekday > 4 ? "day weekend" : "day", x: 4, y: y + dayHeight / 2 + 4 }, isNarrow ? dateText(date).split(" ").slice(0, 2).join(" ") : dateText(date)));
  });
  rows.forEach(({ days, label }, lane) => {
    for (const day of days) {
      for (const session of day.sessions) {
        if (session.type === "NO_TRADING") continue;
        for (const piece of piecesByDate(Date.parse(session.start), Date.parse(session.end), zone)) {
          const place = dates.indexOf(piece.date);
          if (place < 0) continue;
          const wide = Math.max(1.5, x(piece.to) - x(piece.from));
          picture.append(s("rect", {
            class: `session ${session.type} lane-${lane}`, x: x(piece.from), width: wide, rx: 3,
            y: top + place * dayHeight + lane * laneHeight + 5, height: laneHeight - (lanes > 1 ? 7 : 10),
          }, s("title", {}, `${label ? label + ": " : ""}${names[session.type]} ${clock(piece.from)}–${clock(piece.to)}, ${dateText(piece.date)}`)));
        }
      }
      const place = dates.indexOf(day.date);
      const note = dayNote(day);
      if (place >= 0 && note) {
        // Beside the sessions there is room for two words.
        const short = day.isTrading ? "Early close" : note;
        const middle = top + place * dayHeight + lane * laneHeight + laneHeight / 2 + 4;
        picture.append(s("text", {
          class: day.isTrading ? "note early" : "note holiday", "text-anchor": day.isTrading ? "end" : "start",
          x: day.isTrading ? width - 10 : left + 8, y: middle,
        }, s("title", {}, note), (lanes > 1 && label ? `${label}: ` : "") + short));
      }
    }
  });
  if (here && dates.includes(here.date)) {
    const y = top + dates.indexOf(here.date) * dayHeight;
    picture.append(s("line", { class: "now", x1: x(here.seconds), x2: x(here.seconds), y1: y, y2: y + dayHeight },
      s("title", {}, `Now, ${clock(here.seconds)}`)));
  }
  return picture;
}

/** What the colours mean. */
export function legend(types = ["PRE_MARKET", "REGULAR", "AFTER_MARKET"]) {
  return h("ul", { class: "legend" }, types.map((type) => h("li", { class: type }, names[type])));
}

export const sessionName = (type) => names[type] ?? type;
