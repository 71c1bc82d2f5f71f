/**
 * Clocks that cannot lie: the server tells the milliseconds left, the page keeps their end on performance.now(), which no
 * change of the wall clock moves. While the connection is not live nobody knows, and the clock says so.
 */

/** @import { Reading } from "./types.js" */

/** The end on performance.now(); 0 for none. @param {number} msLeft as the server said @param {number} now when it said so */
export const deadline = (msLeft, now) => (msLeft > 0 ? now + msLeft : 0);

/**
 * @param {{deadline: number, clock_ms: number} | null} turn @param {number} now
 * @param {boolean} trusted false while the connection is not live or the table's clock stands still
 * @returns {Reading}
 */
export function read(turn, now, trusted) {
  if (!turn || !trusted || !turn.deadline) return { known: false, seconds: 0, share: 0, mood: "calm" };
  const left = Math.max(0, turn.deadline - now);
  const seconds = Math.ceil(left / 1000);
  const share = turn.clock_ms > 0 ? Math.min(1, left / turn.clock_ms) : 0;
  return { known: true, seconds, share, mood: seconds <= 3 ? "last" : seconds <= 5 ? "soon" : "calm" };
}

/** @param {Reading} reading */
export const clockText = (reading) => (reading.known ? `${reading.seconds} s` : "–");
