// A year as an iCalendar file (RFC 5545): an all-day event for each day that isn't as usual.

import { dayEffect, dayName, dayNote, specialDays } from "./market.js";
import { plusDays } from "./time.js";

/** TEXT values: backslash, semicolon, comma and line ends are escaped (section 3.3.11). */
const escaped = (text) => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

/** Lines have at most 75 bytes before their end, and go on after a space (section 3.1). */
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

/** The file of an answer's days. */
export function icsText({ symbol, zone, days }, title, year) {
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//swift-ipf//page calendar//EN", "CALSCALE:GREGORIAN", `X-WR-CALNAME:${escaped(`${title} ${year}`)}`];
  for (const day of specialDays(days)) {
    const effect = dayEffect(day, zone);
    lines.push("BEGIN:VEVENT", `UID:${compact(day.date)}-${escaped(symbol)}@swift-ipf`,
      // The same file for the same year, whenever it is made.
      `DTSTAMP:${year}0101T000000Z`,
      `DTSTART;VALUE=DATE:${compact(day.date)}`, `DTEND;VALUE=DATE:${compact(plusDays(day.date, 1))}`,
      `SUMMARY:${escaped(`${symbol} ${effect}: ${dayName(day) ?? dayNote(day)}`)}`,
      `DESCRIPTION:${escaped([day.reason?.localName, `${title}, ${zone}: ${effect}.`].filter(Boolean).join("\n"))}`,
      `CATEGORIES:${day.isTrading ? "SHORT DAY" : "HOLIDAY"}`, "TRANSP:TRANSPARENT", "END:VEVENT");
  }
  return [...lines, "END:VCALENDAR"].map(folded).join("");
}
