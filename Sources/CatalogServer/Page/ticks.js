// The rules of tick sizes.

import { texts } from "./texts.js";

/** Returns the ranges of rules such as `0.01 20; 0.02 50; 0.05`: `[{ step, to }]`. The last range has no `to`. */
export function ranges(rules) {
  return rules.split(";").map((part) => part.trim().split(/\s+/).map(Number)).filter(([step]) => Number.isFinite(step))
    .map(([step, to]) => ({ step, to }));
}

/** Returns numbers as texts with the same count of decimals, which suffices for all of them. */
export function evenly(numbers) {
  const decimals = Math.max(0, ...numbers.map((number) => plain(number).split(".")[1]?.length ?? 0));
  return numbers.map((number) => number.toFixed(decimals));
}

/** Returns values of a study as texts with the same decimals: enough for five digits of the largest value. */
export function valueTexts(values) {
  const largest = Math.max(0, ...values.filter(Number.isFinite).map(Math.abs));
  const decimals = Math.min(8, Math.max(0, 4 - (largest ? Math.floor(Math.log10(largest)) : 0)));
  return values.map((value) => (Number.isFinite(value) ? value.toLocaleString("en-GB", { minimumFractionDigits: decimals, maximumFractionDigits: decimals }) : texts.noValue));
}

/** Returns a number without an exponent and without separators of thousands. */
export const plain = (number) => number.toLocaleString("en-US", { maximumFractionDigits: 12, useGrouping: false });
