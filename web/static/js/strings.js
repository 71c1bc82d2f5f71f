/** What the table and the connection say. The lobby's words are in strings-lobby.js, refusals in refusals.js, presets in sizer.js, and what never changes in the HTML. */
import { cardsText, chips } from "./format.js";
/** @import { Acted, LogEntry, Settings } from "./types.js" */

const plural = new Intl.PluralRules("en");
/** @param {number} n @param {string} one @param {string} other */
export const count = (n, one, other) => `${chips(n)} ${plural.select(n) === "one" ? one : other}`;

const list = new Intl.ListFormat("en", { type: "conjunction" });

/**
 * The last action as a word, and what narrow places leave out: the chips lie in front of the seat anyway.
 * @param {Acted} last
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

/** What is nearly lost or nearly won is not lost or won. @param {number} share from 0 to 1 */
const percent = (share) => (share > 0 && share < 0.01 ? Math.max(0.1, 100 * share).toFixed(1)
  : share > 0.99 && share < 1 ? Math.min(99.9, 100 * share).toFixed(1) : String(Math.round(100 * share)));

/** @param {Settings["game"]} game */
export const stakes = (game) => `${chips(game.small_blind)}/${chips(game.big_blind)}`;

export const strings = {
  table: {
    you: "You", away: "Away", leaving: "Leaving", sittingOut: "Sitting out", broke: "No chips", nextHand: "Next hand", outAfter: "Sitting out after this hand", leavingAfter: "Leaving after this hand", bot: "Bot",
    folded: "Fold", allIn: "All-in", smallBlind: "SB", bigBlind: "BB", mucked: "Mucked",
    sitHere: (n) => `Sit in seat ${n}`, sit: "Sit", empty: "Empty", takeSeat: "Take a seat",
    full: "Watching. Every seat is taken.", watching: "Watching", dealer: "Dealer", practice: "Practice", practiceNote: "Practice: bots and play money. Friends can join with the link.", seatName: (n, name, bot) => `Seat ${n}${name && `: ${name}`}${bot ? ", bot" : ""}`,
    yourMove: "Your move",
    pot: (n) => `Pot ${chips(n)}`, mainPot: "Main", sidePot: (i) => `Side ${i}`, potName: (i) => (i === 0 ? "Main pot" : `Side pot ${i}`),
    yourTurn: "Your turn", fold: "Fold", check: "Check", call: (n) => `Call ${chips(n)}`,
    bet: (n) => `Bet ${chips(n)}`, raise: (n) => `Raise to ${chips(n)}`,
    allInFor: (n) => `All-in ${chips(n)}`, raiseIdle: "Raise", amount: "Amount", less: "Less", more: "More",
    between: (min, max) => `Between ${chips(min)} and ${chips(max)}.`,
    price: (call, pot) => [`Call ${chips(call)} into ${chips(pot)}`, `needs ${Math.round((100 * call) / (pot + call))} %`],
    wins: (names, n, me) =>
      names.length > 1 ? `${list.format(names)} share ${chips(n)}` : `${names[0]} ${me ? "win" : "wins"} ${chips(n)}`,
    waitingPlayers: "Waiting for another player. Invite one with the link.", waitingHand: "The next hand starts in a moment.",
    waitingYou: "The next hand starts when you are back.", waitingChips: "The next hand starts when you have chips again.",
    waitingSeat: "Take a seat to start.", waitingFor: (names) => `Waiting for ${list.format(names)} to come back.`, alone: "Nobody else is here yet.",
    back: "I’m back", sitOut: "Sit out", topUp: "Add chips", rebuy: "Rebuy", stand: "Stand up", leave: "Leave the table",
    menu: "Menu", odds: "Odds", account: "Account", newTab: "opens a new tab", log: "Log", invite: "Copy link", close: "Close", lobby: "Lobby",
    out: /** @type {Record<string, string>} */ ({
      clock: "You missed two turns and are sitting out.",
      asked: "You are sitting out. Your chips are safe.",
    }),
    outBroke: "You have no chips left at this table.",
    leavingNow: "You leave after this hand.",
    standNote: (n) => `You leave after this hand with ${chips(n)}.`,
    leaveNote: (n) => `You fold this hand and keep ${chips(n)}.`,
    leaveIdle: (n) => `${count(n, "chip goes", "chips go")} back to your balance.`, stay: "Stay",
    frozen: "One moment: the table is waiting for its records. No clock is running.",
    titleTurn: (name) => `● Your turn – ${name}`,
    yourTurnAloud: (call, left) =>
      `Your turn. ${call > 0 ? `Call ${chips(call)} or raise.` : "Check or bet."} ${left} seconds.`,
    fiveLeft: "Five seconds left.", cards: "Your cards", board: "Board", hiddenCard: "hidden card",
  },
  buyIn: {
    sit: "Sit down", rebuy: "Rebuy", topUp: "Add chips", amount: "Chips to bring", go: "OK", cancel: "Cancel",
    limits: (min, max, have) =>
      `${chips(min)} to ${chips(max)}. You have ${chips(have)}.`,
    tooPoor: (min, have) =>
      `This table asks for ${chips(min)}. You have ${chips(have)}.`,
    free: "Get free chips", watch: "Watch instead", fresh: "Start again as a new guest", backTo: (name, n) => `Back to ${name} (${chips(n)})`, noRoom: "Your stack is already at the table’s maximum.",
  },
  coach: {
    title: "Odds", aid: "A practice aid: what your cards are worth if everybody stays in.", against: "Against", random: "any cards",
    hint: "Empty for any cards, or a range such as QQ+, AKs", ask: "Ask", asking: "Counting…", noCards: "When you hold cards you can ask.",
    equity: (share, error, n, range) => `Equity ${percent(share)} %${error > 0 ? ` ±${error.toFixed(1)}` : ""} against ${
      range ? (n === 1 ? range : `${n} hands of ${range}`) : count(n, "random hand", "random hands")}`,
  },
  verify: {
    proven: (n) => `${count(n, "card", "cards")} verified`,
    failed: "A card does not match what was promised before the deal.",
    insecure: "Verifying cards needs https.", none: "Cards are verified as you see them",
    meaning: "Before the deal the server published a fingerprint of the whole shuffled deck. Your browser has checked each card "
      + "you were shown against it: none was changed after the deal. It cannot tell who has looked at cards or how they were shuffled.",
  },
  conn: {
    word: /** @type {Record<string, string>} */ ({
      connecting: "Connecting", syncing: "Connecting", live: "Connected", stale: "Slow…", lost: "Reconnecting", out: "Reconnecting",
    }),
    ended: "Closed", elsewhere: "Elsewhere",
    slow: (ms) => `Slow · ${chips(ms)} ms`,
    retry: "Retry now", tryNow: "Try now", closeTab: (name) => `Close ${name}`, aside: "You have closed this table here to open another.", lobby: "Back to lobby", stops: (s) => `Restart in ${s} s. This hand finishes first. Your chips are safe.`, restarting: "Restarting. You will be back at your place automatically.", lostNow: "Connection lost. Reconnecting…", offline: "Your device is offline.", back: "Back at the table.",
    held: (time) => ` Seat held for ${time}.`, yourTurn: " It is your turn.",
    busyHeld: (time) => `Busy moment. Your seat is held; ${time ? `trying again in ${time}` : "trying again…"}.`,
    asked: "Reconnecting. The server asks for a moment.",
    outSeated: (n) => `Still trying to reach the table. Your seat and ${count(n, "chip", "chips")} are kept.`,
    outWatching: "Connection lost. Still trying to reach the server.",
    replaced: "This table is open in another tab or device.", here: "Play here",
    signedOut: "You were signed out. Sign in to take your seat again.", signIn: "Sign in", comeBack: "Come back",
    kicked: "The host has closed your seat at this table.", refused: "This table is not open to you.",
    protocol: "This page and the server do not understand each other. A fresh page helps.", reload: "Load again",
    closed: "This table has closed, takes an invite, or the link is not complete. Chips at the table are back in your balance.",
    update: "An update is ready.", load: "Load it", catchingUp: "Catching up…", ok: "OK", again: "Try again",
  },
};

/**
 * What happened, in one short sentence; "" when it is not worth one.
 * @param {LogEntry} e
 * @returns {string}
 */
export function sentence(e) {
  const n = e.name;
  switch (e.type) {
    case "hand_started": return `Hand ${chips(e.number)}`;
    case "posted": return `${n} posts ${chips(e.amount)}${e.all_in ? " and is all-in" : ""}.`;
    case "acted": return `${n} ${deed(e)}${e.all_in ? " and is all-in" : ""}${e.reason === "clock" ? " (out of time)" : ""}.`;
    case "uncalled": return `${chips(e.amount)} go back to ${n}.`;
    case "street": return `${{ flop: "Flop", turn: "Turn", river: "River" }[/** @type {"flop"} */ (e.street)]}: ${cardsText(e.cards.map((o) => o.card))}`;
    case "shown": return `${n} shows ${cardsText(e.cards.map((o) => o.card))}${e.holding ? `: ${e.holding}` : ""}.`;
    case "showed": return `${n} shows ${cardsText(e.cards.map((o) => o.card))}.`;
    case "rabbit": return `Would have come: ${cardsText(e.cards.map((o) => o.card))}.`;
    case "mucked": return `${n} mucks.`;
    case "won": return `${strings.table.wins(e.winners.map((w) => w.name), e.amount, false)}${e.pot > 0 ? ` from side pot ${e.pot}` : ""}${e.holding ? ` with ${e.holding}` : ""}.`;
    case "sat": return `${n} sits down with ${chips(e.chips)}.`;
    case "bought": return `${n} adds ${chips(e.amount)}.`;
    case "leaving": return `${n} leaves after this hand.`;
    case "stood": return e.reason === "sat_out" ? `${n} sat out for too long and has left.` : `${n} has left.`;
    case "sat_out": return e.reason === "clock" ? `${n} missed two turns and sits out.` : `${n} sits out.`;
    case "wished": return `${n} ${e.on ? "asks for" : "no longer asks for"} a ${e.wish.replace("_", " ")}.`;
    case "came_back": return `${n} is back.`;
    case "silenced": return e.on ? `The host has silenced ${n}.` : `${n} may speak again.`;
    case "kicked": return `The host has shown ${n} out.`;
    case "paused": return "The host has paused the table.";
    case "resumed": return "The table goes on.";
    case "ending": return "The host closes the table after this hand.";
    case "closed": return "The table has closed.";
    default: return "";
  }
}

/** @param {LogEntry} e */
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
