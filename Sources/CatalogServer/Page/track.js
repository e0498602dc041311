// Pictures of hours: a track is a stretch of time from left to right, with a bar for each session.

import { h } from "./dom.js";
import { sessionName } from "./market.js";
import { clock, dateText } from "./time.js";

const share = (part) => `${(part * 100).toFixed(3)}%`;

/** A bar from one part of the track to another, 0 to 1; `type` is that of its session, `lane` its place among several markets. */
export function bar(from, to, type, title, lane) {
  return h("span", {
    class: `session ${type}${lane === undefined ? "" : ` lane-${lane}`}`, title,
    style: { left: share(from), width: share(Math.max(0.002, to - from)) },
  });
}

/** A mark at a part of the track. */
export function mark(part, kind, title) { return h("span", { class: kind, title, style: { left: share(part) } }); }

/** A track with what is on it. */
export function track(...children) { return h("span", { class: "track" }, children); }

/** The bars of one date: pieces of sessions, in seconds after midnight. */
export function dayBars(pieces, date, lane, label) {
  return pieces.filter((one) => one.date === date).map((one) => bar(one.from / 86_400, one.to / 86_400, one.type,
    `${label ? label + ": " : ""}${sessionName(one.type)} ${clock(one.from)}–${clock(one.to)}, ${dateText(date)}`, lane));
}

/** The clock above a track: hours of a day, those between fours left out where it is narrow. */
export function axis(first = 0) {
  return h("span", { class: "axis" }, [...Array(7).keys()].map((place) => {
    const hour = (first + place * 4) % 24;
    return h("span", { class: place % 2 ? "minor" : null, style: { left: share(place / 6) } }, place === 6 && first === 0 ? "24" : String(hour).padStart(2, "0"));
  }));
}

/** What the colours mean. */
export function legend(types = ["PRE_MARKET", "REGULAR", "AFTER_MARKET"]) {
  return h("ul", { class: "legend" }, types.map((type) => h("li", { class: type }, sessionName(type))));
}
