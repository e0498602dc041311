// Dates, instants and zones. Dates are texts (YYYY-MM-DD); instants are milliseconds since 1970.

import { texts } from "./texts.js";

const formatters = new Map();

/**
 * Returns the offset of zones such as `GMT+05:30` in minutes, because not every browser supports them; undefined for
 * other zones.
 */
function fixedOffset(zone) {
  const match = /^GMT([+-])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (!match) return undefined;
  return (match[1] === "-" ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0));
}

function formatter(zone) {
  if (!formatters.has(zone)) {
    formatters.set(zone, new Intl.DateTimeFormat("en-GB", {
      timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit",
      second: "2-digit", hourCycle: "h23",
    }));
  }
  return formatters.get(zone);
}

/** Returns the wall clock time of a zone at an instant: the date, and the seconds after midnight. */
export function wallClock(instant, zone) {
  const offset = fixedOffset(zone);
  if (offset !== undefined) {
    const moved = new Date(instant + offset * 60_000);
    return { date: moved.toISOString().slice(0, 10), seconds: Math.floor((moved.getTime() / 1000) % 86_400) };
  }
  const parts = {};
  for (const part of formatter(zone).formatToParts(instant)) parts[part.type] = part.value;
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    seconds: Number(parts.hour) * 3600 + Number(parts.minute) * 60 + Number(parts.second),
  };
}

/** The viewer's zone. */
export const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** Returns HH:MM in a zone. */
export function clockText(instant, zone) { return clock(wallClock(instant, zone).seconds); }

/** Returns HH:MM for seconds after midnight; 24:00 for the end of the day. */
export function clock(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`;
}

/** Returns the date `days` later. */
export function plusDays(date, days) {
  return new Date(Date.parse(date + "T00:00:00Z") + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the Monday of a date's week. */
export function monday(date) {
  const weekday = (new Date(date + "T00:00:00Z").getUTCDay() + 6) % 7;
  return plusDays(date, -weekday);
}

export const isDate = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text ?? "") && !Number.isNaN(Date.parse(text));

/** Returns `Mon 23 Nov`, optionally with the year. */
export function dateText(date, withYear = false) {
  return new Date(date + "T00:00:00Z").toLocaleDateString("en-GB", {
    timeZone: "UTC", weekday: "short", day: "numeric", month: "short", ...(withYear ? { year: "numeric" } : {}),
  }).replace(",", "");
}

/** Returns `November 2026`. */
export function monthText(month) {
  return new Date(month + "-01T00:00:00Z").toLocaleDateString("en-GB", {
    timeZone: "UTC", month: "long", year: "numeric",
  });
}

/** Returns `2 h 05 min`, `3 days 4 h`, or `less than a minute`. */
export function durationText(milliseconds) {
  const minutes = Math.ceil(milliseconds / 60_000);
  if (minutes <= 1 && milliseconds < 60_000) return texts.time.lessThanAMinute;
  if (minutes < 60) return texts.time.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return texts.time.hours(hours, String(minutes % 60).padStart(2, "0"));
  return texts.time.days(Math.floor(hours / 24), hours % 24);
}

/** Splits an interval by the dates of the zone's clock. */
export function piecesByDate(start, end, zone) {
  const pieces = [];
  let from = wallClock(start, zone);
  const until = wallClock(end, zone);
  while (from.date < until.date) {
    pieces.push({ date: from.date, from: from.seconds, to: 86_400 });
    from = { date: plusDays(from.date, 1), seconds: 0 };
  }
  if (until.seconds > from.seconds) pieces.push({ date: from.date, from: from.seconds, to: until.seconds });
  return pieces;
}

/** Returns the city of a zone: `New York`. Other zones, such as UTC, are returned unchanged. */
export const cityOf = (zone) => zone.split("/").at(-1).replaceAll("_", " ");

/** Returns a zone in words: `New York time`. */
export const zoneText = (zone) => (zone.includes("/") ? texts.time.inCity(cityOf(zone)) : zone);

/** Returns the number of days from one date to another. */
export function daysBetween(from, to) { return Math.round((Date.parse(to + "T00:00:00Z") - Date.parse(from + "T00:00:00Z")) / 86_400_000); }

/** Returns `today`, `tomorrow`, `in 25 days`, or `3 days ago`. */
export function awayText(days) {
  if (days === 0) return texts.time.today;
  if (days === 1) return texts.time.tomorrow;
  if (days === -1) return texts.time.yesterday;
  return days > 0 ? texts.time.inDays(days) : texts.time.daysAgo(-days);
}
