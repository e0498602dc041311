// A year as an iCalendar file (RFC 5545): an all-day event for each holiday and early close.

import { dayEffect, dayName, dayNote, specialDays } from "./market.js";
import { plusDays } from "./time.js";
import { texts } from "./texts.js";

/** Escapes a TEXT value: backslash, semicolon, comma and line ends (section 3.3.11). */
const escaped = (text) => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

/** Folds a line after at most 75 bytes; continuation lines begin with a space (section 3.1). */
function folded(line) {
  const encoder = new TextEncoder();
  let text = "", bytes = 0;
  for (const letter of line) {
    const more = encoder.encode(letter).length;
    if (bytes + more > 75) {
      text += "\r\n ";
      bytes = 1;
    }
    text += letter;
    bytes += more;
  }
  return text + "\r\n";
}

const compact = (date) => date.replaceAll("-", "");

/** Returns the text of the file for the days of an answer. */
export function icsText({ symbol, zone, days }, title, year) {
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//swift-ipf//page calendar//EN", "CALSCALE:GREGORIAN", `X-WR-CALNAME:${escaped(texts.year.heading(title, year))}`];
  for (const day of specialDays(days)) {
    const effect = dayEffect(day, zone);
    lines.push("BEGIN:VEVENT", `UID:${compact(day.date)}-${escaped(symbol)}@swift-ipf`,
      // The time is fixed, so that the file for a year doesn't depend on when it is created.
      `DTSTAMP:${year}0101T000000Z`,
      `DTSTART;VALUE=DATE:${compact(day.date)}`, `DTEND;VALUE=DATE:${compact(plusDays(day.date, 1))}`,
      `SUMMARY:${escaped(texts.year.event(symbol, effect, dayName(day) ?? dayNote(day)))}`,
      `DESCRIPTION:${escaped([day.reason?.localName, texts.year.eventDetail(title, zone, effect)].filter(Boolean).join("\n"))}`,
      `CATEGORIES:${day.isTrading ? "EARLY CLOSE" : "HOLIDAY"}`, "TRANSP:TRANSPARENT", "END:VEVENT");
  }
  return [...lines, "END:VCALENDAR"].map(folded).join("");
}
