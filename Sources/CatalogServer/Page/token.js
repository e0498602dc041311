// The token of a service that asks for one. It is kept for the session of this tab, and nowhere else.

import { h } from "./dom.js";

const name = "ipf-token";

export const keptToken = () => sessionStorage.getItem(name) ?? "";
export const forgetToken = () => sessionStorage.removeItem(name);

let asking;

/** Asks for a token, once for all questions that wait for one; true where there is one now. `refusal` says why the last one wasn't taken. */
export function askToken(refusal) {
  asking ??= new Promise((resolve) => {
    const field = h("input", {
      id: "token", type: "password", autocomplete: "off", spellcheck: "false", required: true, "aria-describedby": "token-about",
      "aria-invalid": refusal ? "true" : null,
    });
    const dialog = h("dialog", { class: "token", "aria-labelledby": "token-title" },
      h("form", {
        onsubmit: (event) => {
          event.preventDefault();
          const text = field.value.trim();
          if (!text) return;
          sessionStorage.setItem(name, text);
          dialog.close("entered");
        },
      },
      h("h2", { id: "token-title" }, "This service asks for a token"),
      refusal ? h("p", { class: "problem", role: "alert" }, refusal) : null,
      h("p", { id: "token-about", class: "dim" },
        "Whoever runs the service has one for you. It is kept until this tab is closed, and sent to this service only."),
      h("label", { for: "token" }, "Token"), field,
      h("p", { class: "actions" },
        h("button", { type: "button", class: "quiet", onclick: () => dialog.close("") }, "Not now"),
        h("button", { type: "submit", class: "primary" }, "Use this token"))));
    dialog.addEventListener("close", () => {
      dialog.remove();
      asking = undefined;
      resolve(dialog.returnValue === "entered");
    });
    document.body.append(dialog);
    dialog.showModal();
    field.focus();
  });
  return asking;
}
