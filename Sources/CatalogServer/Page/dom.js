// Small helpers for making elements: text is always set as text, never parsed as markup.

const svgNamespace = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.setAttribute("class", value);
    else if (value === true) node.setAttribute(name, "");
    else node.setAttribute(name, String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

/** An HTML element; attributes `onclick` and so on are listeners. */
export function h(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An SVG element. */
export function s(name, attributes, ...children) {
  return fill(document.createElementNS(svgNamespace, name), attributes, children);
}

/** Text with the ranges (UTF-16, end exclusive) marked. */
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

/** A section with a heading, and the place for what comes. */
export function section(title, id, ...children) {
  return h("section", { class: "card", id, "aria-labelledby": id + "-title" },
    h("h2", { id: id + "-title" }, title), ...children);
}

/** A problem, as a sentence, with what may be meant instead. */
export function problemView(problem, linkTo) {
  return h("div", { class: "problem", role: "alert" },
    h("p", {}, problem.message),
    problem.suggestions?.length
      ? h("p", {}, "Did you mean ",
        problem.suggestions.slice(0, 5).map((found, place) => [
          place ? ", " : "", h("a", { href: linkTo(found.symbol) }, found.symbol)]), "?")
      : null);
}
