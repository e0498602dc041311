// The option chain of an underlying or a product: calls and puts by strike, one expiration at a time. Only visible rows
// are created, so that thousands of strikes scroll quickly.

import { ask, inPath } from "./api.js";
import { h, problemView, section } from "./dom.js";
import { instrumentLink, setParameters } from "./route.js";
import { evenly } from "./ticks.js";
import { awayText, dateText, daysBetween, monthText, plusDays } from "./time.js";
import { texts } from "./texts.js";

/** The height of a row in CSS pixels, as in style.css. */
const rowHeight = 34;
const spare = 8;

/** Returns the size of the chain and the middle strike of its next expiration; undefined if there are no options. */
export async function chainSummary(symbol, signal) {
  const path = `/v1/chains/${inPath(symbol)}`;
  try {
    const summary = await ask(path, { summary: "true" }, signal);
    if (!summary.series.length) return undefined;
    const today = new Date().toISOString().slice(0, 10);
    const dates = [...new Set(summary.series.map((one) => one.expiration))].sort();
    const first = dates.find((date) => date >= today) ?? dates.at(-1);
    const answer = await ask(path, { expiration: first }, signal);
    const strikes = answer.series.flatMap((one) => one.strikes).map((one) => one.strike).sort((a, b) => a - b);
    return { ...summary, dates, first, opened: answer, middle: strikes[Math.floor(strikes.length / 2)] };
  } catch { return undefined; }
}

/**
 * Returns the kind of an expiration: by the style of its options, otherwise by its date. Monthly options expire on the
 * third Friday, or on the Thursday before it if that Friday is a holiday. Quarterly options expire on the last weekday
 * of a quarter.
 */
export function kindOf(date, dates, series = []) {
  const style = series.map((one) => one.style ?? "").join(" ");
  if (/week/i.test(style)) return texts.chain.kinds.weekly;
  if (/quarter/i.test(style)) return texts.chain.kinds.quarterly;
  const weekday = new Date(date + "T00:00:00Z").getUTCDay();
  if (weekday === 0 || weekday === 6) return "";
  const day = Number(date.slice(8));
  if (weekday === 5 && day >= 15 && day <= 21) return texts.chain.kinds.monthly;
  if (weekday === 4 && day >= 14 && day <= 20 && !dates.includes(plusDays(date, 1))) return texts.chain.kinds.monthly;
  const isLast = plusDays(date, weekday === 5 ? 3 : 1).slice(0, 7) !== date.slice(0, 7);
  if (isLast) return Number(date.slice(5, 7)) % 3 ? texts.chain.kinds.monthEnd : texts.chain.kinds.quarterly;
  return texts.chain.kinds.weekly;
}

export function chainSection(symbol, summary, parameters, signal) {
  const path = `/v1/chains/${inPath(symbol)}`;
  const today = new Date().toISOString().slice(0, 10);
  let chosen = summary.dates.includes(parameters.get("expiration")) ? parameters.get("expiration") : summary.first;
  const around = h("input", { id: "chain-around", type: "text", inputmode: "decimal", size: "8", autocomplete: "off", value: parameters.get("around") ?? "" });
  const tables = h("div", { class: "chaintables", id: "chain-panel", role: "tabpanel" });
  const tabs = summary.dates.map((date) => {
    const kind = kindOf(date, summary.dates, summary.series.filter((one) => one.expiration === date));
    return h("button", {
      type: "button", role: "tab", id: `chain-${date}`, "data-date": date, "aria-controls": "chain-panel", onclick: () => choose(date),
    }, h("span", {}, dateText(date)), h("small", {}, `${kind ? kind + ", " : ""}${awayText(daysBetween(today, date))}`));
  });
  const months = [...new Set(summary.dates.map((date) => date.slice(0, 7)))].map((month) => [
    h("span", { class: "monthname", role: "presentation" }, monthText(month)), tabs.filter((tab) => tab.dataset.date.startsWith(month))]);
  const list = h("div", {
    class: "expirations", role: "tablist", "aria-label": texts.chain.expirations, onkeydown: (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -tabs.length, End: tabs.length }[event.key];
      if (!step) return;
      event.preventDefault();
      const place = Math.max(0, Math.min(tabs.length - 1, summary.dates.indexOf(chosen) + step));
      choose(summary.dates[place]);
      tabs[place].focus();
    },
  }, months);

  function choose(date) {
    chosen = date;
    setParameters({ expiration: date });
    load();
  }

  async function load() {
    for (const tab of tabs) {
      const isChosen = tab.dataset.date === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      if (isChosen) {
        tables.setAttribute("aria-labelledby", tab.id);
        list.scrollLeft = Math.max(0, tab.offsetLeft - 60);
        list.scrollTop = Math.max(0, tab.offsetTop - 60);
      }
    }
    const date = chosen;
    try {
      const answer = date === summary.first ? summary.opened : await ask(path, { expiration: date }, signal);
      if (signal.aborted || date !== chosen) return;
      const text = around.value.trim().replace(",", ".");
      const price = text && Number.isFinite(Number(text)) ? Number(text) : undefined;
      const made = answer.series.map((series) => seriesTable(series, price));
      tables.replaceChildren(...made.map((one) => one.node));
      for (const one of made) one.show();
    } catch (problem) {
      if (!signal.aborted) tables.replaceChildren(problemView(problem, instrumentLink));
    }
  }
  around.addEventListener("change", () => { setParameters({ around: around.value.trim() }); load(); });
  // Load after the table is in the page, because only then can it scroll to the middle strike.
  setTimeout(load);
  return section(texts.chain.title, "chain",
    h("p", { class: "dim" }, `${texts.chain.about(summary.options, summary.dates.length)}${roles(summary)}`),
    h("div", { class: "chainsides" }, list, h("div", {},
      h("div", { class: "bar" }, h("label", { for: "chain-around" }, texts.chain.around), around,
        h("span", { class: "dim keys" }, texts.chain.keys)),
      tables)));
}

/** Returns a text about how the options were found; empty if they were found only by their underlying. */
function roles(chain) {
  if (!chain.product) return "";
  return chain.underlying ? texts.chain.byBoth : texts.chain.byProduct;
}

/** Returns the rows of a strike; there are several if it has several calls or puts. */
function lines(strike) {
  const calls = strike.calls ?? [strike.call], puts = strike.puts ?? [strike.put];
  return Array.from({ length: Math.max(calls.length, puts.length) }, (_, line) => ({ call: calls[line], strike: strike.strike, put: puts[line] }));
}

/** Creates the table of a series, which marks the strike nearest to `price`; without a price, the middle strike. */
function seriesTable(series, price) {
  const rows = series.strikes.flatMap(lines);
  const strikes = evenly(rows.map((one) => one.strike));
  const middle = price ?? series.strikes[Math.floor(series.strikes.length / 2)]?.strike;
  const nearest = rows.reduce((best, one) => Math.abs(one.strike - middle) < Math.abs(best - middle) ? one.strike : best, Infinity);
  const here = rows.findIndex((one) => one.strike === nearest);
  const about = [texts.chain.strikes(series.strikes.length), series.multiplier && series.multiplier !== 1 ? `× ${series.multiplier}` : "",
    series.style, series.settlement ? texts.chain.settled(series.settlement.toLowerCase()) : ""].filter(Boolean).join(" · ");
  const body = h("tbody", {});
  const box = h("div", { class: "scroll tall", tabindex: "-1" }, h("table", { class: "chain", "aria-rowcount": rows.length + 1 },
    h("caption", {}, about),
    h("thead", {}, h("tr", { "aria-rowindex": 1 }, texts.chain.columns.map((text) => h("th", { scope: "col" }, text)))), body));
  let first = -1, last = -1;
  /** The row and the side (call or put) that the Tab key focuses. */
  let focus = { row: Math.max(here, 0), side: rows[here]?.call ? "call" : "put" };

  const cell = (row, side) => {
    const symbol = rows[row][side];
    return h("td", {}, symbol ? h("a", {
      href: instrumentLink(symbol), "data-row": row, "data-side": side, tabindex: focus.row === row && focus.side === side ? "0" : "-1",
    }, symbol) : texts.noValue);
  };
  const gap = (count) => count > 0 ? h("tr", { class: "gap", "aria-hidden": "true" }, h("td", { colspan: 3, style: { height: `${count * rowHeight}px` } })) : null;

  function draw(isForced) {
    const from = Math.max(0, Math.floor(box.scrollTop / rowHeight) - spare);
    const to = Math.min(rows.length, Math.ceil((box.scrollTop + (box.clientHeight || 420)) / rowHeight) + spare);
    if (!isForced && from === first && to === last) return;
    const held = body.contains(document.activeElement) ? document.activeElement.dataset : undefined;
    const kept = held && { row: Number(held.row), side: held.side };
    [first, last] = [from, to];
    body.replaceChildren(...[gap(from), ...rows.slice(from, to).map((one, place) => {
      const row = from + place;
      return h("tr", { class: row === here ? "here" : null, "aria-rowindex": row + 2 },
        cell(row, "call"), h("th", { scope: "row", class: "number" }, strikes[row]), cell(row, "put"));
    }), gap(rows.length - to)].filter(Boolean));
    if (kept) body.querySelector(`[data-row="${kept.row}"][data-side="${kept.side}"]`)?.focus({ preventScroll: true });
  }

  function move(row, side) {
    row = Math.max(0, Math.min(rows.length - 1, row));
    if (!rows[row][side]) side = rows[row].call ? "call" : "put";
    focus = { row, side };
    const head = rowHeight;
    if (row * rowHeight < box.scrollTop) box.scrollTop = row * rowHeight;
    else if ((row + 1) * rowHeight + head * 2 > box.scrollTop + box.clientHeight) box.scrollTop = (row + 1) * rowHeight + head * 2 - box.clientHeight;
    draw(true);
    body.querySelector(`[data-row="${row}"][data-side="${side}"]`)?.focus({ preventScroll: true });
  }

  box.addEventListener("scroll", () => draw(false), { passive: true });
  box.addEventListener("keydown", (event) => {
    const at = event.target.dataset;
    if (at.row === undefined) return;
    const page = Math.floor(box.clientHeight / rowHeight) - 1;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -rows.length, End: rows.length }[event.key];
    if (step) move(Number(at.row) + step, at.side);
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") move(Number(at.row), event.key === "ArrowLeft" ? "call" : "put");
    else return;
    event.preventDefault();
  });
  return {
    node: box,
    show() {
      // Draw first, because the box can only scroll when the spacers exist.
      draw(true);
      box.scrollTop = Math.max(0, (here - 5) * rowHeight);
      draw(true);
    },
  };
}
