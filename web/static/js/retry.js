/** When to try a lost connection again. Pure: chance comes in as a number. */

/** @import { Retry } from "./types.js" */

export const FIRST_MS = 300;
export const CEILING_MS = 5_000;

/**
 * At first quickly, then doubling with full jitter, so that a crowd does not come back as one. When the server's patience
 * is spent, slowly. A wait that the server named wins, with up to a fifth on top.
 * @param {Retry} after
 * @returns {number} milliseconds to wait
 */
export function retryDelay({ attempt, lostMs, budgetMs, waitMs = 0, random }) {
  if (waitMs > 0) return waitMs * (1 + random / 5);
  if (lostMs >= budgetMs) return 10_000 + random * 10_000;
  if (attempt === 0) return FIRST_MS;
  return Math.max(50, random * Math.min(CEILING_MS, FIRST_MS * 2 ** Math.min(attempt, 20)));
}

/**
 * What a close code asks for: below 4500 "come back", above "do not". One outside our range explains nothing: ask.
 * @param {number} code
 * @returns {string} "retry", "ask", or the state that the socket ends in
 */
export function afterClose(code) {
  if (code >= 4000 && code < 4500) return "retry";
  if (code < 4500 || code > 4999) return "ask";
  switch (code) {
    case 4501: return "replaced";
    case 4502: return "signed_out";
    case 4503: return "protocol";
    case 4504: return "closed";
    case 4505: return "kicked";
    default: return "refused";
  }
}

/** Refusals of a socket that trying again cannot mend. @param {string} code */
export function afterRefusal(code) {
  switch (code) {
    case "unauthenticated": return "signed_out";
    case "not_found":
    case "table_closed": return "closed";
    case "forbidden": return "refused";
    default: return "retry";
  }
}
