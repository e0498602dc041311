// The names of instrument types.

const plurals = { INDEX: "indices", CRYPTO: "crypto", FOREX: "forex", OTHER: "other", CURRENCY: "currencies" };

/** Returns `STOCK` as `Stock`. Types of up to three letters are abbreviations: ETF, CFD. */
export function typeName(type) {
  if (!type || type.length <= 3) return type ?? "";
  return type.toLowerCase().replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
}

/** Returns a count such as `309 stocks` or `1 warrant`. */
export function typeCount(type, count) {
  const one = type.length <= 3 ? type : type.toLowerCase().replaceAll("_", " ");
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : plurals[type] ?? one + "s"}`;
}
