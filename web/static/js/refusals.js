/**
 * Refusals in words: what happened, what still works, when to try again. The server sends codes and numbers, never prose.
 * A sentence that counts down is a function of the seconds that are left.
 */
import { chips, span, timeOfDay, wait } from "./format.js";
/** @import { Refusal } from "./types.js" */

/** @typedef {(secondsLeft: number) => string} Sentence */

const quick = (s) => `That was quick. ${s > 0 ? `Ready again in ${wait(s)}.` : "Ready again."}`;
const again = (s) => (s > 0 ? `Try again in ${wait(s)}.` : "You can try again.");
const busy = (r, s) => `Busy moment. ${again(s)}`;
const badRange = () => "That range cannot be read. It looks like QQ+, AKs, or 76s-54s.";
const late = () => "Too late – the hand moved on.";

export const ourFault = "That did not work on our side. Nothing was charged.";

/** @param {number} cap 0 when it is not known */
export const allInUse = (cap) => (cap === 0 ? "Every table is in use." : cap === 1 ? "The only table is in use." : `All ${chips(cap)} tables are in use.`);

/** @param {number | undefined} limit */
const tables = (limit) => (limit === undefined ? "many tables" : limit === 1 ? "1 table" : `${chips(limit)} tables`);

/**
 * What a day's allowance was asked for, by the request's path: the refusals of all kinds have one code.
 * @type {Record<string, (limit: number, at: string) => string>}
 */
const allowances = {
  "/api/tables": (n, at) => `You have opened ${tables(n)} today. More at ${at}. Joining is still open.`,
  "/api/chips": (n, at) => `Today’s free chips are used up. Next refill at ${at}.`,
  "/api/odds": (n, at) => `You have asked for odds ${chips(n)} times today. More at ${at}. Playing goes on as before.`,
  "/api/me/export": (n, at) => `You have fetched your data ${chips(n)} times today. Again at ${at}.`,
  "/api/guest": (n, at) => `${chips(n)} guests have come from your network today. New ones are welcome at ${at}. Signing in works as always.`,
};

/**
 * The reset is a date, the wait has a few minutes on top so that not everybody comes back as one: the date is what is said.
 * @param {Refusal} r @param {number} s
 */
function allowance({ path = "", limit = 0, resetAt }, s) {
  const left = resetAt ? Date.parse(resetAt) - Date.now() : s * 1000;
  const at = resetAt && !Number.isNaN(left) ? `${timeOfDay(resetAt)}${left > 0 ? ` (in ${span(left)})` : ""}` : "the start of a new day";
  return (allowances[path] ?? ((_, time) => `Today’s allowance is used up. More at ${time}.`))(limit, at);
}

/** @type {Record<string, (r: Refusal, s: number) => string>} */
const byCode = {
  draining: (r, s) => `The server restarts. New tables open again after that. ${again(s)}`,
  rate_limited: (r, s) => quick(s),
  limiter_full: (r, s) => `Very many visitors at once. ${again(s)}`,
  server_busy: busy,
  db_busy: busy,
  cpu_busy: busy,
  request_timeout: (r, s) => `That took too long. ${again(s)}`,
  cost_too_high: () => "That is more than can be asked at once.",
  database_unavailable: (r, s) => `The records cannot be reached right now. Your chips are safe. ${again(s)}`,
  quota_exhausted: allowance,
  server_full: (r, s) => `${allInUse(r.limit ?? 0)} You can still join one.${s > 0 ? ` New tables may open in ${wait(s)}.` : ""}`,
  too_many_tables: (r) => `You have ${tables(r.limit)} running, the most at once. Joining is still open.`,
  table_busy: () => "Busy moment at this table. Please choose again.",
  sockets_full: (r, s) => `The room is full right now. ${s > 0 ? `Trying again in ${wait(s)}.` : "Trying again…"}`,
  too_many_sockets: (r) => `You have ${tables(r.limit)} open, the most at once. Close one to open this.`,
  watchers_full: () => "This table has all its watchers.",
  mail_unavailable: () => "This server has no way to send mail, so it cannot send a link. Ask whoever runs it.",
  name_taken: () => "Someone has that name already. Please choose another.",
  bad_credentials: () => "That name and password do not belong together. Please check both.",
  bad_token: () => "This link has been used, or is more than an hour old. Ask for a new one.",
  still_seated: () => "You still have a seat at a table. Leave it first; your chips come back to your balance.",
  enough_chips: () => "You already have as many chips as a refill gives.",
  seat_taken: () => "That seat was just taken.",
  table_full: () => "Every seat at this table is taken. You can watch.",
  table_closed: () => "This table has closed.",
  not_found: () => "This table has closed, takes an invite, or the link is not complete.",
  admissions_full: () => "The invites of this table have let in as many people as they may.",
  not_host: () => "Only whoever made this table can invite people.",
  not_here: () => "That is for people who are at the table.",
  already_seated: () => "You already have a seat at this table.",
  not_seated: () => "You have no seat at this table.",
  hand_running: () => "That is possible between two hands.",
  not_enough_chips: () => "You have not enough chips for that.",
  bad_buy_in: (r) => `This table takes ${range(r)}.`,
  bad_amount: (r) => `Raise must be ${range(r)}.`,
  not_your_turn: late,
  hand_over: late,
  stale_action: late,
  illegal_action: () => "That move is not possible now.",
  not_allowed: () => "This table does not have that.",
  no_time_bank: () => "There is nothing left in your time bank.",
  too_late: () => "It is too late for that.",
  nobody: () => "Nobody at this table has that name.",
  silenced: () => "The host has silenced you here.",
  too_many: () => "That list is full.",
  unauthenticated: () => "You were signed out.",
  forbidden: () => "This table is not open to you.",
  offline: () => "The server cannot be reached. Nothing was charged.",
  bad_request: () => "That did not look right to the server. Please check what you entered.",
  bad_range: badRange,
  bad_hands: badRange,
  bad_board: badRange,
  range_blocked: () => "Every hand of that range needs a card that you can see elsewhere.",
  ranges_clash: () => "So many hands of that range cannot be held at once.",
  not_a_card: badRange,
  duplicate_card: () => "The same card cannot be in two places.",
  too_few_cards: () => "So many hands of that range cannot be held at once.",
  method_not_allowed: () => ourFault,
  upgrade_required: () => ourFault,
  internal: () => ourFault,
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
