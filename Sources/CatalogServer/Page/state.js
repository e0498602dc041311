// The current state of a market, for the head of an instrument.

import { h } from "./dom.js";
import { changeText, dayEffect, dayName, dayNote, sessionName, sessionsOf, specialDays, stateWords } from "./market.js";
import { awayText, clock, dateText, daysBetween, wallClock } from "./time.js";
import { axis, dayBars, mark, track } from "./track.js";
import { piecesOf } from "./week.js";
import { texts } from "./texts.js";

/** Returns the next `count` holidays and early closes as sentences. */
function comingDays(days, zone, count) {
  const today = wallClock(Date.now(), zone).date;
  return specialDays(days).filter((day) => day.date >= today).slice(0, count).map((day) => ({
    date: day.date, kind: day.isHoliday ? "holiday" : "early", away: daysBetween(today, day.date),
    name: dayName(day) ?? dayNote(day), effect: dayEffect(day, zone),
  }));
}

/**
 * Shows the state of a market: open or closed, today's sessions with the current time, the next change, and the next
 * holiday.
 *
 * Updates every second, but notifies screen readers only when the state changes.
 */
export function stateView({ days, zone }, signal) {
  const sessions = sessionsOf(days);
  const word = h("strong", { role: "status", id: "status" });
  const what = h("span", { class: "what" });
  const when = h("span", { class: "when dim" });
  const line = h("div", { class: "dayline", role: "img" });
  const coming = comingDays(days, zone, 2);
  const node = h("div", { class: "state" },
    h("p", { class: "now-line" }, h("span", { class: "dot", "aria-hidden": "true" }), word, " ", what, " ", when),
    line,
    h("ul", { class: "coming" }, coming.map((day) => h("li", { class: day.kind },
      h("strong", {}, day.name), ` ${dateText(day.date)}, ${awayText(day.away)}: ${day.effect}`))));
  let drawn = "";
  const say = () => {
    if (signal.aborted) return clearInterval(timer);
    const now = Date.now();
    const state = stateWords(sessions, now, zone);
    const change = changeText(state, now, true);
    node.dataset.open = state.isRegular ? "regular" : String(state.isOpen);
    if (word.textContent !== state.word) word.textContent = state.word;
    what.textContent = change.what;
    when.textContent = change.when;
    const here = wallClock(now, zone);
    const minute = `${here.date} ${Math.floor(here.seconds / 60)}`;
    if (minute === drawn) return;
    drawn = minute;
    const pieces = piecesOf(days, zone);
    const today = pieces.filter((one) => one.date === here.date);
    line.setAttribute("aria-label", texts.market.dayline(dateText(here.date),
      today.map((one) => texts.market.session(sessionName(one.type).toLowerCase(), clock(one.from), clock(one.to))).join(", ") || texts.market.noSession, clock(here.seconds)));
    line.replaceChildren(track(dayBars(pieces, here.date), mark(here.seconds / 86_400, "now", texts.nowAt(clock(here.seconds)))), axis());
  };
  const timer = setInterval(say, 1000);
  signal.addEventListener("abort", () => clearInterval(timer));
  say();
  return node;
}
