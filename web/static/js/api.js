/** Requests to the server. A refusal is an answer: nothing throws, not even without a network. */

/** @import { Held, Refusal } from "./types.js" */

/** @typedef {{ok: true, status: number, data: any} | {ok: false, refusal: Refusal}} Answer */

const TIMEOUT_MS = 10_000;

export const get = (path) => request("GET", path);

export const post = (path, body) => request("POST", path, body);

export const patch = (path, body) => request("PATCH", path, body);

export const remove = (path, body) => request("DELETE", path, body);

/** @param {string} method @param {string} path @param {any} [body] @returns {Promise<Answer>} */
async function request(method, path, body) {
  /** @type {RequestInit} */
  const init = { method, headers: { accept: "application/json" }, signal: AbortSignal.timeout(TIMEOUT_MS), cache: "no-store" };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, "content-type": "application/json" };
  }
  try {
    const response = await fetch(path, init);
    const data = await response.json().catch(() => ({}));
    if (response.ok) return { ok: true, status: response.status, data };
    return { ok: false, refusal: { ...refusalFrom(data, response.status, response.headers.get("retry-after")), path } };
  } catch {
    return { ok: false, refusal: { code: "offline", status: 0, retryMs: 0 } };
  }
}

/**
 * @param {any} problem the body, or an error frame of a socket
 * @param {number} status
 * @param {string | null} [retryAfter] the header, in seconds
 * @returns {Refusal}
 */
export function refusalFrom(problem, status, retryAfter) {
  const fromHeader = 1000 * (Number(retryAfter) || 0);
  return {
    code: typeof problem?.code === "string" ? problem.code : "unknown",
    status,
    retryMs: Number(problem?.retry_ms) || fromHeader,
    limit: problem?.limit, used: problem?.used, min: problem?.min, max: problem?.max,
    resetAt: problem?.reset_at, ref: problem?.ref,
  };
}

/**
 * The account behind this browser; a guest is made on the spot when there is none.
 * @returns {Promise<{ok: true, account: {name: string, chips: number}, seats: Held[]} | {ok: false, refusal: Refusal}>}
 */
export async function ensureAccount() {
  let answer = await get("/api/me");
  if (!answer.ok && answer.refusal.code === "unauthenticated") answer = await post("/api/guest");
  return answer.ok ? { ok: true, account: answer.data.account, seats: answer.data.seats ?? [] } : answer;
}
