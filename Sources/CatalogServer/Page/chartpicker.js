// Lets the user choose the studies of a chart, from all that apply to its instrument, in groups.

import { h } from "./dom.js";
import { groups, noteOf } from "./notes.js";
import { texts } from "./texts.js";

/** Creates the picker. `chosen` are the uuids of the drawn studies, at most `most`; `change` receives a new choice. */
export function studyPicker(studies, chosen, most, change) {
  const picked = new Set(chosen);
  const said = h("span", { class: "dim", role: "status" });
  const boxes = studies.map((study) => {
    const box = h("input", {
      type: "checkbox", value: study.uuid, onchange: () => {
        if (box.checked) picked.add(study.uuid);
        else picked.delete(study.uuid);
        tell();
      },
    });
    const words = `${study.title} ${study.id} ${noteOf(study).text}`.toLowerCase();
    return { study, box, words, label: h("label", { title: noteOf(study).text }, box, study.isFavourite ? `${study.title} ★` : study.title) };
  });
  function update() {
    for (const { study, box } of boxes) {
      box.checked = picked.has(study.uuid);
      box.disabled = !box.checked && picked.size >= most;
    }
    said.textContent = texts.studies.chosen(picked.size, most);
  }
  function tell() {
    update();
    change([...picked]);
  }
  const only = (uuids) => () => {
    picked.clear();
    for (const uuid of uuids) picked.add(uuid);
    tell();
  };
  const favourites = studies.filter((one) => one.isFavourite).map((one) => one.uuid);
  const parts = Object.entries(groups).map(([id, title]) => {
    const own = boxes.filter(({ study }) => noteOf(study).group === id).sort((a, b) => noteOf(a.study).place - noteOf(b.study).place);
    return { own, node: h("fieldset", {}, h("legend", {}, title), own.map(({ label }) => label)) };
  });
  const find = h("input", {
    type: "search", "aria-label": texts.studies.find, placeholder: texts.studies.findHint, autocomplete: "off", spellcheck: "false", oninput: () => {
      const text = find.value.trim().toLowerCase();
      for (const { own, node } of parts) {
        for (const { label, words } of own) label.hidden = !words.includes(text);
        node.hidden = own.every(({ label }) => label.hidden);
      }
    },
  });
  update();
  return [
    h("div", { class: "bar" }, find, favourites.length ? h("button", { type: "button", onclick: only(favourites) }, texts.studies.favorites) : null,
      h("button", { type: "button", onclick: only([]) }, texts.studies.none), said),
    h("div", { class: "pickergroups" }, parts.map(({ node }) => node)),
  ];
}
