/**
 * Refusals in words: what happened, what still works, when to try again. The server sends codes and numbers, never prose.
 * A sentence that counts down is a function of the seconds that are left.
 */
import { chips, wait } from "./format.js";
/** @import { Refusal } from "./types.js" */

/** @typedef {(secondsLeft: number) => string} Sentence */

const quick = (s) => `That was quick. ${s > 0 ? `Ready again in ${wait(s)}.` : "Ready again."}`;
const again = (s) => (s > 0 ? `Try again in ${wait(s)}.` : "You can try again.");

export const ourFault = "That did not work on our side. Nothing was charged.";

/** @type {Record<string, (r: Refusal, s: number) => string>} */
const byCode = {
  draining: (r, s) => `The server restarts. New tables open again after that. ${again(s)}`,
  rate_limited: (r, s) => quick(s),
  limiter_full: (r, s) => `Very many visitors at once. ${again(s)}`,
  server_busy: (r, s) => `Busy moment. ${again(s)}`,
  request_timeout: (r, s) => `That took too long. ${again(s)}`,
  db_busy: (r, s) => `Busy moment. ${again(s)}`,
  cpu_busy: (r, s) => `Busy moment. ${again(s)}`,
  database_unavailable: (r, s) => `The records cannot be reached right now. Your chips are safe. ${again(s)}`,
  table_busy: () => "Busy moment at this table. Please choose again.",
  sockets_full: (r, s) => `The room is full right now. ${s > 0 ? `Trying again in ${wait(s)}.` : "Trying again…"}`,
  too_many_sockets: (r) => `You have ${r.limit ? `${chips(r.limit)} tables` : "many tables"} open, the most at once. Close one to open this.`,
  watchers_full: () => "This table has all its watchers.",
  seat_taken: () => "That seat was just taken.",
  table_full: () => "Every seat at this table is taken. You can watch.",
  table_closed: () => "This table has closed.",
  not_found: () => "This table has closed, or the link is not complete.",
  already_seated: () => "You already have a seat at this table.",
  not_seated: () => "You have no seat at this table.",
  hand_running: () => "That is possible between two hands.",
  not_enough_chips: () => "You have not enough chips for that.",
  bad_buy_in: (r) => `This table takes ${range(r)}.`,
  bad_amount: (r) => `Raise must be ${range(r)}.`,
  not_your_turn: () => "Too late – the hand moved on.",
  hand_over: () => "Too late – the hand moved on.",
  stale_action: () => "Too late – the hand moved on.",
  illegal_action: () => "That move is not possible now.",
  unauthenticated: () => "You were signed out.",
  forbidden: () => "This table is not open to you.",
  offline: () => "The server cannot be reached. Nothing was charged.",
  bad_request: () => "That did not look right to the server. Please check what you entered.",
};

/** @param {Refusal} r */
function range({ min, max }) {
  if (min === undefined || max === undefined) return "another amount";
  return min === max ? chips(min) : `${chips(min)}–${chips(max)}`;
}

/** @param {Refusal} refusal @returns {Sentence} */
export function refusalSentence(refusal) {
  const say = byCode[refusal.code];
  if (say) return (s) => say(refusal, s);
  if (refusal.status === 429) return quick;
  return () => ourFault;
}

/** @param {Refusal} refusal */
export const refusedNow = (refusal) => refusalSentence(refusal)(Math.ceil(refusal.retryMs / 1000));

/**
 * A refused action. When the price is what moved, the new one is on the buttons.
 * @param {Refusal} refusal
 * @param {number | null} price to call now, when it is still the player's turn
 */
export function actionSentence(refusal, price) {
  if (refusal.code === "stale_action" && price !== null) {
    return price > 0 ? `The price changed to ${chips(price)}. Choose again.` : "Checking is free now. Choose again.";
  }
  return refusedNow(refusal);
}
