// The rules of tick sizes.

/** Returns the ranges of rules such as `0.01 20; 0.02 50; 0.05`: `[{ step, to }]`, the last without an end. */
export function ranges(rules) {
  return rules.split(";").map((part) => part.trim().split(/\s+/).map(Number)).filter(([step]) => Number.isFinite(step))
    .map(([step, to]) => ({ step, to }));
}

/** Returns a number without an exponent and without separators of thousands. */
export const plain = (number) => number.toLocaleString("en-US", { maximumFractionDigits: 12, useGrouping: false });
