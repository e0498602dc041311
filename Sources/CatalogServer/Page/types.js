// The names of instrument types, and the tabs of the search.

import { texts } from "./texts.js";

/** Returns `STOCK` as `Stock`. Types of up to three letters are abbreviations: ETF, CFD. */
export function typeName(type) {
  if (!type || type.length <= 3) return type ?? "";
  return type.toLowerCase().replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
}

/** Returns a count such as `309 stocks` or `1 warrant`. */
export function typeCount(type, count) {
  const one = type.length <= 3 ? type : type.toLowerCase().replaceAll("_", " ");
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : texts.types.plurals[type] ?? one + "s"}`;
}

/** The tab that finds exchanges instead of instruments; it is not a TYPE. */
export const venueTab = "EXCHANGE";

/** The tabs of the search. */
export const searchTabs = [
  [texts.types.all], [texts.types.stocks, "STOCK"], [texts.types.funds, "ETF", "MUTUAL_FUND", "MONEY_MARKET_FUND"], [texts.types.indices, "INDEX"],
  [texts.types.futures, "FUTURE", "PRODUCT", "SPREAD"], [texts.types.options, "OPTION"], [texts.types.forex, "FOREX", "CURRENCY"], [texts.types.crypto, "CRYPTO"],
  [texts.types.bonds, "BOND"], [texts.types.exchanges, venueTab],
].map(([name, ...types]) => ({ name, types }));

/** Returns the tab of exactly these types; undefined if there is none. */
export function tabOf(types) {
  return searchTabs.find((tab) => tab.types.length === types.length && tab.types.every((one) => types.includes(one)));
}
