/** Every word the pages say, English first. Refusals and answers to commands are in refusals.js. */
import { cardsText, chips } from "./format.js";

const plural = new Intl.PluralRules("en");
/** @param {number} n @param {string} one @param {string} other */
export const count = (n, one, other) => `${chips(n)} ${plural.select(n) === "one" ? one : other}`;

const list = new Intl.ListFormat("en", { type: "conjunction" });

/**
 * The last action as a word, and what narrow places leave out: the chips lie in front of the seat anyway.
 * @param {import("./types.js").Acted} last
 * @returns {[string, string]}
 */
export function lastAction({ do: verb, amount, bet, all_in }) {
  if (all_in) return [strings.table.allIn, ""];
  switch (verb) {
    case "fold": return ["Fold", ""];
    case "check": return ["Check", ""];
    case "call": return ["Call", ` ${chips(amount)}`];
    case "bet": return ["Bet", ` ${chips(bet)}`];
    case "raise": return ["Raise", ` to ${chips(bet)}`];
    default: return [verb, ""];
  }
}

/** @param {import("./types.js").Settings["game"]} game */
export const stakes = (game) => `${chips(game.small_blind)}/${chips(game.big_blind)}`;

export const strings = {
  lobby: {
    playNow: "Play now", playNowHint: "A practice table with three bots. No sign-up, play money only.",
    create: "Create a table", join: "Join by link", joinLabel: "Link or table id", joinGo: "Go",
    badLink: "That does not look like a link to a table.",
    name: "Table", stakes: "Stakes", seats: "Seats", hands: "Hands", tags: "Tags", sit: "Sit", watch: "Watch",
    practice: "Practice", closed: "Closed",
    empty: "No public tables right now. Create one, or start a practice table.",
    loading: "Looking for tables…",
    capacity: (/** @type {number} */ used, /** @type {number} */ cap) => `${chips(used)} of ${count(cap, "table", "tables")} in use`,
    busy: (/** @type {number} */ used, /** @type {number} */ cap) => `Busy: ${chips(used)} of ${count(cap, "table", "tables")} in use.`,
    full: (/** @type {number} */ cap) => `All ${chips(cap)} tables are in use. You can still join one.`,
    draining: "New tables open again after the restart.",
    seatInstead: (/** @type {number} */ cap, /** @type {string} */ name) =>
      `All ${chips(cap)} tables are in use, so here is a free seat at ${name}.`,
    nothingFree: (/** @type {number} */ cap) =>
      `All ${chips(cap)} tables are in use and no public table has a free seat. Seats free up all the time.`,
    balance: (/** @type {string} */ name, /** @type {number} */ n) => `${name} · ${count(n, "chip", "chips")}`,
    practiceName: "Practice",
  },
  create: {
    title: "Create a table", name: "Name", namePlaceholder: "Named after you unless you say otherwise",
    seats: "Seats", blinds: "Blinds", bots: "Bots", level: "Bots play", private: "Private: only people with the link",
    levels: { calling: "Loose: they call a lot", tight: "Tight: good hands only", odds: "Thoughtful: they weigh the odds" },
    go: "Create", cancel: "Cancel",
  },
  table: {
    you: "You", away: "Away", leaving: "Leaving", sittingOut: "Sitting out", broke: "No chips", nextHand: "Next hand",
    folded: "Fold", allIn: "All-in", smallBlind: "SB", bigBlind: "BB", mucked: "Mucked",
    sitHere: (/** @type {number} */ n) => `Sit in seat ${n}`, sit: "Sit", empty: "Empty", takeSeat: "Take a seat",
    full: "Watching. Every seat is taken.", watching: "Watching", dealer: "Dealer", bot: "bot",
    pot: (/** @type {number} */ n) => `Pot ${chips(n)}`, mainPot: "Main", sidePot: (/** @type {number} */ i) => `Side ${i}`,
    yourTurn: "Your turn", fold: "Fold", check: "Check", call: (/** @type {number} */ n) => `Call ${chips(n)}`,
    bet: (/** @type {number} */ n) => `Bet ${chips(n)}`, raise: (/** @type {number} */ n) => `Raise to ${chips(n)}`,
    allInFor: (/** @type {number} */ n) => `All-in ${chips(n)}`, raiseIdle: "Raise", amount: "Amount", less: "Less", more: "More",
    between: (/** @type {number} */ min, /** @type {number} */ max) => `Between ${chips(min)} and ${chips(max)}.`,
    price: (/** @type {number} */ call, /** @type {number} */ pot) =>
      `Call ${chips(call)} into ${chips(pot)} · needs ${Math.round((100 * call) / (pot + call))} %`,
    wins: (/** @type {string[]} */ names, /** @type {number} */ n, /** @type {boolean} */ me) =>
      names.length > 1 ? `${list.format(names)} share ${chips(n)}` : `${names[0]} ${me ? "win" : "wins"} ${chips(n)}`,
    waitingPlayers: "Waiting for another player. Invite one with the link.", waitingHand: "The next hand starts in a moment.",
    back: "I’m back", sitOut: "Sit out", topUp: "Add chips", rebuy: "Rebuy", stand: "Stand up", leave: "Leave the table",
    menu: "Menu", log: "Log", invite: "Copy link", copied: "Copied", close: "Close", lobby: "Lobby",
    out: /** @type {Record<string, string>} */ ({
      clock: "You missed two turns and are sitting out.", away: "You were away and are sitting out.",
      asked: "You are sitting out. Your chips are safe.",
    }),
    outBroke: "You have no chips left at this table.",
    leavingNow: "You leave after this hand.",
    standNote: (/** @type {number} */ n) => `You leave after this hand with ${chips(n)}.`,
    leaveNote: (/** @type {number} */ n) => `You fold this hand and keep ${chips(n)}.`,
    leaveIdle: (/** @type {number} */ n) => `You take ${chips(n)} home.`, stay: "Stay",
    practiceNote: "Practice: bots and play money. Invite a friend with the link.",
    frozen: "One moment: the table is waiting for its records. No clock is running.",
    titleTurn: (/** @type {string} */ name) => `● Your turn – ${name}`,
    yourTurnAloud: (/** @type {number} */ call, /** @type {number} */ left) =>
      `Your turn. ${call > 0 ? `Call ${chips(call)} or raise.` : "Check or bet."} ${left} seconds.`,
    fiveLeft: "Five seconds left.", cards: "Your cards", board: "Board", hiddenCard: "hidden card",
  },
  buyIn: {
    sit: "Sit down", rebuy: "Rebuy", topUp: "Add chips", amount: "Chips to bring", go: "OK", cancel: "Cancel",
    limits: (/** @type {number} */ min, /** @type {number} */ max, /** @type {number} */ have) =>
      `${chips(min)} to ${chips(max)}. You have ${chips(have)}.`,
    tooPoor: (/** @type {number} */ min, /** @type {number} */ have) =>
      `This table asks for ${chips(min)}. You have ${chips(have)}.`,
    fresh: "Start again as a new guest", noRoom: "Your stack is already at the table’s maximum.",
  },
  verify: {
    proven: (/** @type {number} */ n) => `${count(n, "card", "cards")} verified`,
    failed: "A card does not match what was promised before the deal.",
    insecure: "Verifying cards needs https.", none: "Cards are verified as you see them",
    meaning: "Before the deal the server published a fingerprint of the whole shuffled deck. Your browser has checked each card "
      + "you were shown against it: none was changed after the deal. It cannot tell who has looked at cards or how they were shuffled.",
  },
  conn: {
    connecting: "Connecting", syncing: "Connecting", live: "Connected", stale: "Slow…", lost: "Reconnecting",
    out: "Reconnecting", ended: "Closed",
    slow: (/** @type {number} */ ms) => `Slow · ${chips(ms)} ms`,
  },
};

/**
 * What happened, in one short sentence; "" when it is not worth one.
 * @param {import("./types.js").LogEntry} e
 * @returns {string}
 */
export function sentence(e) {
  const n = e.name;
  switch (e.type) {
    case "hand_started": return `Hand ${chips(e.number)}`;
    case "posted": return `${n} posts ${chips(e.amount)}${e.all_in ? " and is all-in" : ""}.`;
    case "acted": return `${n} ${deed(e)}${e.all_in ? " and is all-in" : ""}${e.reason === "clock" ? " (out of time)" : ""}.`;
    case "uncalled": return `${chips(e.amount)} go back to ${n}.`;
    case "street": return `${{ flop: "Flop", turn: "Turn", river: "River" }[/** @type {"flop"} */ (e.street)]}: ${cardsText(e.cards.map((/** @type {any} */ o) => o.card))}`;
    case "shown": return `${n} shows ${cardsText(e.cards.map((/** @type {any} */ o) => o.card))}${e.holding ? `: ${e.holding}` : ""}.`;
    case "mucked": return `${n} mucks.`;
    case "won": return `${strings.table.wins(e.winners.map((/** @type {any} */ w) => w.name), e.amount, false)}${e.holding ? ` with ${e.holding}` : ""}.`;
    case "sat": return `${n} sits down with ${chips(e.chips)}.`;
    case "bought": return `${n} adds ${chips(e.amount)}.`;
    case "leaving": return `${n} leaves after this hand.`;
    case "stood": return `${n} has left.`;
    case "sat_out": return e.reason === "clock" ? `${n} missed two turns and sits out.` : `${n} sits out.`;
    case "came_back": return `${n} is back.`;
    case "closed": return "The table has closed.";
    default: return "";
  }
}

/** @param {import("./types.js").LogEntry} e */
function deed(e) {
  switch (e.do) {
    case "fold": return "folds";
    case "check": return "checks";
    case "call": return `calls ${chips(e.amount)}`;
    case "bet": return `bets ${chips(e.bet)}`;
    case "raise": return `raises to ${chips(e.bet)}`;
    default: return e.do;
  }
}
