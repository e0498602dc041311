// The days of a schedule around today, for instruments, previews and the world clock.

import { ask, inPath } from "./api.js";
import { plusDays } from "./time.js";

/** The number of days from today whose holidays the head of an instrument shows. */
const ahead = 120;

/** Requests days from yesterday on, with their names. If the request fails, returns the problem. */
export function daysAhead(symbol, venue, signal, count = ahead) {
  const today = new Date().toISOString().slice(0, 10);
  return ask(`/v1/schedules/${inPath(symbol)}/days`, {
    venue, from: plusDays(today, -2), to: plusDays(today, count), explain: "true",
  }, signal).catch((problem) => problem);
}
