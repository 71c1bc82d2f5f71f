/** What the events of a hand do to the table's state. Pure; see store.js for the rest. */

/** @import { Hand, HandSeat, Opening, TableState } from "./types.js" */

/** The hand inside a snapshot. @param {any} view @returns {Hand} */
export function handFromView(view) {
  return { ...view, dealt: true, won: view.won ?? [], openings: view.openings ?? [], seats: view.seats.map(seatFromView) };
}

/** @param {any} seat @returns {HandSeat} */
const seatFromView = (seat) => ({ ...seat, shown: seat.shown ?? [] });

/** What has come true for everyone is wished for no more. @param {TableState["seats"]} seats @param {string} wish @returns {TableState["seats"]} */
const spent = (seats, wish) => Object.fromEntries(
  Object.entries(seats).map(([at, p]) => [at, { ...p, wishes: p.wishes?.filter((w) => w !== wish) }]),
);

/** @type {Record<string, (s: TableState, m: any) => TableState>} */
export const handEvents = {
  hand_started: (s, m) => ({
    ...s,
    turn: null,
    checks: {},
    seats: dealtIn(m.bomb_pot ? spent(s.seats, "bomb_pot") : s.seats, m.seats),
    hand: {
      hand: m.hand, number: m.number, button: m.button, small_blind: m.small_blind, big_blind: m.big_blind,
      commitment: m.commitment, street: "preflop", board: [], pot: 0, pots: [], dealt: false, over: false, won: [],
      your_cards: [], your_hand: "", openings: [], rabbit: [],
      seats: m.seats.map((p) => ({
        seat: p.seat, stack: p.chips, bet: 0, in: 0, folded: false, all_in: false, last: null, shown: [],
      })),
    },
  }),

  posted: (s, m) => change(s, { pot: m.pot }, m.seat, (p) => (
    { stack: m.stack, bet: m.bet, in: p.in + m.amount, all_in: m.all_in }
  )),

  dealt: (s, m) => {
    if (!m.your_cards) return change(s, { dealt: true });
    return change(learn(s, m.your_cards), { dealt: true, your_cards: cards(m.your_cards), your_hand: m.your_hand });
  },

  acted: (s, m) => change({ ...s, turn: null }, { pot: m.pot }, m.seat, (p) => ({
    stack: m.stack, bet: m.bet, in: p.in + m.amount, folded: p.folded || m.do === "fold", all_in: m.all_in,
    last: { do: m.do, amount: m.amount, bet: m.bet, all_in: m.all_in, reason: m.reason },
  })),

  uncalled: (s, m) => change(s, { pot: m.pot }, m.seat, (p) => (
    { stack: m.stack, bet: Math.max(0, p.bet - m.amount), in: p.in - m.amount, all_in: false }
  )),

  street: (s, m) => {
    const known = learn({ ...s, turn: null }, m.cards);
    const seats = known.hand?.seats.map((p) => ({ ...p, bet: 0, last: null })) ?? [];
    const name = m.your_hand ?? known.hand?.your_hand;
    return change(known, { street: m.street, board: m.board, pots: m.pots, seats, your_hand: name });
  },

  shown: (s, m) => change(learn(s, m.cards), {}, m.seat, () => ({ shown: cards(m.cards), best5: m.best5 ?? [] })),

  showed: (s, m) => change(learn(s, m.cards), {}, m.seat, (p) => ({ shown: [...p.shown, ...cards(m.cards)] })),

  rabbit: (s, m) => change(learn(s, m.cards), { rabbit: cards(m.cards) }),

  mucked: (s, m) => change(s, {}, m.seat, () => ({ mucked: true })),

  won: (s, m) => {
    const { pot, amount, winners, name, best5 } = m;
    const gains = new Map(winners.map((w) => [w.seat, w.chips]));
    const seats = s.hand?.seats.map((p) => ({ ...p, bet: 0, stack: p.stack + (gains.get(p.seat) ?? 0) })) ?? [];
    const won = [...(s.hand?.won ?? []), { pot, amount, winners, name, best5 }];
    return change({ ...s, turn: null }, { seats, won });
  },

  hand_ended: (s, m) => {
    const seats = { ...s.seats };
    for (const p of m.seats) if (seats[p.seat]) seats[p.seat] = { ...seats[p.seat], chips: p.stack };
    return change({ ...s, seats, turn: null }, { over: true });
  },
};

/** Who has been dealt in owes nothing more that it might post. @param {TableState["seats"]} seats @param {{seat: number}[]} dealt */
function dealtIn(seats, dealt) {
  const paid = dealt.filter((p) => seats[p.seat]).map((p) => [p.seat, { ...seats[p.seat], posting: false }]);
  return { ...seats, ...Object.fromEntries(paid) };
}

/** @param {TableState} s @param {Partial<Hand>} hand @param {number} [seat] @param {(p: HandSeat) => Partial<HandSeat>} [edit] of that seat */
function change(s, hand, seat, edit) {
  if (!s.hand) return s;
  const next = { ...s.hand, ...hand };
  if (edit) next.seats = next.seats.map((p) => (p.seat === seat ? { ...p, ...edit(p) } : p));
  return { ...s, hand: next };
}

/** Keeps openings, each to be checked once. @param {TableState} s @param {Opening[]} openings */
function learn(s, openings) {
  const had = new Set(s.hand?.openings.map((o) => o.position));
  const fresh = openings.filter((o) => !had.has(o.position));
  return change(s, { openings: [...(s.hand?.openings ?? []), ...fresh] });
}

/** @param {Opening[]} openings */
const cards = (openings) => openings.map((o) => o.card);
