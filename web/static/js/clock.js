/**
 * Clocks that cannot lie. The server tells the milliseconds that are left; the page keeps the moment at which they end on
 * performance.now(), which no change of the wall clock moves. While the connection is not live, nobody knows how much is
 * left, and the clock says so.
 */

/**
 * @param {number} msLeft as the server said
 * @param {number} now performance.now() when it said so
 * @returns {number} the end on the same scale; 0 for none
 */
export const deadline = (msLeft, now) => (msLeft > 0 ? now + msLeft : 0);

/** @typedef {import("./types.js").Reading} Reading */

/**
 * @param {{deadline: number, clock_ms: number} | null} turn
 * @param {number} now
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
