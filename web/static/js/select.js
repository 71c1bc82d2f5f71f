/** What the table's parts show. Pure: the page computes no outcome, it only puts facts together. */
import { lastAction, strings } from "./strings.js";
/** @import { HandSeat, Pod, TableState } from "./types.js" */

const words = strings.table;

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

/** Who would be dealt in. @param {TableState} s */
const ready = (s) => Object.values(s.seats).filter((p) => p.chips > 0 && !p.sitting_out && !p.leaving);

/** Whether the next hand comes by itself: bots do not play alone. @param {TableState} s */
export const nextDue = (s) => ready(s).length > 1 && ready(s).some((p) => !p.bot);

/** What the table waits for, once the last hand is off the felt; "" when it waits for nobody. @param {TableState} s */
export function stageNote(s) {
  if (s.closed) return "";
  if (s.frozen) return words.frozen;
  if (s.hand) return "";
  if (nextDue(s)) return words.waitingHand;
  const me = mySeat(s);
  if (ready(s).length > 0) { // one more person is enough
    if (me?.chips === 0) return words.waitingChips;
    if (me?.sitting_out) return words.waitingYou;
    if (!me && !s.you.watch && freeSeats(s).length > 0) return words.waitingSeat;
  }
  const absent = Object.values(s.seats).filter((p) => p.sitting_out && !p.leaving && p !== me);
  return absent.length > 0 ? words.waitingFor(absent.map((p) => p.name)) : words.waitingPlayers;
}

/** @param {TableState} s @param {number} seat @returns {Pod} */
export function pod(s, seat) {
  const player = s.seats[seat];
  const dealt = player && inHand(s, seat);
  const mine = seat === s.you.seat;
  const wins = s.hand?.won.flatMap((w) => w.winners).filter((w) => w.seat === seat).reduce((sum, w) => sum + w.chips, 0) ?? 0;
  return {
    seat, mine, taken: player !== undefined,
    name: player?.name ?? "", bot: Boolean(player?.bot),
    stack: dealt && (handRunning(s) || player.bot) ? dealt.stack : player?.chips ?? 0, // a bot buys chips only for the next hand
    bet: dealt?.bet ?? 0,
    ...status(s, seat),
    cards: cards(s, seat),
    best5: best5(s, seat),
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
  if (dealt?.folded && !s.hand?.over) return say(words.folded, "folded");
  if (live && seat === s.you.seat && (player.leaving || player.sitting_out)) return say(player.leaving ? words.leavingAfter : words.outAfter);
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

/** The five cards with which a seat wins; none while it does not. @param {TableState} s @param {number} seat */
const best5 = (s, seat) => s.hand?.won.flatMap((w) => w.winners.flatMap((p, i) => (p.seat === seat ? w.best5?.[i] ?? [] : []))) ?? [];

/** All cards that win, while a showdown is on. @param {TableState} s @returns {Set<string>} */
export const winningCards = (s) => new Set(s.hand?.won.flatMap((w) => w.best5?.flat() ?? []));

/** One sentence per pot, with the pot's name when there are several. @param {TableState} s @returns {{pot: string, sentence: string, holding: string}[]} */
export function results(s) {
  const name = (seat) => (seat === s.you.seat ? words.you : s.seats[seat]?.name ?? "");
  const won = s.hand?.won ?? [];
  const me = (p) => Number(p.seat === s.you.seat); // named first
  return won.map((w) => ({
    pot: won.length > 1 ? words.potName(w.pot) : "",
    sentence: words.wins(w.winners.toSorted((a, b) => me(b) - me(a)).map((p) => name(p.seat)), w.amount, w.winners.some((p) => p.seat === s.you.seat)),
    holding: w.name ?? "",
  }));
}

/**
 * The viewer's spot as a question about the odds: every opponent who is still in may hold the same range. Null without live
 * cards, or with nobody left to play against.
 * @param {TableState} s @param {string} range "" for any cards
 * @returns {import("./types.js").Question | null}
 */
export function question(s, range) {
  if (!s.hand || !playing(s) || s.hand.your_cards.length !== 2) return null;
  const opponents = s.hand.seats.filter((p) => !p.folded && p.seat !== s.you.seat);
  if (opponents.length === 0) return null;
  return { hands: [s.hand.your_cards.join(""), ...opponents.map(() => range || "random")], board: s.hand.board.join("") };
}

/** How many cards of this hand were proven, and whether one was not. @param {TableState} s */
export function verification(s) {
  const outcomes = Object.values(s.checks);
  const possible = Boolean(s.hand?.commitment);
  return { possible, proven: outcomes.filter(Boolean).length, failed: outcomes.filter((ok) => !ok).length };
}
