// CFI codes in words, by ISO 10962:2021: the category and group, then the attributes that best distinguish instruments.

const groups = {
  ES: "Common share", EP: "Preferred share", EC: "Convertible share", EF: "Preferred convertible share", EL: "Limited partnership unit",
  ED: "Depositary receipt", EY: "Structured instrument", EM: "Equity",
  CI: "Investment fund", CH: "Hedge fund", CB: "Real estate investment trust", CE: "Exchange-traded fund", CS: "Pension fund", CF: "Fund of funds",
  CP: "Private equity fund", CM: "Fund",
  DB: "Bond", DC: "Convertible bond", DW: "Bond with warrants", DT: "Medium-term note", DY: "Money market instrument", DA: "Asset-backed security",
  DN: "Municipal bond", DD: "Depositary receipt on debt", DE: "Structured instrument with protection", DG: "Mortgage-backed security",
  DS: "Structured instrument", DM: "Debt",
  FF: "Financial future", FC: "Commodity future", OC: "Call option", OP: "Put option", OM: "Option",
  RA: "Allotment right", RS: "Subscription right", RP: "Purchase right", RW: "Warrant", RF: "Mini-future certificate", RD: "Depositary receipt on rights",
  TC: "Currency", TT: "Commodity", TR: "Interest rate", TI: "Index", TB: "Basket", TD: "Stock dividend",
  IF: "Spot currency", IT: "Spot commodity", MC: "Combined instrument", KM: "Strategy",
};
const underlyings = {
  S: "on shares", I: "on an index", D: "on debt", C: "on a currency", T: "on a commodity", F: "on a future", O: "on options", B: "on a basket",
  N: "on an interest rate", W: "on a swap", V: "on a dividend",
};
const commodities = { E: "of raw materials", A: "of agriculture", I: "of industry", S: "of services", N: "of the environment", P: "of plastics", H: "of energy" };
const delivery = { P: "physical delivery", C: "cash settlement", N: "no delivery", E: "delivery by choice" };
const exercises = { A: "American", E: "European", B: "Bermudan" };
const standard = { S: "standardized", N: "not standardized" };

/** Returns the exercise style of an option's code: `American`; undefined for other codes. */
export const exerciseOf = (cfi) => cfi?.[0] === "O" ? exercises[cfi[2]] : undefined;

/** Returns a code in words: `Call option, American, on shares, physical delivery, standardized`. Unknown letters are left out. */
export function cfiWords(cfi) {
  const attributes = {
    O: () => [exercises[cfi[2]], underlyings[cfi[3]], delivery[cfi[4]], standard[cfi[5]]],
    F: () => [(cfi[1] === "C" ? commodities : underlyings)[cfi[2]], delivery[cfi[3]], standard[cfi[4]]],
    E: () => [{ V: "voting", N: "not voting", R: "restricted voting", E: "enhanced voting" }[cfi[2]], { B: "bearer", R: "registered", N: "bearer or registered" }[cfi[5]]],
    D: () => [{ F: "fixed rate", Z: "zero coupon", V: "variable rate", C: "payment in kind" }[cfi[2]]],
  }[cfi[0]]?.() ?? [];
  return groups[cfi.slice(0, 2)] ? [groups[cfi.slice(0, 2)], ...attributes].filter(Boolean).join(", ") : "";
}
