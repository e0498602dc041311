// The head of an instrument: its names and identifiers, and the facts of its contract.

import { cfiWords, exerciseOf } from "./cfi.js";
import { copyButton, h } from "./dom.js";
import { calendarLink, compareLink, instrumentLink, viewAddress } from "./route.js";
import { countryName, exchange } from "./mics.js";
import { plain, ranges } from "./ticks.js";
import { awayText, dateText, daysBetween } from "./time.js";
import { typeName } from "./types.js";
import { texts } from "./texts.js";

/** Returns the place of listing in words: `Nasdaq, United States`. */
function placeText(fields) {
  const found = exchange(fields.OPOL) ?? (fields.EXCHANGES?.includes(";") ? undefined : exchange(fields.EXCHANGES));
  if (found) return `${found.name}, ${countryName(found.country)}`;
  return fields.OPOL || (fields.COUNTRY ? countryName(fields.COUNTRY) : "");
}

/** Returns an element for a text whose writing direction depends on its letters. */
const name = (text) => h("bdi", {}, text);

export function identity(instrument, fields) {
  return h("div", { class: "identity" },
    h("p", { class: "eyebrow" },
      h("span", { class: "badge", "data-type": instrument.type }, typeName(instrument.type)),
      placeText(fields) ? h("span", {}, placeText(fields)) : null,
      instrument.status ? h("span", { class: "badge gone" }, instrument.status) : null),
    // Lines of a spread's symbol may be broken between its legs.
    h("h1", { class: "symbol" }, instrument.legs ? instrument.symbol.split(/(?=[+-])/).map((leg) => [leg, h("wbr", {})]) : instrument.symbol),
    h("p", { class: "name" }, name(instrument.description || texts.instrument.noDescription),
      fields.LOCAL_DESCRIPTION ? [h("br", {}), h("bdi", { class: "local" }, fields.LOCAL_DESCRIPTION)] : null),
    h("p", { class: "actions" },
      h("a", { class: "button", href: compareLink([instrument.symbol]) }, texts.compareHours),
      instrument.schedule ? h("a", { class: "button", href: calendarLink(instrument.symbol, new Date().getUTCFullYear()) }, texts.calendar) : null,
      h("a", { class: "button", href: `/chart?symbol=${encodeURIComponent(instrument.symbol)}` }, texts.chart),
      copyButton(viewAddress, texts.copy.linkTitle, texts.copy.link)));
}

/**
 * Returns the facts of the contract in a fixed order. `near` are elements about neighboring options: `strike` beside the
 * strike and `right` beside the right.
 */
export function facts(instrument, fields, near = {}) {
  const code = (name, value) => value ? fact(name, h("span", { class: "code" }, value), copyButton(value, texts.copy.code(name, value))) : null;
  const date = (name, value) => value ? fact(name, dateText(value, true), h("span", { class: "dim" }, awayText(daysBetween(new Date().toISOString().slice(0, 10), value)))) : null;
  const link = (name, symbol) => symbol ? fact(name, h("a", { href: instrumentLink(symbol) }, symbol)) : null;
  const words = (name, ...values) => values[0] ? fact(name, ...values) : null;
  const others = (fields.EXCHANGES ?? "").split(";").filter((mic) => mic && mic !== fields.OPOL);
  const right = fields.CFI?.[0] === "O" ? texts.facts.rights[fields.CFI[1]] : undefined;
  const bands = instrument.priceIncrements ? ranges(instrument.priceIncrements) : [];
  const size = Number(fields.MULTIPLIER || 1);
  return h("dl", { class: "facts" },
    words(texts.facts.exchange, exchange(fields.OPOL)?.name ?? fields.OPOL, fields.OPOL && exchange(fields.OPOL) ? h("code", {}, fields.OPOL) : null),
    others.length ? fact(fields.OPOL ? texts.facts.alsoOn : texts.facts.exchanges, others.length > 3
      ? h("details", {}, h("summary", {}, texts.facts.exchangeCount(others.length)), others.map((mic) => exchange(mic)?.name ?? mic).join(", "))
      : others.map((mic) => exchange(mic)?.name ?? mic).join(", ")) : null,
    words(texts.facts.currency, fields.CURRENCY),
    words(texts.tickSize, tickText(bands)),
    bands.length === 1 && size !== 1 ? fact(texts.facts.tickValue, amount(bands[0].step * size, fields.CURRENCY)) : null,
    fields.MULTIPLIER && size !== 1 ? fact(texts.facts.contractSize, `× ${size.toLocaleString("en-GB")}`) : null,
    fields.STRIKE ? fact(texts.facts.strike, String(Number(fields.STRIKE)), near.strike) : null,
    words(texts.facts.right, right, near.right),
    words(texts.facts.exercise, exerciseOf(fields.CFI)),
    fields.INTEREST_RATE ? fact(texts.facts.coupon, `${Number(fields.INTEREST_RATE)} %`) : null,
    date(instrument.type === "BOND" ? texts.facts.matures : texts.facts.expires, fields.EXPIRATION),
    fields.LAST_TRADE !== fields.EXPIRATION ? date(texts.facts.lastTrade, fields.LAST_TRADE) : null,
    words(texts.facts.settlement, settlementText(fields)),
    instrument.legs ? fact(texts.facts.legs, h("ul", { class: "legs" }, instrument.legs.map(legView))) : null,
    link(texts.facts.underlying, fields.UNDERLYING), link(texts.facts.product, fields.PRODUCT),
    code("ISIN", fields.ISIN), code("CUSIP", fields.CUSIP), code("SEDOL", fields.SEDOL), code(texts.facts.localSymbol, fields.LOCAL_SYMBOL),
    fields.CFI ? words("CFI", cfiWords(fields.CFI), h("code", {}, fields.CFI)) : null);
}

/** Returns the view of a spread's leg: `+2 × AAPL at 285.5`. */
function legView({ ratio, symbol, price }) {
  return h("li", {}, texts.facts.ratio(ratio), " ", h("a", { href: instrumentLink(symbol) }, symbol), price === undefined ? null : texts.facts.legPrice(plain(price)));
}

/** Returns the tick size in words. The part Tick size shows all price ranges if there are more than two. */
function tickText(bands) {
  if (!bands.length) return "";
  const first = plain(bands[0].step);
  if (bands.length === 1) return first + fraction(bands[0].step);
  return bands.length === 2 ? texts.facts.twoTicks(first, plain(bands[0].to), plain(bands[1].step)) : texts.facts.manyTicks(first, plain(bands.at(-1).step));
}

/** Returns ` (1/32)` for the tick sizes of bonds and grains, which are fractions of two. */
function fraction(step) {
  const parts = 1 / step;
  return parts >= 8 && Number.isInteger(Math.log2(parts)) ? ` (1/${parts})` : "";
}

const amount = (value, currency) => [plain(Number(value.toPrecision(12))), currency].filter(Boolean).join(" ");

/** Returns how an option or future settles: `Physical, at the close`. */
function settlementText(fields) {
  const letter = { O: fields.CFI?.[4], F: fields.CFI?.[3] }[fields.CFI?.[0]];
  const how = texts.facts.settlements[letter];
  const when = fields.SETTLEMENT_STYLE ? texts.facts.settledAt(fields.SETTLEMENT_STYLE.toLowerCase()) : "";
  return [how, when].filter(Boolean).join(", ").replace(/^./, (first) => first.toUpperCase());
}

function fact(name, ...values) { return h("div", {}, h("dt", {}, name), h("dd", {}, values)); }
