// The page `/chart`: bars of the chart feed, sessions of the schedule, and the stored chart settings, which the page
// can change.
import { ask, inPath, Problem, send } from "./api.js";
import { queue } from "./charts.js";
import { chartPicture } from "./chartpicture.js";
import { h, problemView, s } from "./dom.js";
import { exchange } from "./mics.js";
import { onThemeChange, pageTheme } from "./theme.js";
import { clockText, dateText, viewerZone, wallClock } from "./time.js";
import { texts } from "./texts.js";

const element = (id) => document.getElementById(id);
const place = element("picture");
const aggregations = { 1: "1m", 3: "3m", 5: "5m", 15: "15m", 30: "30m", 45: "45m", 60: "1h", 120: "2h", 180: "3h", 240: "4h", "1D": "1d", "1W": "1w", "1M": "1mo", "3M": "3mo" };
/** The ranges of the buttons: a resolution, and the number of days that the chart then shows. */
const ranges = { "1D": ["5", 1], "5D": ["30", 5], "1M": ["1D", 31], "6M": ["1D", 184], "1Y": ["1D", 366], "5Y": ["1W", 1830], All: ["1M", Infinity] };
const sessionText = (type) => texts.sessions[type]?.toLowerCase() ?? "";
/** The number of bars per request. */
const piece = 400;
const leastBars = 20;
const mostBars = 400;

const fields = [element("symbol"), element("resolution")];
let number = 0;
let state = null;
let drawn = null;

// The fields of the chart are in the address, so that the chart can be bookmarked and shared.
const rememberAddress = () => history.replaceState(null, "", `?${new URLSearchParams(fields.map((one) => [one.name, one.value.trim()]))}`);
for (const field of fields) {
  field.value = new URLSearchParams(location.search).get(field.name) ?? field.value;
  field.addEventListener("change", () => {
    rememberAddress();
    load();
  });
}
element("subject-form").addEventListener("submit", (event) => event.preventDefault());

const showProblem = (problem) => element("problem").replaceChildren(...(problem ? [problemView(problem, (symbol) => `?symbol=${encodeURIComponent(symbol)}`)] : []));

const isIntraday = (resolution) => /^\d+$/.test(resolution);

/** Requests a route of the feed, which reports errors with status 200. */
async function feed(path, parameters) {
  const answer = await ask(path, parameters);
  if (answer.s === "error") {
    const unknown = answer.errmsg.startsWith("unknown_symbol ") ? answer.errmsg.slice(15) : "";
    // Request the instrument as well, because that route answers an unknown symbol with suggestions.
    if (unknown) await ask(`/v1/instruments/${inPath(unknown)}`);
    throw new Problem(answer.errmsg, 404);
  }
  return answer;
}

/** Returns the stored settings for this instrument and these bars, in the form that the picture needs. */
function style(answer) {
  const items = new Map(answer.sections.flatMap((part) => part.items).map((item) => [item.content, item]));
  const flags = {};
  for (const [name, item] of items) if (item.control.kind === "toggle") flags[name] = item.value === "true";
  return { items, flags, type: items.get("candleStyle").value, scaleType: items.get("scaleType").value, timezone: items.get("timezone").value, colors: answer.preview.colors, watermark: answer.preview.watermark };
}

const settingsParameters = () => ({ symbol: state.symbol, aggregation: aggregations[state.resolution], theme: pageTheme() });

/** Returns the last `piece` bars before a time, in order. */
async function barsBefore(to) {
  const answer = await feed("/udf/history", { symbol: state.symbol, resolution: state.resolution, to, countback: piece, session: session(state) });
  return (answer.t ?? []).map((time, index) => ({
    time: time * 1000, open: answer.o[index], high: answer.h[index], low: answer.l[index], close: answer.c[index], volume: answer.v?.[index],
  }));
}

/** Sets the session of each intraday bar. For an instrument without trading hours, sets none. */
async function tellSessions(bars) {
  if (!isIntraday(state.resolution) || !bars.length) return;
  const length = Number(state.resolution) * 60_000;
  let answer;
  try {
    const day = (time) => new Date(time).toISOString().slice(0, 10);
    answer = await ask(`/v1/schedules/${inPath(state.symbol)}/days`, { from: day(bars[0].time - 86_400_000), to: day(bars.at(-1).time + 86_400_000) });
  } catch { return; }
  const sessions = answer.days.flatMap((one) => one.sessions.map((session) => ({ ...session, date: one.date }))).filter((one) => one.type !== "NO_TRADING")
    .map((one) => ({ type: one.type, date: one.date, start: Date.parse(one.start), end: Date.parse(one.end) })).sort((a, b) => a.start - b.start);
  let next = 0;
  for (const bar of bars) {
    while (next < sessions.length && sessions[next].end <= bar.time) next += 1;
    if (sessions[next]?.start < bar.time + length) bar.session = sessions[next];
  }
}

/** The key in this browser's storage of the uuids of the chosen studies. Without a choice, the favorites are drawn. */
const keptName = "ipf-chart-studies";
let kept = null;
try { kept = JSON.parse(localStorage.getItem(keptName)); } catch { /* the storage is unavailable */ }

const chosenStudies = (own) => own.known.filter((one) => kept?.includes(one.uuid) ?? one.isFavourite);

const session = (own) => (own.style.flags.extendedHours ? "extended" : "regular");

/** Loads the values of the chosen studies for all bars, in one request. */
async function study(own) {
  // Show only the answer to the latest choice.
  const turn = own.turn = (own.turn ?? 0) + 1;
  const chosen = chosenStudies(own);
  own.studies = [];
  if (!chosen.length) return;
  own.draw ??= await import("./chartstudies.js");
  const studies = await own.draw.valuesOf(chosen, own.bars, { symbol: own.symbol, resolution: own.resolution, session: session(own) });
  if (turn === own.turn) own.studies = studies;
}

/** Returns the number of bars in the last `days` days: trading days if `days` is below ten, otherwise calendar days. */
function countSince(bars, days) {
  const dateOf = (bar) => bar.session?.date ?? new Date(bar.time).toISOString().slice(0, 10);
  const dates = [...new Set(bars.map(dateOf))];
  const first = days < 10 ? dates.at(-days) ?? dates[0] : new Date(Math.max(bars[0].time, bars.at(-1).time - days * 86_400_000)).toISOString().slice(0, 10);
  return Math.max(leastBars, bars.filter((bar) => dateOf(bar) >= first).length);
}

/** Loads the chart. If `range` is given, loads enough bars for that range. */
async function load(range) {
  const turn = ++number;
  const [symbol, resolution] = fields.map((field) => field.value.trim());
  for (const link of document.querySelectorAll(".tools a[href^='/studies'], .tools a[href^='/settings']")) link.search = symbol ? `?symbol=${encodeURIComponent(symbol)}` : "";
  if (!symbol) return showStart();
  try {
    const [info, settings, answer] = await Promise.all([
      feed("/udf/symbols", { symbol }), ask("/v1/settings", { symbol, aggregation: aggregations[resolution], theme: pageTheme() }), ask("/v1/studies", { symbol })]);
    if (turn !== number) return;
    const next = { symbol: info.name, resolution, info, style: style(settings), bars: [], studies: [], known: answer.studies.filter((one) => !one.objection), most: answer.mostFavourites, end: 0, visible: state?.visible ?? usualCount(), selected: null, isAll: false };
    state = next;
    const bars = await barsBefore(Math.floor(Date.now() / 1000) + 86_400);
    await tellSessions(bars);
    if (turn !== number) return;
    next.bars = bars;
    next.end = bars.length;
    next.isAll = bars.length < piece;
    next.range = range;
    if (range && bars.length) next.visible = countSince(bars, ranges[range][1]);
    await study(next);
    if (turn !== number) return;
    showProblem(bars.length ? null : new Problem(texts.charts.none(info.name, info.made_up), 0));
    show();
    if (!element("studies-box").hidden) showPicker();
  } catch (problem) {
    if (turn !== number) return;
    showProblem(problem);
    for (const id of ["chart", "table-place", "made-up", "no-hours"]) element(id).hidden = true;
    element("title").textContent = symbol;
    element("name").textContent = "";
  }
}

async function showStart() {
  for (const id of ["chart", "table-place", "made-up", "no-hours"]) element(id).hidden = true;
  element("title").textContent = texts.chart;
  const found = await feed("/udf/search", { limit: 8 }).catch(() => []);
  showProblem(null);
  element("name").replaceChildren(texts.charts.enter);
  element("problem").replaceChildren(h("ul", { class: "examples found-list" }, found.map((one) =>
    h("li", {}, h("a", { href: `?symbol=${encodeURIComponent(one.symbol)}` }, h("strong", {}, one.symbol), h("span", { class: "dim" }, one.description))))));
}

const usualCount = () => Math.max(leastBars, Math.min(160, Math.floor(element("main").clientWidth / 8)));

// MARK: Display

const zone = () => {
  const mode = state.style.timezone;
  return !isIntraday(state.resolution) || mode === "UTC" ? "UTC" : mode === "exchange" ? state.info.timezone : mode === "device" ? viewerZone : mode;
};
/** Returns the number of decimals of the visible prices, but at least two if the price scale has two or more. */
function decimals() {
  const most = Math.round(state.info.fractional ? Math.log2(state.info.pricescale) : Math.log10(state.info.pricescale));
  const prices = visibleBars().flatMap((bar) => [bar.open, bar.high, bar.low, bar.close]);
  let count = Math.min(2, most);
  while (count < most && prices.some((price) => Math.abs(price - price.toFixed(count)) > 1e-9)) count += 1;
  return count;
}
const priceText = (price) => price.toFixed(decimals());
const volumeText = (volume) => volume.toLocaleString("en-GB");

function timeText(bar) {
  const date = dateText(wallClock(bar.time, zone()).date, true);
  return isIntraday(state.resolution) ? `${date}, ${clockText(bar.time, zone())}` : date;
}

const visibleBars = () => state.bars.slice(Math.max(0, state.end - state.visible), state.end);
const visibleStudies = () => (state.draw ? state.draw.part(state.studies, Math.max(0, state.end - state.visible), state.end) : []);

function label(bars) {
  const high = Math.max(...bars.map((bar) => bar.high));
  const low = Math.min(...bars.map((bar) => bar.low));
  const what = texts.charts.bars(bars.length, state.symbol, state.info.made_up);
  return texts.charts.summary(what, timeText(bars[0]), timeText(bars.at(-1)), priceText(bars[0].open), priceText(bars.at(-1).close), priceText(high), priceText(low));
}

function show() {
  const bars = visibleBars();
  const { info } = state;
  document.title = texts.charts.title(state.symbol);
  element("title").textContent = state.symbol;
  element("name").textContent = [info.description, exchange(info.exchange)?.name ?? info.exchange, info.currency_code].filter(Boolean).join(" · ");
  element("made-up").hidden = !info.made_up;
  element("no-hours").hidden = !info.hours_missing;
  element("chart").hidden = !bars.length;
  element("table-place").hidden = !bars.length;
  for (const option of element("resolution").options) option.disabled = !info.supported_resolutions.includes(option.value);
  showTools();
  if (bars.length) draw(bars);
}

function showTools() {
  const { items } = state.style;
  const type = items.get("candleStyle");
  element("type").replaceChildren(...type.control.options.map((option) => h("option", { value: option.id, selected: option.id === type.value }, option.title)));
  for (const name of ["extendedHours", "sessionBreaks"]) {
    const item = items.get(name);
    const box = element(name);
    box.checked = item.value === "true";
    box.disabled = !item.isEnabled || !isIntraday(state.resolution);
    box.parentElement.title = item.reason || (isIntraday(state.resolution) ? "" : texts.charts.regularOnly);
  }
  element("studies-button").textContent = texts.charts.studies(state.studies.length);
  const { symbol, aggregation } = settingsParameters();
  element("settings").search = `?${new URLSearchParams({ symbol, aggregation })}`;
  for (const button of element("ranges").children) button.setAttribute("aria-pressed", String(button.dataset.range === state.range));
  element("later").disabled = element("latest").disabled = state.end >= state.bars.length;
  element("earlier").disabled = state.isAll && state.end <= state.visible;
}

/** The colors of a printed chart, which always has a white background. */
const paper = { background: "#ffffff", grid: "#d8dbd5", text: "#15202b", crosshair: "#56626f", watermark: "#e3e3dc" };
let isOnPaper = false;

for (const [kind, isPrinting] of [["beforeprint", true], ["afterprint", false]]) {
  addEventListener(kind, () => {
    isOnPaper = isPrinting;
    if (state?.bars.length) show();
  });
}

function draw(bars) {
  const { info } = state;
  const style = { ...state.style, colors: { ...state.style.colors, ...(isOnPaper ? paper : {}) } };
  const studies = visibleStudies();
  const over = studies.filter((one) => one.isOverlay);
  drawn = chartPicture({
    over: (x, y, base) => state.draw?.overlay(over, x, y, base),
    alsoFit: style.flags.fitIndicators ? over.flatMap((one) => one.lines.flatMap((line) => line.values)) : [],
    bars, type: style.type, scaleType: style.scaleType, flags: style.flags, colors: style.colors, watermark: style.watermark, zone: zone(),
    isIntraday: isIntraday(state.resolution), resolution: state.resolution, decimals: decimals(), isMadeUp: Boolean(info.made_up), label: label(bars),
    width: Math.max(280, place.clientWidth), height: Math.max(240, place.clientHeight),
  });
  drawn.studies = studies;
  place.replaceChildren(drawn.svg);
  element("panes").replaceChildren(...studies.filter((one) => !one.isOverlay).map((one) =>
    state.draw.pane(one, { x: drawn.x, width: Math.max(280, place.clientWidth), plotWidth: drawn.plotWidth, colors: style.colors })));
  const kinds = new Set(bars.map((bar) => bar.session?.type));
  const shades = [["PRE_MARKET", "preMarket"], ["AFTER_MARKET", "afterMarket"]].filter(([kind]) => kinds.has(kind));
  element("legend").hidden = !shades.length;
  element("legend").replaceChildren(...shades.map(([kind, part]) => h("li", {},
    s("svg", { viewBox: "0 0 14 11", "aria-hidden": "true" }, s("rect", { width: 14, height: 11, fill: style.colors.background }), s("rect", { width: 14, height: 11, fill: style.colors[part] })), texts.sessions[kind])));
  select(state.selected !== null && state.selected < bars.length ? state.selected : null);
  const columns = [
    ...(bars.some((bar) => bar.session) ? [{ name: texts.charts.session, kind: "word", text: (index) => sessionText(bars[index].session?.type) }] : []),
    ...(state.draw?.columns(studies) ?? [])];
  element("table").replaceChildren(h("table", {},
    h("caption", { class: "visually-hidden" }, label(bars)),
    h("thead", {}, h("tr", {}, texts.charts.columns.map((name) => h("th", { scope: "col" }, name)), columns.map((one) => h("th", { scope: "col", class: one.kind }, one.name)))),
    h("tbody", {}, bars.map((bar, index) => h("tr", {},
      h("th", { scope: "row", class: "number" }, timeText(bar)), [bar.open, bar.high, bar.low, bar.close].map((price) => h("td", { class: "number" }, priceText(price))),
      h("td", { class: "number" }, bar.volume === undefined ? texts.noValue : volumeText(bar.volume)), columns.map((one) => h("td", { class: one.kind ?? "number" }, one.text(index))))).reverse()),
  ));
}

/** Selects a bar and shows its values; by default the last bar. */
function select(index) {
  const bars = visibleBars();
  state.selected = index;
  drawn.mark(index);
  element("study-values").hidden = !drawn.studies.length;
  element("study-values").replaceChildren(...(state.draw?.values(drawn.studies, index ?? visibleBars().length - 1) ?? []));
  const bar = bars[index ?? bars.length - 1];
  const before = state.bars[state.bars.indexOf(bar) - 1];
  const change = before ? bar.close - before.close : bar.close - bar.open;
  const percent = (change / (bar.close - change)) * 100;
  const part = (name, value) => h("span", {}, h("b", {}, name), value);
  element("readout").replaceChildren(
    h("span", {}, timeText(bar)), part(texts.charts.values.open, priceText(bar.open)), part(texts.charts.values.high, priceText(bar.high)), part(texts.charts.values.low, priceText(bar.low)), part(texts.charts.values.close, priceText(bar.close)),
    h("span", { class: change < 0 ? "down" : "up" }, `${change < 0 ? "−" : "+"}${priceText(Math.abs(change))} (${change < 0 ? "−" : "+"}${Math.abs(percent).toFixed(2)}%)`),
    bar.volume === undefined ? "" : part(texts.charts.values.volume, volumeText(bar.volume)), bar.session && bar.session.type !== "REGULAR" ? h("span", { class: "dim" }, sessionText(bar.session.type)) : "");
}

// MARK: Moving and zooming

async function move(distance) {
  const target = state.end + distance;
  if (target < state.visible && !state.isAll) {
    const own = state;
    const turn = number;
    try {
      const earlier = await barsBefore(Math.floor(own.bars[0].time / 1000));
      await tellSessions(earlier);
      if (turn !== number) return;
      own.bars = [...earlier, ...own.bars];
      own.end += earlier.length;
      own.isAll = earlier.length < piece;
      await study(own);
      if (turn !== number) return;
    } catch (problem) {
      return showProblem(problem);
    }
  }
  state.end = Math.max(Math.min(state.visible, state.bars.length), Math.min(state.bars.length, state.end + distance));
  state.selected = null;
  show();
}

function zoom(factor) {
  state.range = undefined;
  state.visible = Math.round(Math.max(leastBars, Math.min(mostBars, state.visible * factor)));
  state.selected = null;
  move(0);
}

for (const name of Object.keys(ranges)) {
  element("ranges").append(h("button", {
    type: "button", "data-range": name, "aria-label": name === "All" ? texts.charts.allBars : null, onclick: () => {
      element("resolution").value = ranges[name][0];
      rememberAddress();
      load(name);
    },
  }, name));
}

const jump = () => Math.max(1, Math.floor(state.visible / 2));
element("earlier").addEventListener("click", () => move(-jump()));
element("later").addEventListener("click", () => move(jump()));
element("latest").addEventListener("click", () => load(state.range));
element("in").addEventListener("click", () => zoom(0.5));
element("out").addEventListener("click", () => zoom(2));

place.addEventListener("keydown", (event) => {
  if (!drawn || event.ctrlKey || event.metaKey || event.altKey) return;
  const last = visibleBars().length - 1;
  const at = state.selected ?? last;
  const actions = {
    ArrowLeft: () => select(Math.max(0, at - 1)), ArrowRight: () => select(Math.min(last, at + 1)), Home: () => select(0), End: () => select(last),
    PageUp: () => move(-jump()), PageDown: () => move(jump()), "+": () => zoom(0.5), "-": () => zoom(2), Escape: () => select(null),
  };
  if (!actions[event.key]) return;
  event.preventDefault();
  actions[event.key]();
});
let drag = null;
place.addEventListener("pointerdown", (event) => { drag = { x: event.clientX, moved: false }; });
addEventListener("pointerup", () => { drag = null; });
place.addEventListener("pointermove", (event) => {
  if (!drawn || !state?.bars.length) return;
  const box = place.getBoundingClientRect();
  if (drag) {
    const bars = Math.trunc((drag.x - event.clientX) / (box.width / visibleBars().length));
    if (!bars) return;
    drag.x = event.clientX;
    move(bars);
  } else {
    select(drawn.indexAt(event.clientX - box.left));
  }
});
place.addEventListener("pointerleave", () => { if (drawn && state?.bars.length) select(null); });

// MARK: Settings

const inTurn = queue();

async function change(setting, value) {
  const parameters = settingsParameters();
  try {
    state.style = style(await inTurn(() => send("/v1/settings", parameters, { setting, value })));
    showProblem(null);
    if (setting === "extendedHours") await load();
    else show();
  } catch (problem) {
    showProblem(problem);
    showTools();
  }
}

element("type").addEventListener("change", (event) => change("candleStyle", event.target.value));

async function showPicker() {
  const { studyPicker } = await import("./chartpicker.js");
  const own = state;
  element("studies-box").replaceChildren(...studyPicker(own.known, chosenStudies(own).map((one) => one.uuid), own.most, async (uuids) => {
    kept = uuids;
    try { localStorage.setItem(keptName, JSON.stringify(uuids)); } catch { /* the choice lasts until the page is closed */ }
    await study(own);
    if (own === state) show();
  }));
}

element("studies-button").addEventListener("click", () => {
  const box = element("studies-box");
  box.hidden = !box.hidden;
  element("studies-button").setAttribute("aria-expanded", String(!box.hidden));
  element("chart").classList.toggle("picking", !box.hidden);
  if (!box.hidden) showPicker();
});

for (const name of ["extendedHours", "sessionBreaks"]) element(name).addEventListener("change", (event) => change(name, String(event.target.checked)));

let asked = 0;
element("symbol").addEventListener("input", async (event) => {
  const turn = ++asked;
  const query = event.target.value.trim();
  const found = query ? await feed("/udf/search", { query, limit: 8 }).catch(() => []) : [];
  if (turn === asked) element("found").replaceChildren(...found.map((one) => h("option", { value: one.symbol }, one.description)));
});
onThemeChange(() => { if (state) load(state.range); });
new ResizeObserver(() => { if (drawn && state?.bars.length && !element("chart").hidden) draw(visibleBars()); }).observe(place);
load();
