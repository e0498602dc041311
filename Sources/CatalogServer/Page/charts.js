// What the pages of studies and settings share: sending a change, showing what was refused, the instrument in the address.
import { ask, Problem } from "./api.js";
import { problemView } from "./dom.js";

/** Sends a change as JSON, and gives back the whole state after it. */
export async function send(path, parameters, change) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value)).toString();
  let answer;
  try {
    answer = await fetch(path + (query ? "?" + query : ""), {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/json" },
      body: JSON.stringify(change),
    });
  } catch {
    throw new Problem("The server cannot be reached, so nothing was changed. Check that it still runs, then try again.", 0);
  }
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Problem(body.detail ?? `The server answered ${answer.status}.`, answer.status, body);
  return body;
}

/** The chart that the page is about: kept in the address, so that a page can be kept and passed on. */
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

/** Shows a problem above the page's content, or takes the last one away. */
export function showProblem(problem) {
  const place = document.getElementById("problem");
  place.replaceChildren(...(problem ? [problemView(problem, (symbol) => `?symbol=${encodeURIComponent(symbol)}`)] : []));
}

/** Asks for the page's state; only the latest question's answer is shown. */
export class Latest {
  constructor(path, show) {
    this.path = path;
    this.show = show;
    this.number = 0;
  }

  async ask(parameters) {
    const number = ++this.number;
    try {
      const state = await ask(this.path, parameters);
      if (number !== this.number) return;
      showProblem(null);
      this.show(state);
    } catch (problem) {
      if (number === this.number) showProblem(problem);
    }
  }
}

/** Keeps the focus where it was when elements with ids are made anew. */
export function keepingFocus(body) {
  const id = document.activeElement?.id;
  body();
  if (id) document.getElementById(id)?.focus({ preventScroll: true });
}
