// Asks the server, and turns everything that goes wrong into a sentence.

/** What went wrong, as a sentence for people, with suggestions where the server has some. */
export class Problem extends Error {
  constructor(message, status, details) {
    super(message);
    this.status = status;
    this.suggestions = details?.suggestions ?? [];
    this.removed = details?.removed === true;
  }
}

/** How long an answer may take before the page gives up. */
const patience = 15_000;

/** The JSON of a route; `parameters` with no value are left out, lists repeat. */
export async function ask(path, parameters = {}, signal) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== "") query.append(name, one);
    }
  }
  const text = query.toString();
  const timeout = AbortSignal.timeout(patience);
  let answer;
  try {
    answer = await fetch(path + (text ? "?" + text : ""), {
      headers: { Accept: "application/json" },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    if (timeout.aborted) {
      throw new Problem("The server did not answer within 15 seconds. It may be busy: try again in a moment.", 0);
    }
    throw new Problem("The server cannot be reached. Check that it still runs, then try again.", 0);
  }
  let body;
  try {
    body = await answer.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(`The server answered ${answer.status} with something that is no JSON.`, answer.status);
  }
  if (!answer.ok) {
    const sentence = body.detail ?? body.title ?? `The server answered ${answer.status}.`;
    throw new Problem(sentence, answer.status, body);
  }
  return body;
}

/** A symbol as a part of a path: symbols may hold `/ : . = $` and more. */
export const inPath = (symbol) => encodeURIComponent(symbol);
