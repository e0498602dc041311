// Computes the state of a market at a moment from the days of its schedule: open or closed, the next change, and
// special days.

import { cityOf, clock, clockText, dateText, durationText, plusDays, wallClock, zoneText } from "./time.js";
import { texts } from "./texts.js";

export const sessionName = (type) => texts.sessions[type] ?? type;

/** Returns the trading sessions of days, in order: `{ type, from, to, date }`, with instants in milliseconds. */
export function sessionsOf(days) {
  return days.flatMap((day) => day.sessions
    .filter((one) => one.type !== "NO_TRADING" && one.start !== one.end)
    .map((one) => ({ type: one.type, from: Date.parse(one.start), to: Date.parse(one.end), date: day.date })))
    .sort((a, b) => a.from - b.from);
}

/**
 * Returns the session at an instant, if there is one, and the next one. A session that continues on the next day is
 * merged.
 */
export function sessionAt(sessions, now) {
  let current = sessions.find((one) => one.from <= now && now < one.to);
  for (let more = current; more; more = sessions.find((one) => one.from === current.to && one.type === current.type)) {
    current = { ...current, to: more.to };
  }
  const next = sessions.find((one) => one.from >= (current ? current.to : now + 1));
  return { current, next };
}

/** Returns the next change of the state, `{ at, to }`; undefined if none is known. */
export function nextChange({ current, next }) {
  if (!current) return next && { at: next.from, to: next };
  // The close is unknown if the session lasts until the end of the known days.
  if (!next) return undefined;
  return { at: current.to, to: next && next.from === current.to ? next : undefined };
}

/** Returns the state in words: `{ word, isOpen, isRegular, verb, at, zone }`. `verb` and `at` are the next change. */
export function stateWords(sessions, now, zone) {
  const found = sessionAt(sessions, now);
  const change = nextChange(found);
  const { current } = found;
  const isRegular = current?.type === "REGULAR";
  const word = !current ? texts.closed : isRegular ? texts.open : sessionName(current.type);
  let verb = "";
  if (change) {
    verb = !change.to || (isRegular && change.to.type === "AFTER_MARKET") ? texts.market.closes
      : change.to.type === "REGULAR" ? texts.market.opens : texts.market.begins(sessionName(change.to.type).toLowerCase());
  }
  return { word, isOpen: current !== undefined, isRegular, verb, at: change?.at, zone };
}

/** Returns texts such as `closes in 3 h 12 min` and `at 16:00 New York time`. */
export function changeText(state, now, withSeconds) {
  if (state.at === undefined) return { what: state.isOpen ? texts.market.neverCloses : texts.market.noOpening, when: "" };
  const left = state.at - now;
  const seconds = withSeconds && left < 3_600_000
    ? texts.time.minutesAndSeconds(Math.floor(left / 60_000), String(Math.floor(left / 1000) % 60).padStart(2, "0")) : durationText(left);
  const date = wallClock(state.at, state.zone).date;
  const day = date === wallClock(now, state.zone).date ? "" : `${dateText(date)}, `;
  return { what: texts.market.changeIn(state.verb, seconds), when: `${day}${clockText(state.at, state.zone)} ${zoneText(state.zone)}` };
}

/** Returns whether the day has trading, but shorter hours than usual for its weekday. */
export function isEarly(day) { return day.isTrading && (day.isShortDay || day.reasons?.some((one) => /early|short/i.test(one))); }

/** Returns the name of a day; undefined if it has none. */
export function dayName(day) { return day.reason?.name.replace(/^./, (first) => first.toUpperCase()); }

/** Returns the description of a holiday or an early close; empty for other days. */
export function dayNote(day) {
  const name = dayName(day);
  if (day.isHoliday) return name ?? texts.holiday;
  if (isEarly(day)) return name ? texts.market.earlyCloseFor(name) : texts.earlyClose;
  return "";
}

/** Returns the end of a day's last regular session on the zone's clock; empty if there is none. */
export function closing(day, zone) {
  const last = sessionsOf([day]).filter((one) => one.type === "REGULAR").at(-1);
  return last ? clockText(last.to, zone) : "";
}

/** Returns `closed`, or a text such as `closes at 13:00`. */
export function dayEffect(day, zone) {
  if (!day.isTrading) return texts.market.closed;
  const close = closing(day, zone);
  return close ? texts.market.closesAt(close) : texts.market.otherHours;
}

/** Returns the days that are holidays on weekdays or early closes. Days of a season with other hours are omitted. */
export const specialDays = (days) => days.filter((day) => (day.isHoliday && day.weekday < 6) || (!day.isTrading && day.reason) || isEarly(day));

function hoursText(day, zone) {
  return sessionsOf([day]).map((one) => {
    const from = wallClock(one.from, zone);
    const to = wallClock(one.to, zone);
    const before = from.date < day.date ? texts.market.dayBefore : "";
    const end = to.date > from.date && to.seconds === 0 && !before ? "24:00" : clock(to.seconds);
    const after = to.date > day.date && end !== "24:00" ? texts.market.dayAfter : "";
    return `${sessionName(one.type).toLowerCase()} ${clock(from.seconds)}${before} – ${end}${after}`;
  }).join(", ");
}

/** Returns sentences such as `Monday to Friday: regular 09:30 – 16:00` for the usual hours and for early closes. */
export function hoursInWords(days, zone) {
  const usual = new Map();
  for (const day of days) {
    if (day.isHoliday || isEarly(day) || day.reason) continue;
    const known = usual.get(day.weekday);
    if (!known) usual.set(day.weekday, hoursText(day, zone));
  }
  const groups = [];
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    const text = usual.get(weekday) ?? "";
    const last = groups.at(-1);
    if (last && last.text === text && last.to === weekday - 1) last.to = weekday;
    else groups.push({ from: weekday, to: weekday, text });
  }
  const sentences = groups.filter((one) => one.text).map(({ from, to, text }) =>
    texts.market.hoursOf(texts.weekdays[from - 1], to > from ? texts.weekdays[to - 1] : "", text));
  const early = days.find(isEarly);
  if (early && closing(early, zone)) sentences.push(texts.market.earlyClosesAt(closing(early, zone)));
  if (!sentences.length) return [texts.market.noRegularHours];
  return [...sentences, `${texts.allTimesIn}${cityOf(zone)}.`];
}

/** Returns the Monday of the week to show: the current week or, on a weekend without trading, the next week. */
export function weekOfInterest(days, today) {
  const weekday = (new Date(today + "T00:00:00Z").getUTCDay() + 6) % 7;
  const isIdle = weekday > 4 && !days.find((day) => day.date === today)?.isTrading;
  return plusDays(today, isIdle ? 7 - weekday : -weekday);
}
