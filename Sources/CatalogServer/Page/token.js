// Asks the user for the access token if the service requires one. This module is loaded when it is first needed.

import { h } from "./dom.js";
import { texts } from "./texts.js";

/**
 * Returns why a token is refused; empty for a valid token. A single request checks it, because the service limits wrong
 * tokens.
 */
async function refusal(token) {
  try {
    const answer = await fetch("/v1/stats", { headers: { Accept: "application/json", Authorization: `Bearer ${token}` } });
    if (answer.ok) return "";
    const body = await answer.json().catch(() => ({}));
    const sentence = body.detail ?? texts.server.answered(answer.status);
    return answer.status === 401 ? texts.token.rejected(sentence) : sentence;
  } catch (error) {
    return error instanceof TypeError ? texts.server.unreachable : String(error);
  }
}

let asking;

/**
 * Asks for a token, once for all waiting requests. Returns an empty text if the user enters none. `why` explains the
 * previous refusal.
 */
export function askToken(why) {
  asking ??= new Promise((resolve) => {
    const said = h("p", { class: "problem", role: "alert", id: "token-said", hidden: !why }, why);
    const field = h("input", { id: "token", type: "password", autocomplete: "off", spellcheck: "false", required: true, "aria-describedby": "token-about token-said" });
    const use = h("button", { type: "submit", class: "primary" }, texts.token.use);
    const dialog = h("dialog", { class: "token", "aria-labelledby": "token-title" },
      h("form", {
        onsubmit: async (event) => {
          event.preventDefault();
          const token = field.value.trim();
          if (!token || use.disabled) return;
          use.disabled = true;
          const text = await refusal(token);
          use.disabled = false;
          if (text) {
            said.textContent = text;
            said.hidden = false;
            field.setAttribute("aria-invalid", "true");
            field.select();
            return;
          }
          dialog.close(token);
        },
      },
      h("h2", { id: "token-title" }, texts.token.required), said,
      h("p", { id: "token-about", class: "dim" }, texts.token.about),
      h("label", { for: "token" }, texts.token.label), field,
      h("p", { class: "actions" }, h("button", { type: "button", class: "quiet", onclick: () => dialog.close("") }, texts.token.cancel), use)));
    dialog.addEventListener("close", () => {
      dialog.remove();
      asking = undefined;
      resolve(dialog.returnValue);
    });
    document.body.append(dialog);
    dialog.showModal();
    field.focus();
  });
  return asking;
}
