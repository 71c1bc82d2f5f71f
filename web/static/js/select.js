/** What the table's parts show, drawn from the state. Pure: the page computes no outcome, it only puts facts together. */
import { lastAction, strings } from "./strings.js";

const words = strings.table;

/** @typedef {import("./types.js").TableState} TableState */
/** @typedef {import("./types.js").HandSeat} HandSeat */

/** @param {TableState} s */
export const handRunning = (s) => s.hand !== null && !s.hand.over;

/** @param {TableState} s */
export const mySeat = (s) => (s.you.seat >= 0 ? s.seats[s.you.seat] : undefined);

/** @param {TableState} s */
export const myTurn = (s) => s.turn !== null && s.you.seat >= 0 && s.turn.seat === s.you.seat;

/** The seat of a hand. @param {TableState} s @param {number} seat @returns {HandSeat | undefined} */
export const inHand = (s, seat) => s.hand?.seats.find((p) => p.seat === seat);

/** Whether the viewer has live cards. @param {TableState} s */
export const playing = (s) => handRunning(s) && s.you.seat >= 0 && inHand(s, s.you.seat)?.folded === false;

/** @param {TableState} s @returns {number[]} */
export const freeSeats = (s) => Array.from({ length: s.settings.seats }, (_, i) => i).filter((i) => !s.seats[i]);

/** Why the viewer sits out, as far as the log remembers. @param {TableState} s @returns {string} */
export const outReason = (s) => s.log.findLast((e) => e.type === "sat_out" && e.seat === s.you.seat)?.reason ?? "asked";

/** @typedef {import("./types.js").Pod} Pod */

/** @param {TableState} s @param {number} seat @returns {Pod} */
export function pod(s, seat) {
  const player = s.seats[seat];
  const dealt = player && inHand(s, seat);
  const mine = seat === s.you.seat;
  const wins = s.hand?.won.flatMap((w) => w.winners).filter((w) => w.seat === seat).reduce((sum, w) => sum + w.chips, 0) ?? 0;
  return {
    seat, mine, taken: player !== undefined,
    name: player?.name ?? "",
    stack: dealt && handRunning(s) ? dealt.stack : player?.chips ?? 0,
    bet: dealt?.bet ?? 0,
    ...status(s, seat),
    cards: cards(s, seat),
    best5: wins > 0 ? dealt?.best5 ?? [] : [],
    dealer: s.hand?.button === seat,
    acting: s.turn?.seat === seat,
    wins: dealt ? wins : 0,
  };
}

/** @param {TableState} s @param {number} seat @returns {{tag: string, rest: string, tone: Pod["tone"]}} */
function status(s, seat) {
  const say = (tag, /** @type {Pod["tone"]} */ tone = "", rest = "") => ({ tag, rest, tone });
  const player = s.seats[seat];
  const dealt = player && inHand(s, seat);
  const live = dealt && !dealt.folded && !s.hand?.over;
  if (!player) return say("");
  if (player.away && !player.bot) return say(words.away, "away");
  if (player.leaving && !live) return say(words.leaving, "quiet");
  if (player.sitting_out && !live) return say(player.chips === 0 ? words.broke : words.sittingOut, "quiet");
  if (!dealt) return say(handRunning(s) ? words.nextHand : "", "quiet");
  if (dealt.folded) return say(words.folded, "folded");
  if (dealt.all_in) return say(words.allIn);
  if (dealt.last) return say(lastAction(dealt.last)[0], "", lastAction(dealt.last)[1]);
  if (s.hand?.street === "preflop" && dealt.bet > 0) {
    if (seat === s.hand.small_blind) return say(words.smallBlind);
    if (seat === s.hand.big_blind) return say(words.bigBlind);
  }
  return say(dealt.mucked ? words.mucked : "");
}

/** @param {TableState} s @param {number} seat @returns {Pod["cards"]} */
function cards(s, seat) {
  const dealt = s.seats[seat] && inHand(s, seat);
  if (!dealt || !s.hand?.dealt) return "none";
  if (seat === s.you.seat && s.hand.your_cards?.length === 2) return s.hand.your_cards;
  if (dealt.shown.length === 2) return dealt.shown;
  return dealt.folded || dealt.mucked ? "none" : "backs";
}

/** Main and side pots, and all of it with the bets in front. @param {TableState} s */
export function pots(s) {
  if (!s.hand) return { total: 0, parts: [] };
  const parts = s.hand.won.length > 0 ? [] : s.hand.pots ?? [];
  return { total: s.hand.pot, parts };
}

/** The board's cards that win, while a showdown is on. @param {TableState} s @returns {Set<string>} */
export function winningCards(s) {
  const winners = new Set(s.hand?.won.flatMap((w) => w.winners.map((p) => p.seat)));
  return new Set(s.hand?.seats.filter((p) => winners.has(p.seat)).flatMap((p) => p.best5 ?? []));
}

/** One sentence per pot. @param {TableState} s @returns {{sentence: string, holding: string}[]} */
export function results(s) {
  const name = (seat) => (seat === s.you.seat ? words.you : s.seats[seat]?.name ?? "");
  return (s.hand?.won ?? []).map((w) => ({
    sentence: words.wins(w.winners.map((p) => name(p.seat)), w.amount, w.winners.some((p) => p.seat === s.you.seat)),
    holding: w.name ?? "",
  }));
}

/** How many cards of this hand were proven, and whether one was not. @param {TableState} s */
export function verification(s) {
  const outcomes = Object.values(s.checks);
  const possible = Boolean(s.hand?.commitment);
  return { possible, proven: outcomes.filter(Boolean).length, failed: outcomes.filter((ok) => !ok).length };
}
