/** Wire messages as the server sends them, for the tests of what reads them. */

export const settings = {
  name: "Friday night", seats: 6, buy_in_min: 4000, buy_in_max: 10000, bots: 0, bot_level: "", private: false, action_ms: 15000,
  game: { small_blind: 50, big_blind: 100, ante: 0, ante_kind: "none" },
};

const seat = (seat, name, more = {}) => ({ seat, name, chips: 5000, sitting_out: false, leaving: false, away: false, ...more });

export const snapshot = (more = {}) => ({
  type: "snapshot", seq: 10,
  table: {
    id: "T", settings, seats: [seat(0, "Ann"), seat(2, "Ben"), seat(4, "Cid", { bot: "odds" })], you: { seat: 2, last_id: "" },
    hand: null, turn: null, next_hand_ms: 0, frozen: false, held: [], ...more,
  },
});

const opening = (position, card) => ({ position, card, salt: "00", path: [] });

/** A whole hand as Ben sees it: Cid folds, Ann bets the flop, Ben calls, both check down, Ben wins. */
export const hand = [
  { type: "hand_started", seq: 11, hand: "T-1", number: 1, button: 4, small_blind: 0, big_blind: 2,
    seats: [{ seat: 0, chips: 5000 }, { seat: 2, chips: 5000 }, { seat: 4, chips: 5000 }], commitment: "aa" },
  { type: "posted", seq: 12, seat: 0, kind: "small_blind", amount: 50, bet: 50, stack: 4950, pot: 50, all_in: false },
  { type: "posted", seq: 13, seat: 2, kind: "big_blind", amount: 100, bet: 100, stack: 4900, pot: 150, all_in: false },
  { type: "dealt", seq: 14, seats: [0, 2, 4], your_cards: [opening(1, "Qh"), opening(4, "Qd")], your_hand: "Pair of queens" },
  { type: "turn", seq: 15, hand: "T-1", turn: 1, seat: 4, price: 100, options: { seat: 4, call: 100, raise: "raise", min_to: 200, max_to: 5000, step: 100 }, ms_left: 15000, clock_ms: 15000 },
  { type: "acted", seq: 16, seat: 4, do: "fold", amount: 0, bet: 0, stack: 5000, pot: 150, all_in: false, reason: "bot" },
  { type: "turn", seq: 17, hand: "T-1", turn: 2, seat: 0, price: 100, options: { seat: 0, call: 50, raise: "raise", min_to: 200, max_to: 5000, step: 100 }, ms_left: 15000, clock_ms: 15000 },
  { type: "acted", seq: 18, seat: 0, do: "call", amount: 50, bet: 100, stack: 4900, pot: 200, all_in: false },
  { type: "turn", seq: 19, hand: "T-1", turn: 3, seat: 2, price: 100, options: { seat: 2, call: 0, raise: "raise", min_to: 200, max_to: 5000, step: 100 }, ms_left: 15000, clock_ms: 15000 },
  { type: "acted", seq: 20, seat: 2, do: "check", amount: 0, bet: 100, stack: 4900, pot: 200, all_in: false },
  { type: "street", seq: 21, street: "flop", cards: [opening(6, "2c"), opening(7, "7d"), opening(8, "Kc")], board: ["2c", "7d", "Kc"], pots: [{ amount: 200, eligible: [0, 2] }], your_hand: "Pair of queens" },
  { type: "turn", seq: 22, hand: "T-1", turn: 4, seat: 0, price: 0, options: { seat: 0, call: 0, raise: "bet", min_to: 100, max_to: 4900, step: 100 }, ms_left: 15000, clock_ms: 15000 },
  { type: "acted", seq: 23, seat: 0, do: "bet", amount: 300, bet: 300, stack: 4600, pot: 500, all_in: false },
  { type: "turn", seq: 24, hand: "T-1", turn: 5, seat: 2, price: 300, options: { seat: 2, call: 300, raise: "raise", min_to: 600, max_to: 4900, step: 100 }, ms_left: 14000, clock_ms: 15000 },
  { type: "acted", seq: 25, seat: 2, do: "call", amount: 300, bet: 300, stack: 4600, pot: 800, all_in: false },
  { type: "street", seq: 26, street: "turn", cards: [opening(9, "3s")], board: ["2c", "7d", "Kc", "3s"], pots: [{ amount: 800, eligible: [0, 2] }], your_hand: "Pair of queens" },
  { type: "street", seq: 27, street: "river", cards: [opening(10, "9h")], board: ["2c", "7d", "Kc", "3s", "9h"], pots: [{ amount: 800, eligible: [0, 2] }], your_hand: "Pair of queens" },
  { type: "shown", seq: 28, seat: 0, cards: [opening(0, "Jc"), opening(3, "Jd")], name: "Pair of jacks", best5: ["Jc", "Jd", "Kc", "9h", "7d"] },
  { type: "shown", seq: 29, seat: 2, cards: [opening(1, "Qh"), opening(4, "Qd")], name: "Pair of queens", best5: ["Qh", "Qd", "Kc", "9h", "7d"] },
  { type: "won", seq: 30, pot: 0, amount: 800, winners: [{ seat: 2, chips: 800 }], name: "Pair of queens", best5: [["Qh", "Qd", "Kc", "9h", "7d"]] },
  { type: "hand_ended", seq: 31, hand: "T-1", seats: [{ seat: 0, stack: 4600, net: -400 }, { seat: 2, stack: 5400, net: 400 }, { seat: 4, stack: 5000, net: 0 }] },
];
