// The page `/settings`: shows the settings screen of the service with the service's validation and preview.
import { h, section } from "./dom.js";
import { send } from "./api.js";
import { hiddenTable, keepingFocus, Latest, queue, showProblem, Subject } from "./charts.js";
import { drawing } from "./preview.js";
import { onThemeChange, pageTheme } from "./theme.js";
import { texts } from "./texts.js";

const place = document.getElementById("sections");
const reset = document.getElementById("reset");
const undo = document.getElementById("undo");
const said = document.getElementById("said");
const inTurn = queue();
const latest = new Latest("/v1/settings", inTurn, show);
const subject = new Subject(["symbol", "aggregation"], () => latest.ask(parameters()));
/** The settings that charts of the service apply. The theme is not one: charts use the theme of the page. */
const followed = new Set(["candleStyle", "highLow", "verticalGrid", "horizontalGrid", "wicks", "watermark", "timezone", "colors", "scaleType", "autoScale", "fitIndicators", "invertScale",
  "sessionBreaks", "extendedHours", "volume"]);
const parameters = () => ({ ...subject.parameters, theme: pageTheme() });
onThemeChange(() => latest.ask(parameters()));
let shown = null;

async function change(body) {
  try {
    const answer = await inTurn(() => send("/v1/settings", parameters(), body));
    showProblem(null);
    show(answer);
  } catch (problem) {
    showProblem(problem);
    if (shown) show(shown);
  }
}

const set = (item, value) => {
  before = null;
  undo.hidden = true;
  said.textContent = "";
  return change({ setting: item.content, value });
};

function control(item, id) {
  const disabled = !item.isEnabled;
  switch (item.control.kind) {
    case "toggle":
      return h("input", { type: "checkbox", role: "switch", id, disabled, checked: item.value === "true", onchange: (event) => set(item, String(event.target.checked)) });
    case "choice":
      return item.control.isOpen
        ? [h("input", { id, disabled, value: item.value, list: id + "-list", autocomplete: "off", onchange: (event) => set(item, event.target.value) }),
          h("datalist", { id: id + "-list" }, item.control.options.map((option) => h("option", { value: option.id }, option.title)))]
        : h("select", { id, disabled, onchange: (event) => set(item, event.target.value) },
          item.control.options.map((option) => h("option", { value: option.id, selected: option.id === item.value }, option.title)));
    default: return null;
  }
}

function colours(item, id, own) {
  const chosen = new Map(item.value.split(";").filter(Boolean).map((text) => text.split("=")));
  return h("div", { class: "setting colours", "data-setting": item.content },
    h("span", {}, item.title),
    h("ul", {}, item.control.options.map((option) => {
      const color = chosen.get(option.id) ?? own[option.id] ?? "#000000";
      // A color input has no opacity, so the previous opacity is retained.
      return h("li", {},
        h("input", { type: "color", id: `${id}-${option.id}`, value: color.slice(0, 7), onchange: (event) => set(item, `${option.id}=${event.target.value}${color.slice(7)}`) }),
        h("label", { for: `${id}-${option.id}` }, option.title),
        chosen.has(option.id) ? h("button", { class: "quiet", type: "button", id: `${id}-${option.id}-own`, "aria-label": texts.settings.themeColor(option.title), onclick: () => set(item, `${option.id}=`) }, "×") : null);
    })));
}

function itemView(item, own) {
  const id = "s-" + item.content;
  if (item.control.kind === "colors") return colours(item, id, own);
  return h("div", { class: "setting", "data-setting": item.content, "data-enabled": String(item.isEnabled) },
    h("label", { for: id }, item.title), h("span", {}, control(item, id)),
    item.reason ? h("p", { class: "reason" }, item.reason) : null);
}

const shownText = (isShown) => (isShown ? texts.settings.shown : texts.settings.hidden);

/** Returns a table of the preview. Its bars are synthetic, so only rising and falling ones are counted. */
function previewTable({ preview, sections }) {
  const type = sections.flatMap((part) => part.items).find((item) => item.content === "candleStyle");
  const rising = preview.bars.filter((bar) => bar.isRising).length;
  const grid = [preview.verticalGrid.length ? texts.settings.vertical : "", preview.horizontalGrid.length ? texts.settings.horizontal : ""].filter(Boolean);
  return hiddenTable(texts.settings.preview, texts.settings.columns, [
    [texts.settings.prices, type.control.options.find((option) => option.id === preview.candleStyle)?.title ?? preview.candleStyle],
    [texts.settings.bars, texts.settings.barCount(preview.bars.length, rising)],
    [texts.settings.wicks, shownText(preview.wicks)],
    [texts.settings.volume, shownText(preview.bars.some((bar) => bar.volume))],
    [texts.settings.gridLines, grid.join(texts.settings.and) || texts.settings.none],
    [texts.settings.extremes, preview.high ? texts.settings.extremeValues(preview.high.price.toFixed(2), preview.low.price.toFixed(2)) : texts.settings.notMarked],
    [texts.settings.watermark, preview.watermark?.replaceAll("\n", ", ") || texts.settings.none],
  ]);
}

function show(answer) {
  shown = answer;
  keepingFocus(() => {
    const parts = answer.sections.map((part) => ({ title: part.title, items: part.items.filter((item) => followed.has(item.content)) })).filter((part) => part.items.length);
    place.replaceChildren(...parts.map((part, index) =>
      section(part.title, "section-" + index, part.items.map((item) => itemView(item, answer.preview?.colors ?? {})))));
  });
  document.getElementById("preview").replaceChildren(...(answer.preview ? [drawing(answer.preview), previewTable(answer)] : []));
  reset.hidden = !answer.canReset;
}

/** The settings before a reset, for undoing the reset; null after any other change. */
let before = null;

reset.addEventListener("click", async () => {
  const kept = shown.sections.flatMap((part) => part.items).map(({ content, value, control }) => ({ content, value, isColors: control.kind === "colors" }));
  await change({ reset: true });
  const now = new Map(shown.sections.flatMap((part) => part.items).map((item) => [item.content, item.value]));
  before = kept.filter((item) => item.value !== now.get(item.content));
  undo.hidden = before.length === 0;
  said.textContent = texts.settings.wasReset;
  if (!undo.hidden) undo.focus();
});

undo.addEventListener("click", async () => {
  const wanted = before ?? [];
  // A setting may depend on a later one. So a second round sets the settings that were disabled in the first round.
  for (let round = 0; round < 2; round += 1) {
    for (const { content, value, isColors } of wanted) {
      for (const one of isColors ? value.split(";").filter(Boolean) : [value]) await change({ setting: content, value: one });
    }
  }
  before = null;
  undo.hidden = true;
  said.textContent = texts.settings.wasRestored;
});
latest.ask(parameters());
