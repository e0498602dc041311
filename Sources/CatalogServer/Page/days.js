// The days of a schedule around today, for instruments, previews and the world clock.

import { ask, inPath } from "./api.js";
import { plusDays } from "./time.js";

/** The header of an instrument's page shows the holidays of this number of days from today. */
const ahead = 120;

/** Requests the days from yesterday on, with their names; returns the problem if the request fails. */
export function daysAhead(symbol, venue, signal, count = ahead) {
  const today = new Date().toISOString().slice(0, 10);
  return ask(`/v1/schedules/${inPath(symbol)}/days`, {
    venue, from: plusDays(today, -2), to: plusDays(today, count), explain: "true",
  }, signal).catch((problem) => problem);
}
