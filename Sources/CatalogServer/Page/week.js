// The trading week as a picture: a row for each date, from midnight to midnight in a zone.

import { h } from "./dom.js";
import { closing, dayName, dayNote, sessionsOf } from "./market.js";
import { clock, dateText, piecesByDate, plusDays, wallClock } from "./time.js";
import { axis, bar, dayBars, mark, track } from "./track.js";
import { texts } from "./texts.js";

/** Splits sessions by dates: `{ date, from, to, type }`, in seconds after midnight in the zone. */
export function piecesOf(days, zone) {
  return sessionsOf(days).flatMap((one) => piecesByDate(one.from, one.to, zone).map((piece) => ({ ...piece, type: one.type })));
}

/**
 * Draws seven dates.
 *
 * `rows` is `[{ label?, days, lane? }]`, with several lanes in a comparison; `first` is the first date; `now` is an instant or
 * undefined. `shared` is `[{ date, from, to }]`, the intervals in which all lanes are open.
 */
export function weekPicture(rows, first, zone, now, title, shared = []) {
  const here = now === undefined ? undefined : wallClock(now, zone);
  const pieces = rows.map(({ days }) => piecesOf(days, zone));
  const several = rows.length > 1;
  return h("div", { class: several ? "week several" : "week", role: "img", "aria-label": title },
    h("div", { class: "row head" }, h("span", { class: "day" }), axis()),
    [...Array(7).keys()].map((place) => {
      const date = plusDays(first, place);
      const isToday = here?.date === date;
      return h("div", { class: `row${isToday ? " today" : ""}${place > 4 ? " weekend" : ""}`, "data-date": date },
        h("span", { class: "day" }, dateText(date)),
        h("span", { class: "lanes" },
          shared.filter((one) => one.date === date).map((one) => bar(one.from / 86_400, one.to / 86_400, "shared", texts.week.allOpen(clock(one.from), clock(one.to), dateText(date)))),
          rows.map(({ days, label, lane: color }, lane) => {
            const day = days.find((one) => one.date === date);
            const note = day && !several ? dayNote(day) : "";
            return [
              track(dayBars(pieces[lane], date, several ? color ?? lane : undefined, label),
                note && !day.isTrading ? h("span", { class: "note holiday", title: note }, note) : null),
              // The note is below the hours, so that it does not cover them.
              note && day.isTrading ? h("span", { class: "note early" }, [texts.closesAt(closing(day, zone) || texts.early), dayName(day)].filter(Boolean).join(" · ")) : null];
          }),
          isToday ? mark(here.seconds / 86_400, "now", texts.nowAt(clock(here.seconds))) : null));
    }));
}
