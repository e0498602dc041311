// The price ladder: the prices that may be traded around one.

import { ask, inPath } from "./api.js";
import { h, problemView, section } from "./dom.js";
import { instrumentLink, setParameters } from "./route.js";

export function ladderSection(symbol, rules, parameters, signal) {
  const table = h("div", {});
  const input = h("input", {
    type: "text", inputmode: "decimal", id: "ladder-price", value: parameters.get("price") ?? "100", size: "10", autocomplete: "off",
  });
  let running;
  async function load() {
    const price = Number(input.value.trim().replace(",", "."));
    if (!input.value.trim() || !Number.isFinite(price)) {
      return table.replaceChildren(h("p", { class: "problem", role: "alert" }, `“${input.value}” is no price: expected a number such as 101.25.`));
    }
    running?.abort();
    const own = running = new AbortController();
    try {
      const answer = await ask(`/v1/price/${inPath(symbol)}/ladder`, { price, above: 5, below: 5 }, AbortSignal.any([signal, own.signal]));
      const round = await ask(`/v1/price/${inPath(symbol)}/round`, { price, direction: "nearest" }, AbortSignal.any([signal, own.signal]));
      table.replaceChildren(
        h("p", {}, `${input.value.trim()} rounds to `, h("strong", { class: "number" }, round.text),
          round.increment ? [", steps of ", h("span", { class: "number" }, String(round.increment))] : "", "."),
        h("table", { class: "ladder" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Price"), h("th", { scope: "col" }, "Step"))),
          h("tbody", {}, answer.steps.map((step) => h("tr", { class: step.text === round.text ? "here" : "" },
            h("td", { class: "number" }, step.text), h("td", { class: "number dim" }, String(step.increment)))))));
    } catch (problem) {
      if (!signal.aborted && !own.signal.aborted) table.replaceChildren(problemView(problem, instrumentLink));
    }
  }
  input.addEventListener("change", () => { setParameters({ price: input.value.trim() }); load(); });
  load();
  return section("Price ladder", "ladder",
    h("p", { class: "dim" }, "Rules: ", h("code", {}, rules)),
    h("div", { class: "bar" }, h("label", { for: "ladder-price" }, "Around "), input), table);
}
