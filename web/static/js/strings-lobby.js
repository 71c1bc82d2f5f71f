/** What the lobby says. */
import { chips } from "./format.js";
import { allInUse } from "./refusals.js";
import { count } from "./strings.js";

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
  title: "the lobby", practiceName: "Practice", account: "Account", signIn: "Sign in", showSeats: "Show open seats",
};

export const create = {
  title: "Create a table", name: "Name", namePlaceholder: "Named after you",
  seats: "Seats", blinds: "Blinds", bots: "Bots", level: "Bots play", private: "Private: only people you invite",
  levels: { odds: "Thoughtful", tight: "Tight", calling: "Loose" },
  styles: /** @type {Record<string, string>} */ ({ odds: "They weigh the odds.", tight: "They play good hands only.", calling: "They call a lot." }),
  go: "Create", cancel: "Cancel",
};
