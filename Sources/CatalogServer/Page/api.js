// Sends requests to the service, and turns every error into a sentence.

import { texts } from "./texts.js";

/** The key of the token in the session storage, so that the token is limited to this tab. */
const place = "ipf-token";
const keptToken = () => sessionStorage.getItem(place) ?? "";

/** An error as a sentence for people, with suggestions if the service sent any. */
export class Problem extends Error {
  constructor(message, status, details) {
    super(message);
    this.status = status;
    this.suggestions = details?.suggestions ?? [];
    this.removed = details?.removed === true;
  }
}

/** The maximum time to wait for an answer, in milliseconds. */
const patience = 15_000;

/** Requests the JSON of a route. Parameters without a value are omitted; a list repeats its parameter. */
export async function ask(path, parameters = {}, signal) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== "") query.append(name, one);
    }
  }
  const text = query.toString();
  return request(path + (text ? "?" + text : ""), {}, signal);
}

/** Sends a change as JSON, and returns the whole state after the change. */
export async function send(path, parameters, change) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value)).toString();
  return request(path + (query ? "?" + query : ""), {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(change),
  });
}

/** Requests JSON. If the service requires a token, asks the user for one and repeats the request. */
async function request(address, options, signal) {
  for (;;) {
    const token = keptToken();
    const timeout = AbortSignal.timeout(patience);
    let answer, body;
    try {
      answer = await fetch(address, {
        ...options,
        headers: { Accept: "application/json", ...options.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      if (timeout.aborted) {
        throw new Problem(texts.server.slow(patience / 1000), 0);
      }
      throw new Problem(options.method ? texts.server.unreachableForChange : texts.server.unreachable, 0);
    }
    try {
      body = await answer.json();
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Problem(texts.server.notJSON(answer.status), answer.status);
    }
    compareSnapshot(answer);
    if (answer.ok) return body;
    const sentence = body.detail ?? body.title ?? texts.server.answered(answer.status);
    if (answer.status !== 401) throw new Problem(sentence, answer.status, body);
    // Another request may have obtained a token in the meantime.
    if (keptToken() !== token) continue;
    sessionStorage.removeItem(place);
    const { askToken } = await import("./token.js");
    if (keptToken()) continue;
    const entered = await askToken(token ? texts.token.rejected(sentence) : "");
    if (!entered) throw new Problem(texts.token.requiredHere, 401);
    sessionStorage.setItem(place, entered);
  }
}

let snapshot;

/** Dispatches the event `snapshot` if an answer comes from a different catalog than the first answer. */
function compareSnapshot(answer) {
  const now = answer.headers.get("IPF-Snapshot");
  snapshot ??= now;
  if (now && now !== snapshot) dispatchEvent(new Event("snapshot"));
}

/** Returns whether the service follows a master. The state of a master is its epoch and batch: `1763704800250000-5123`. */
export const hasMaster = () => snapshot?.includes("-") ?? false;

/** Checks which catalog the service serves. An unreachable service is ignored here. */
export const lookForCatalog = () => fetch("/healthz").then(compareSnapshot, () => {});

/** Encodes a symbol as a part of a path, because symbols may contain `/ : . = $` and other characters. */
export const inPath = (symbol) => encodeURIComponent(symbol);
