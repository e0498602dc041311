// A month of trading days: open, closed, holiday, early close.

import { h } from "./dom.js";
import { dayNote, isEarly } from "./market.js";
import { dateText, monday, plusDays } from "./time.js";
import { texts } from "./texts.js";

/** Returns the range of dates in the calendar of a month, which shows whole weeks. */
export function monthSpan(month) {
  const first = monday(month + "-01");
  const nextMonth = plusDays(month + "-01", 31).slice(0, 7) + "-01";
  const last = plusDays(monday(plusDays(nextMonth, -1)), 6);
  return { first, last };
}

/** Returns the kind of a day as a word, which is also its CSS class. */
export function dayKind(day) {
  if (!day) return "unknown";
  if (day.isHoliday) return "holiday";
  if (!day.isTrading) return "closed";
  return isEarly(day) ? "early" : "open";
}

/** Creates the legend for the kinds of days. */
export function dayLegend(days) {
  const kinds = [["open", texts.open], ["early", texts.earlyClose], ["holiday", texts.holiday], ["closed", texts.closed]];
  if (days.some((day) => day.isBeyondCoverage)) kinds.push(["uncovered", texts.month.uncovered]);
  return h("ul", { class: "legend" }, kinds.map(([kind, text]) => h("li", { class: kind }, text)));
}

export const dayTitle = (date, day) => `${dateText(date, true)}: ${(day && dayNote(day)) || texts.days[dayKind(day)]}`;

/** Returns the dates of a month in weeks from Monday; undefined for dates of other months. */
export function weeksOf(month) {
  const { first, last } = monthSpan(month);
  const weeks = [];
  for (let start = first; start <= last; start = plusDays(start, 7)) weeks.push([...Array(7).keys()].map((place) => plusDays(start, place)));
  return weeks;
}

/** Creates the month as a table. A click on a day calls `choose` with the Monday of its week. */
export function monthTable(month, days, today, week, weekLink, choose) {
  const known = new Map(days.map((day) => [day.date, day]));
  return h("table", { class: "month" },
    h("thead", {}, h("tr", {}, texts.month.weekdays.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, weeksOf(month).map((dates) => h("tr", { class: dates[0] === week ? "chosen" : null }, dates.map((date) => {
      const day = known.get(date);
      const title = dayTitle(date, day);
      return h("td", { class: `${dayKind(day)}${day?.isBeyondCoverage ? " uncovered" : ""}${date.slice(0, 7) === month ? "" : " outside"}${date === today ? " today" : ""}` },
        h("a", {
          href: weekLink(monday(date)), title, "aria-label": title, "data-date": date,
          onclick: (event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            choose(monday(date));
          },
        }, String(Number(date.slice(8)))));
    })))));
}
