// The hours of two instruments' venues side by side, and when both are open.

import { ask, inPath } from "./api.js";
import { h, problemView, section } from "./dom.js";
import { compareLink, instrumentLink } from "./route.js";
import { clockText, dateText, durationText, isDate, monday, plusDays, viewerZone } from "./time.js";
import { weekPicture } from "./week.js";

export async function showCompare(main, route, signal) {
  const { parameters } = route;
  const wanted = [parameters.get("a") ?? "", parameters.get("b") ?? ""];
  const week = monday(isDate(parameters.get("week")) ? parameters.get("week") : new Date().toISOString().slice(0, 10));
  const inputs = wanted.map((symbol, place) => h("input", {
    id: `compare-${place ? "b" : "a"}`, value: symbol, autocomplete: "off", spellcheck: "false", size: "14", placeholder: "Symbol",
  }));
  const form = h("form", {
    class: "bar", onsubmit: (event) => {
      event.preventDefault();
      location.hash = compareLink({ a: inputs[0].value.trim(), b: inputs[1].value.trim(), week });
    },
  }, h("label", { for: "compare-a" }, "Hours of "), inputs[0], h("label", { for: "compare-b" }, " beside "), inputs[1],
  h("button", { type: "submit" }, "Compare"));
  const box = h("div", {});
  main.replaceChildren(section("Compare trading hours", "compare", form, box));
  if (wanted.some((symbol) => !symbol)) {
    box.replaceChildren(h("p", { class: "dim" }, "Name two instruments: the hours of their venues are drawn beside each other."));
    return;
  }
  const sides = await Promise.all(wanted.map(async (symbol) => {
    try {
      return await ask(`/v1/schedules/${inPath(symbol)}/days`, { from: plusDays(week, -1), to: plusDays(week, 7), explain: "true" }, signal);
    } catch (problem) { return problem; }
  }));
  if (signal.aborted) return;
  const problems = sides.filter((side) => side instanceof Error);
  if (problems.length) return box.replaceChildren(...problems.map((problem) => problemView(problem, instrumentLink)));
  const labels = sides.map((side, place) => side.name || side.venue || wanted[place]);
  const zone = viewerZone;
  const later = (days) => compareLink({ a: wanted[0], b: wanted[1], week: plusDays(week, days) });
  box.replaceChildren(
    h("div", { class: "bar" }, h("span", { class: "steps" },
      h("a", { class: "button", href: later(-7), "aria-label": "Week before" }, "‹"),
      h("strong", {}, `${dateText(week)} – ${dateText(plusDays(week, 6), true)}`),
      h("a", { class: "button", href: later(7), "aria-label": "Week after" }, "›")),
    h("span", { class: "dim" }, `in ${zone}`)),
    h("ul", { class: "legend" }, labels.map((label, place) => h("li", { class: `lane-${place}` }, `${label} (${sides[place].zone})`))),
    h("div", { class: "scroll" }, weekPicture(
      sides.map((side, place) => ({ days: side.days, label: labels[place] })), week, zone, Date.now(),
      `Trading hours of ${labels[0]} and ${labels[1]} in ${zone}`)),
    overlapView(sides, week, zone));
}

/** When both have regular sessions. */
function overlapView(sides, week, zone) {
  const regular = (side) => side.days.flatMap((day) => day.sessions.filter((one) => one.type === "REGULAR")
    .map((one) => ({ from: Date.parse(one.start), to: Date.parse(one.end), date: day.date })));
  const shared = [];
  for (const a of regular(sides[0])) {
    for (const b of regular(sides[1])) {
      const from = Math.max(a.from, b.from);
      const to = Math.min(a.to, b.to);
      if (from < to && a.date >= week && a.date < plusDays(week, 7)) shared.push({ date: a.date, from, to });
    }
  }
  if (!shared.length) return h("p", {}, "Their regular sessions do not overlap in this week.");
  return h("div", {}, h("h3", {}, "Both open"), h("table", { class: "words" }, h("tbody", {}, shared.map((one) => h("tr", {},
    h("th", { scope: "row" }, dateText(one.date)), h("td", { class: "number" }, `${clockText(one.from, zone)} – ${clockText(one.to, zone)}`),
    h("td", { class: "dim" }, durationText(one.to - one.from)))))));
}
