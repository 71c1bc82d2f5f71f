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
  balance: (name, n) => `${name} · ${count(n, "chip", "chips")}`,
  practiceName: "Practice", showSeats: "Show open seats",
};

export const create = {
  title: "Create a table", name: "Name", namePlaceholder: "Named after you unless you say otherwise",
  seats: "Seats", blinds: "Blinds", bots: "Bots", level: "Bots play", private: "Private: only people with the link",
  levels: { calling: "Loose: they call a lot", tight: "Tight: good hands only", odds: "Thoughtful: they weigh the odds" },
  go: "Create", cancel: "Cancel",
};
