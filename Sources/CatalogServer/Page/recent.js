// The instruments that were opened last. They are stored only in this browser.

const name = "ipf-recent";
const most = 8;

/** Returns `[{ symbol, type, description }]`, latest first; empty if the browser doesn't store anything. */
export function recent() {
  try { return JSON.parse(localStorage.getItem(name) ?? "[]"); } catch { return []; }
}

export function keepRecent(instrument) {
  const others = recent().filter((one) => one.symbol !== instrument.symbol);
  try { localStorage.setItem(name, JSON.stringify([instrument, ...others].slice(0, most))); } catch { /* the storage is full or unavailable */ }
}

export function forgetRecent() {
  try { localStorage.removeItem(name); } catch { /* the storage is unavailable */ }
}
