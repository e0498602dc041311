// Helpers that create elements. Text is always set as text, never parsed as markup.

import { texts } from "./texts.js";

const svgNamespace = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    // Set each property separately, because the content security policy forbids style attributes.
    else if (name === "style") for (const [property, text] of Object.entries(value)) node.style.setProperty(property, text);
    else if (value === true) node.setAttribute(name, "");
    else node.setAttribute(name, String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

/** Creates an HTML element. Attributes such as `onclick` are listeners; `style` is an object of properties. */
export function h(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** Creates an SVG element. */
export function s(name, attributes, ...children) {
  return fill(document.createElementNS(svgNamespace, name), attributes, children);
}

/** Returns text with the ranges (UTF-16, end exclusive) marked. */
export function marked(text, ranges) {
  const parts = [];
  let reached = 0;
  for (const [start, end] of ranges ?? []) {
    if (start < reached || end > text.length) continue;
    parts.push(text.slice(reached, start), h("mark", {}, text.slice(start, end)));
    reached = end;
  }
  parts.push(text.slice(reached));
  return parts;
}

/** Creates a section with a heading and a container for its content. */
export function section(title, id, ...children) {
  return h("section", { class: "card", id, "aria-labelledby": id + "-title" },
    h("h2", { id: id + "-title" }, title), ...children);
}

/** Creates a collapsible table with the content of a picture. Each row begins with its heading. */
export function wordTable(summary, columns, rows) {
  return h("details", {}, h("summary", {}, summary), h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": summary },
    h("table", { class: "words" },
      h("thead", {}, h("tr", {}, columns.map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, rows.map(([first, ...others]) => h("tr", {}, h("th", { scope: "row" }, first), others.map((text) => h("td", {}, text))))))));
}

/** Creates a button that copies a text and confirms it. */
export function copyButton(text, about, label) {
  const button = h("button", {
    type: "button", class: label ? "button" : "copy", "aria-label": label ? null : about, title: about, onclick: async () => {
      const before = [...button.childNodes];
      let said = texts.copy.done;
      try { await navigator.clipboard.writeText(typeof text === "function" ? text() : text); } catch { said = texts.copy.failed; }
      button.replaceChildren(said);
      setTimeout(() => button.replaceChildren(...before), 1500);
    },
  }, label ?? s("svg", { viewBox: "0 0 16 16", width: 14, height: 14, "aria-hidden": "true", fill: "none", stroke: "currentColor", "stroke-width": 1.5 },
    s("rect", { x: 5.5, y: 5.5, width: 8, height: 8, rx: 1.5 }), s("path", { d: "M10.5 3.5v-1h-8v8h1" })));
  return button;
}

/** Shows a problem as a sentence, with suggestions. */
export function problemView(problem, linkTo) {
  return h("div", { class: "problem", role: "alert" },
    h("p", {}, problem.message),
    problem.suggestions?.length
      ? h("p", {}, texts.server.didYouMean,
        problem.suggestions.slice(0, 5).map((found, place) => [
          place ? ", " : "", h("a", { href: linkTo(found.symbol) }, found.symbol)]), "?")
      : null);
}
