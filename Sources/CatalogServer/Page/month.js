// A month of trading days: open, closed, holiday, early close.

import { h } from "./dom.js";
import { dateText, monday, plusDays } from "./time.js";
import { dayNote, isEarly } from "./week.js";

/** The dates that a month's calendar shows: whole weeks. */
export function monthSpan(month) {
  const first = monday(month + "-01");
  const nextMonth = plusDays(plusDays(month + "-01", 31).slice(0, 7) + "-01", 0);
  const last = plusDays(monday(plusDays(nextMonth, -1)), 6);
  return { first, last };
}

export function monthTable(month, days, today, weekLink) {
  const { first, last } = monthSpan(month);
  const known = new Map(days.map((day) => [day.date, day]));
  const weeks = [];
  for (let start = first; start <= last; start = plusDays(start, 7)) weeks.push(start);
  return h("table", { class: "month" },
    h("thead", {}, h("tr", {}, ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, weeks.map((start) => h("tr", {}, [...Array(7).keys()].map((place) => {
      const date = plusDays(start, place);
      const day = known.get(date);
      const note = day ? dayNote(day) : "";
      const kind = !day ? "unknown" : day.isHoliday ? "holiday" : !day.isTrading ? "closed" : isEarly(day) ? "early" : "open";
      const words = { unknown: "not known", holiday: "holiday", closed: "closed", early: "early close", open: "open" }[kind];
      return h("td", { class: `${kind}${date.slice(0, 7) === month ? "" : " outside"}${date === today ? " today" : ""}` },
        h("a", {
          href: weekLink(monday(date)), title: `${dateText(date, true)}: ${note || words}`,
          "aria-label": `${dateText(date, true)}: ${note || words}`,
        }, String(Number(date.slice(8)))));
    })))));
}
