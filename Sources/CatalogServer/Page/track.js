// Pictures of hours: a track is an interval of time from left to right, with a bar for each session.

import { h } from "./dom.js";
import { sessionName } from "./market.js";
import { clock, dateText } from "./time.js";

const share = (part) => `${(part * 100).toFixed(3)}%`;

/**
 * Creates a bar between two fractions of the track, 0 to 1. `type` is the type of its session. `lane` is its position
 * among several markets.
 */
export function bar(from, to, type, title, lane) {
  return h("span", {
    class: `session ${type}${lane === undefined ? "" : ` lane-${lane}`}`, title,
    style: { left: share(from), width: share(Math.max(0.002, to - from)) },
  });
}

/** Creates a mark at a fraction of the track. */
export function mark(part, kind, title) { return h("span", { class: kind, title, style: { left: share(part) } }); }

/** Creates a track with its bars and marks. */
export function track(...children) { return h("span", { class: "track" }, children); }

/** Creates the bars of one date from pieces of sessions, in seconds after midnight. */
export function dayBars(pieces, date, lane, label) {
  return pieces.filter((one) => one.date === date).map((one) => bar(one.from / 86_400, one.to / 86_400, one.type,
    `${label ? label + ": " : ""}${sessionName(one.type)} ${clock(one.from)}–${clock(one.to)}, ${dateText(date)}`, lane));
}

/** Creates the labels above a track, one every four hours. A narrow track hides every second label. */
export function axis(first = 0) {
  return h("span", { class: "axis" }, [...Array(7).keys()].map((place) => {
    const hour = (first + place * 4) % 24;
    return h("span", { class: place % 2 ? "minor" : null, style: { left: share(place / 6) } }, place === 6 && first === 0 ? "24" : String(hour).padStart(2, "0"));
  }));
}

/** Creates the legend of the colors. */
export function legend(types = ["PRE_MARKET", "REGULAR", "AFTER_MARKET"]) {
  return h("ul", { class: "legend" }, types.map((type) => h("li", { class: type }, sessionName(type))));
}
