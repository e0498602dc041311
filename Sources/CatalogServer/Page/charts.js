// Shared code of the pages for studies and settings, such as the display of problems and the instrument in the address.
import { ask } from "./api.js";
import { h, problemView } from "./dom.js";
import "./finder.js";

/** The instrument and resolution of the page, stored in the address so that it can be bookmarked and shared. */
export class Subject {
  constructor(names, changed) {
    this.fields = names.map((name) => document.getElementById(name));
    const asked = new URLSearchParams(location.search);
    for (const field of this.fields) if (asked.get(field.name)) field.value = asked.get(field.name);
    document.getElementById("subject-form").addEventListener("submit", (event) => event.preventDefault());
    for (const field of this.fields) {
      field.addEventListener("change", () => {
        const query = new URLSearchParams(Object.entries(this.parameters).filter(([, value]) => value)).toString();
        history.replaceState(null, "", location.pathname + (query ? "?" + query : ""));
        changed();
      });
    }
  }

  get parameters() {
    return Object.fromEntries(this.fields.map((field) => [field.name, field.value.trim()]));
  }
}

/** Shows a problem above the page's content, or removes the previous one. */
export function showProblem(problem) {
  const place = document.getElementById("problem");
  place.replaceChildren(...(problem ? [problemView(problem, (symbol) => `?symbol=${encodeURIComponent(symbol)}`)] : []));
}

/**
 * Returns a function that runs requests one after another, because answers in the wrong order would show an old state.
 */
export function queue() {
  let last = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

/** Requests the page's state, and shows only the answer to the latest request. */
export class Latest {
  constructor(path, inTurn, show) {
    this.path = path;
    this.inTurn = inTurn;
    this.show = show;
    this.number = 0;
  }

  async ask(parameters) {
    const number = ++this.number;
    try {
      const state = await this.inTurn(() => ask(this.path, parameters));
      if (number !== this.number) return;
      showProblem(null);
      this.show(state);
    } catch (problem) {
      if (number === this.number) showProblem(problem);
    }
  }
}

/** Retains the focus while `body` creates elements with ids again. */
export function keepingFocus(body) {
  const id = document.activeElement?.id;
  body();
  if (id) document.getElementById(id)?.focus({ preventScroll: true });
}

/** Creates a table for screen readers with the content of a picture. Each row begins with its heading. */
export function hiddenTable(caption, columns, rows) {
  return h("div", { class: "visually-hidden" }, h("table", {}, h("caption", {}, caption),
    h("thead", {}, h("tr", {}, columns.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, rows.map(([first, ...others]) => h("tr", {}, h("th", { scope: "row" }, first), others.map((text) => h("td", {}, text)))))));
}
