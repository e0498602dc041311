// The types of instruments as people write them.

const plurals = { INDEX: "indices", CRYPTO: "crypto", FOREX: "forex", OTHER: "other", CURRENCY: "currencies" };

/** `STOCK` as `Stock`. Three letters are an abbreviation: ETF, CFD. */
export function typeName(type) {
  if (!type || type.length <= 3) return type ?? "";
  return type.toLowerCase().replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
}

/** `309 stocks`, `1 warrant`. */
export function typeCount(type, count) {
  const one = type.length <= 3 ? type : type.toLowerCase().replaceAll("_", " ");
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : plurals[type] ?? one + "s"}`;
}
