// The page `/studies`. It shows studies in groups, each drawn on synthetic bars, with its parameters, its lines, and
// whether it is a favorite.
import { h, wordTable } from "./dom.js";
import { groups, noteOf } from "./notes.js";
import { loadValues, studyNumbers, studyPicture, studyValues } from "./sketch.js";
import { send } from "./api.js";
import { hiddenTable, keepingFocus, Latest, queue, showProblem, Subject } from "./charts.js";
import { texts } from "./texts.js";

let state = { studies: [], favourites: 0, mostFavourites: 0, lineKinds: [], thicknesses: [1, 10] };
let open = null;
/** The refused changes by the id of the field, each with the reason and the text that was entered. */
const refused = new Map();

const list = document.getElementById("studies");
const nav = document.getElementById("groups");
const find = document.getElementById("find");
const onlyFavourites = document.getElementById("only-favourites");
const inTurn = queue();
const latest = new Latest("/v1/studies", inTurn, (answer) => {
  state = answer;
  show();
  loadValues().then(show, showProblem);
});
const subject = new Subject(["symbol"], () => latest.ask(subject.parameters));

async function change(study, body, fieldId, text) {
  try {
    const { parameters } = subject;
    state = await inTurn(() => send(`/v1/studies/${encodeURIComponent(study.uuid)}`, parameters, body));
    if (body.parameter || body.reset) await loadValues([study.uuid]);
    refused.delete(fieldId);
    showProblem(null);
  } catch (problem) {
    if (fieldId && problem.status === 422) refused.set(fieldId, { sentence: problem.message, text });
    else showProblem(problem);
  }
  show();
}

function parameterField(study, parameter) {
  const id = `p-${study.uuid}-${parameter.id}`;
  const wrong = refused.get(id);
  const value = wrong?.text ?? parameter.value;
  const attributes = {
    id, "aria-invalid": wrong ? "true" : null, "aria-describedby": wrong ? id + "-refused" : null,
    onchange: (event) => change(study, { parameter: parameter.id, value: event.target.value }, id, event.target.value),
  };
  const isNumber = parameter.min !== undefined;
  const input = parameter.choices.length
    ? h("select", attributes, parameter.choices.map((choice) => h("option", { value: choice, selected: choice === value }, choice)))
    : h("input", { ...attributes, value, autocomplete: "off", inputmode: isNumber ? "decimal" : null });
  const bounds = isNumber ? texts.studies.bounds(parameter.min, parameter.max) : "";
  return h("div", { class: "field" }, h("label", { for: id }, parameter.title, h("span", { class: "dim" }, bounds)), input,
    wrong ? h("p", { class: "refused", id: id + "-refused", role: "alert" }, wrong.sentence) : null);
}

function lineRow(study, line, place) {
  const id = `l-${study.uuid}-${place}`;
  const set = (values) => change(study, { line: line.title, ...values });
  const [least, most] = state.thicknesses;
  // A color input has no opacity, so the previous opacity is retained.
  const opacity = line.color.slice(7);
  return h("div", { class: "linerow" },
    h("span", { class: "title" }, line.title),
    h("label", {}, h("input", { type: "checkbox", id: id + "-visible", checked: line.isVisible, onchange: (event) => set({ isVisible: event.target.checked }) }), texts.studies.shown),
    h("input", { type: "color", id: id + "-color", "aria-label": texts.studies.colorOf(line.title), value: line.color.slice(0, 7), onchange: (event) => set({ color: event.target.value + opacity }) }),
    h("select", { id: id + "-kind", "aria-label": texts.studies.kindOf(line.title), onchange: (event) => set({ kind: event.target.value }) },
      state.lineKinds.map((kind) => h("option", { value: kind, selected: kind === line.kind }, kind))),
    h("input", { type: "number", id: id + "-thickness", "aria-label": texts.studies.thicknessOf(line.title), min: least, max: most, value: line.thickness, onchange: (event) => set({ thickness: Number(event.target.value) }) }));
}

/** A cache of pictures and their tables, by content, so that only changed pictures are drawn again. */
const drawn = new Map();

function pictureOf(study) {
  const key = JSON.stringify([study.uuid, study.parameters.map((one) => one.value), study.lines]);
  if (!drawn.has(key)) {
    const picture = studyPicture(study);
    if (!picture) return undefined;
    const numbers = studyNumbers(study);
    drawn.set(key, [picture, hiddenTable(texts.studies.picture(study.title), numbers.columns, numbers.rows)]);
  }
  return drawn.get(key);
}

let hasValuesOpen = false;

/** Creates the collapsible table of a study's values, which remains expanded when a change draws the study again. */
function valuesView(study) {
  const { columns, rows } = studyValues(study);
  const table = wordTable(texts.studies.asTable, columns, rows);
  table.querySelector(".scroll").classList.add("tall");
  table.open = hasValuesOpen;
  table.addEventListener("toggle", () => { hasValuesOpen = table.open; });
  return table;
}

const placeOf = (study) => (study.isOverlay ? texts.studies.overPrices : texts.studies.belowPrices);

function studyView(study) {
  const isOpen = open === study.uuid;
  return h("li", { class: "study", "data-uuid": study.uuid, "data-objected": study.objection ? "true" : null },
    h("div", { class: "head" },
      h("button", {
        class: "star", type: "button", id: `star-${study.uuid}`, "aria-pressed": String(study.isFavourite),
        "aria-label": texts.studies.favorite(study.title), onclick: () => change(study, { isFavourite: !study.isFavourite }),
      }, study.isFavourite ? "★" : "☆"),
      h("div", { class: "about" },
        h("button", {
          class: "name", type: "button", id: `name-${study.uuid}`, "aria-expanded": String(isOpen),
          onclick: () => { open = isOpen ? null : study.uuid; show(); },
        }, study.title),
        study.isChanged ? h("span", { class: "badge" }, texts.studies.changed) : null,
        h("p", { class: "dim" }, noteOf(study).text)),
      h("div", { class: "place", title: placeOf(study) }, pictureOf(study) ?? h("span", { class: "dim" }, placeOf(study)))),
    study.objection ? h("p", { class: "objection" }, study.objection) : null,
    isOpen ? h("div", { class: "details" },
      study.parameters.length ? h("div", { class: "fields" }, study.parameters.map((parameter) => parameterField(study, parameter))) : null,
      h("div", {}, study.lines.map((line, place) => lineRow(study, line, place))),
      pictureOf(study) ? valuesView(study) : null,
      study.precision === undefined ? null : h("p", { class: "dim" }, texts.studies.decimals(study.precision)),
      study.isChanged ? h("p", {}, h("button", { type: "button", id: `reset-${study.uuid}`, onclick: () => { refused.clear(); change(study, { reset: true }); } }, texts.studies.reset)) : null)
      : null);
}

function show() {
  const text = find.value.trim().toLowerCase();
  const shown = state.studies.filter((study) =>
    (!onlyFavourites.checked || study.isFavourite) && (study.title + " " + study.id + " " + noteOf(study).text).toLowerCase().includes(text));
  document.getElementById("state").textContent = texts.studies.count(shown.length, state.studies.length, state.favourites, state.mostFavourites);
  const parts = Object.entries(groups).map(([id, title]) => ({ id, title, studies: shown.filter((study) => noteOf(study).group === id).sort((a, b) => noteOf(a).place - noteOf(b).place) }))
    .filter((part) => part.studies.length);
  keepingFocus(() => {
    nav.replaceChildren(...parts.map((part) => h("a", { href: `#group-${part.id}` }, `${part.title} `, h("small", {}, part.studies.length))));
    list.replaceChildren(...parts.map((part) => h("section", { id: `group-${part.id}`, "aria-labelledby": `title-${part.id}` },
      h("h2", { id: `title-${part.id}` }, part.title), h("ul", { class: "studies" }, part.studies.map(studyView)))));
  });
}

find.addEventListener("input", show);
onlyFavourites.addEventListener("change", show);
latest.ask(subject.parameters);
