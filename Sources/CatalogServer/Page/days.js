// The days of a schedule around today, as heads, previews and the world clock need them.

import { ask, inPath } from "./api.js";
import { plusDays } from "./time.js";

/** How many days ahead the head of an instrument looks for holidays. */
const ahead = 120;

/** The days from yesterday on, with their names; or the problem that there is. */
export function daysAhead(symbol, venue, signal, count = ahead) {
  const today = new Date().toISOString().slice(0, 10);
  return ask(`/v1/schedules/${inPath(symbol)}/days`, {
    venue, from: plusDays(today, -2), to: plusDays(today, count), explain: "true",
  }, signal).catch((problem) => problem);
}
