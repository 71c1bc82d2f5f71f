/** What the lobby says. */
import { chips, wait } from "./format.js";
import { refusalSentence } from "./refusals.js";
import { count } from "./strings.js";
/** @import { Refusal } from "./types.js" */

/** @param {number} cap 0 when it is not known */
export const allInUse = (cap) => (cap === 0 ? "Every table is in use." : cap === 1 ? "The only table is in use." : `All ${chips(cap)} tables are in use.`);

export const lobby = {
  badLink: "That does not look like a link to a table.",
  name: "Table", stakes: "Stakes", seats: "Seats", hands: "Hands", tags: "Tags", sit: "Sit", watch: "Watch",
  practice: "Practice", closed: "Closed",
  empty: "No public tables right now. Create one, or start a practice table.",
  loading: "Looking for tables…",
  capacity: (used, cap) => `${chips(used)} of ${count(cap, "table", "tables")} in use`,
  busy: (used, cap) => `Busy: ${chips(used)} of ${count(cap, "table", "tables")} in use.`,
  full: (cap) => `${allInUse(cap)} You can still join one.`,
  draining: "New tables open again after the restart.",
  seatInstead: (cap, name) =>
    `${allInUse(cap).slice(0, -1)}, so here is a free seat at ${name}.`,
  nothingFree: (cap) =>
    `${allInUse(cap).slice(0, -1)} and no public table has a free seat. Seats free up all the time.`,
  balance: (name, n, away) => `${name} · ${count(n, "chip", "chips")}${away > 0 ? `, ${chips(away)} at tables` : ""}`,
  sitting: (name, n) => `You are sitting at ${name} with ${count(n, "chip", "chips")}.`, back: "Back to your seat",
  playFull: (cap, name) => `${allInUse(cap)} Play now takes you to a free seat at ${name}.`,
  createFull: (cap) => `${allInUse(cap)} A new one can open when one closes.`,
  liveFull: "Live updates are full; the list refreshes every 5 s.",
  practiceName: "Practice", showSeats: "Show open seats",
};

export const create = {
  title: "Create a table", name: "Name", namePlaceholder: "Named after you",
  seats: "Seats", blinds: "Blinds", bots: "Bots", level: "Bots play", private: "Private: only people with the link",
  levels: { odds: "Thoughtful", tight: "Tight", calling: "Loose" },
  styles: /** @type {Record<string, string>} */ ({ odds: "They weigh the odds.", tight: "They play good hands only.", calling: "They call a lot." }),
  go: "Create", cancel: "Cancel",
};

/** What only the making of a table is refused for. @type {Record<string, (r: Refusal, s: number) => string>} */
const byCode = {
  server_full: (r, s) => `${allInUse(r.limit ?? 0)} You can still join one.`
    + (s > 0 ? ` New tables may open in ${wait(s)}.` : ""),
  too_many_tables: (r) => `You have ${r.limit ? `${chips(r.limit)} tables` : "many tables"} running, the most at once. Joining is still open.`,
};

/** A refusal in the lobby's words. @param {Refusal} refusal @returns {import("./refusals.js").Sentence} */
export const lobbyRefusal = (refusal) => (byCode[refusal.code] ? (s) => byCode[refusal.code](refusal, s) : refusalSentence(refusal));
