import assert from "node:assert/strict";
import test from "node:test";
import { initial, reduce } from "../static/js/store.js";
import { hand, snapshot } from "./messages.js";

const fold = (messages, state = initial(), now = 0) => messages.reduce((s, m) => reduce(s, m, now), state);
const at = (seq) => fold([snapshot(), ...hand.filter((m) => m.seq <= seq)]);
const seat = (state, n) => state.hand.seats.find((p) => p.seat === n);

test("a snapshot is the whole table", () => {
  const s = fold([{ type: "hello", name: "Ben" }, snapshot()]);
  assert.equal(s.ready, true);
  assert.equal(s.me, "Ben");
  assert.equal(s.you.seat, 2);
  assert.deepEqual(Object.keys(s.seats), ["0", "2", "4"]);
});

test("a hand is followed event by event", () => {
  let s = at(14);
  assert.deepEqual(s.hand.your_cards, ["Qh", "Qd"]);
  assert.equal(s.hand.pot, 150);
  assert.equal(seat(s, 2).bet, 100);
  s = at(24);
  assert.equal(seat(s, 4).folded, true);
  assert.equal(s.turn.seat, 2);
  assert.equal(s.turn.price, 300);
  assert.deepEqual(s.hand.board, ["2c", "7d", "Kc"]);
  s = at(31);
  assert.equal(s.hand.over, true);
  assert.equal(s.turn, null);
  assert.deepEqual(Object.values(s.seats).map((p) => p.chips), [4600, 5400, 5000]);
});

test("last actions and bets go with the street", () => {
  assert.deepEqual(seat(at(25), 2).last, { do: "call", amount: 300, bet: 300, all_in: false, reason: undefined });
  assert.equal(seat(at(26), 2).last, null);
  assert.equal(seat(at(26), 2).bet, 0);
});

test("a state that was handed out never changes", () => {
  const frozen = (o) => {
    if (o && typeof o === "object" && !Object.isFrozen(o)) Object.values(Object.freeze(o)).forEach(frozen);
    return o;
  };
  let s = frozen(initial());
  for (const m of [snapshot(), ...hand]) s = frozen(reduce(s, frozen(structuredClone(m)), 0)); // throws where it writes
  assert.equal(s.hand.over, true);
});

test("an event that was seen before is ignored", () => {
  const s = at(25);
  for (const m of hand.filter((m) => m.seq <= 25)) assert.equal(reduce(s, m, 0), s);
});

test("after a gap nothing is believed until a snapshot comes", () => {
  const s = at(20);
  const gap = fold(hand.filter((m) => m.seq > 21), s);
  assert.equal(gap.gap, true);
  assert.deepEqual({ ...gap, gap: false }, { ...s, gap: false });
  const healed = reduce(gap, { ...snapshot(), seq: 31 }, 0);
  assert.equal(healed.gap, false);
  assert.equal(healed.seq, 31);
});

test("a resume that says more than was sent is a gap", () => {
  const s = at(24);
  assert.equal(reduce(s, { type: "synced", seq: 24, ms_left: 9_000, away: [0], held: [], last_id: "x" }, 0).gap, false);
  const gap = reduce(s, { type: "synced", seq: 25, ms_left: 9_000, away: [], held: [], last_id: "x" }, 0);
  assert.equal(gap.gap, true);
  const filled = fold([hand[14], { type: "synced", seq: 25, ms_left: 0, away: [], held: [], last_id: "x" }], gap);
  assert.equal(filled.gap, false, "another resume brought what was missing");
});

test("a resume sets the clock and who is away", () => {
  const s = reduce(at(24), { type: "synced", seq: 24, ms_left: 9_000, away: [0], held: [], last_id: "x" }, 50_000);
  assert.equal(s.turn.deadline, 59_000);
  assert.deepEqual(Object.values(s.seats).map((p) => p.away), [true, false, false]);
  assert.equal(s.you.last_id, "x");
});

test("a resume tells whether the clock stands still, which may have changed while nobody was there", () => {
  let s = reduce(at(24), { type: "frozen", frozen: true, ms_left: 9_000 }, 0);
  s = reduce(s, { type: "synced", seq: 24, ms_left: 9_000, away: [], held: [], last_id: "x", frozen: false }, 0);
  assert.equal(s.frozen, false);
  s = reduce(s, { type: "synced", seq: 24, ms_left: 9_000, away: [], held: [], last_id: "x", frozen: true }, 0);
  assert.equal(s.frozen, true);
});

test("the clock counts from when the message came, and stands while the table is frozen", () => {
  let s = fold([hand[13]], at(23), 1_000);
  assert.equal(s.turn.deadline, 15_000);
  s = reduce(s, { type: "frozen", frozen: true, ms_left: 6_000 }, 2_000);
  assert.equal(s.frozen, true);
  s = reduce(s, { type: "frozen", frozen: false, ms_left: 6_000 }, 20_000);
  assert.equal(s.turn.deadline, 26_000);
});

test("an uncalled bet goes back", () => {
  const s = fold([{ type: "uncalled", seq: 24, seat: 0, amount: 300, stack: 4900, pot: 200 }], at(23));
  assert.equal(seat(s, 0).bet, 0);
  assert.equal(seat(s, 0).stack, 4900);
  assert.equal(s.hand.pot, 200);
});

test("why a seat sits out survives a reload and ends with its return", () => {
  const clock = { seat: 2, name: "Ben", chips: 5000, sitting_out: true, leaving: false, away: false, reason: "clock" };
  const s = fold([snapshot({ seats: [clock] })]);
  assert.equal(s.seats[2].reason, "clock");
  assert.equal(fold([{ type: "came_back", seq: 11, seat: 2 }], s).seats[2].reason, undefined);
  assert.equal(fold([{ type: "sat_out", seq: 11, seat: 0, reason: "broke" }], fold([snapshot()])).seats[0].reason, "broke");
});

test("a hand that was looked at is cleared, but never one that runs", () => {
  assert.equal(fold([{ type: "cleared" }], at(31)).hand, null);
  const running = at(25);
  assert.equal(fold([{ type: "cleared" }], running), running);
});

test("seats come, go, sit out and come back", () => {
  const s = fold([
    { type: "sat", seq: 11, seat: 1, name: "Dot", chips: 4000 },
    { type: "bought", seq: 12, seat: 1, amount: 1000, chips: 5000 },
    { type: "sat_out", seq: 13, seat: 0, reason: "clock" },
    { type: "leaving", seq: 14, seat: 2 },
    { type: "stood", seq: 15, seat: 2, chips: 5000 },
  ], fold([snapshot()]));
  assert.equal(s.seats[1].chips, 5000);
  assert.equal(s.seats[0].sitting_out, true);
  assert.equal(s.seats[2], undefined);
  assert.equal(s.you.seat, -1, "the viewer stood up");
  assert.equal(reduce(s, { type: "came_back", seq: 16, seat: 0 }, 0).seats[0].sitting_out, false);
});

test("who sits down after a hand does not inherit its cards", () => {
  const s = fold([{ type: "stood", seq: 32, seat: 0, chips: 4600 }, { type: "sat", seq: 33, seat: 0, name: "Dot", chips: 4000 }], at(31));
  assert.equal(seat(s, 0), undefined);
});

test("every card is kept once, to be checked against the commitment", () => {
  assert.deepEqual(at(31).hand.openings.map((o) => o.position), [1, 4, 6, 7, 8, 9, 10, 0, 3]);
  const s = reduce(at(14), { type: "checked", hand: "T-1", position: 1, ok: true }, 0);
  assert.deepEqual(s.checks, { 1: true });
  assert.equal(reduce(s, { type: "checked", hand: "T-0", position: 4, ok: false }, 0), s, "a late answer about another hand");
});

test("the log names who it is about and keeps a showdown's hands apart from names", () => {
  const log = at(31).log;
  assert.deepEqual([log.at(-1).type, log.at(-1).holding, log.at(-1).winners[0].name], ["won", "Pair of queens", "Ben"]);
  assert.equal(log.find((e) => e.type === "shown").name, "Ann");
  assert.ok(log.every((e, i) => i === 0 || e.seq > log[i - 1].seq));
});

test("a message from a newer server changes nothing but the count", () => {
  const s = at(14);
  assert.equal(reduce(s, { type: "fireworks" }, 0), s);
  const next = reduce(s, { type: "fireworks", seq: 15 }, 0);
  assert.equal(next.seq, 15);
  assert.equal(next.gap, false);
});

test("a seat is held until it is told free, or somebody sits there", () => {
  const hold = { type: "held", seat: 3, name: "Dot", ms_left: 20_000 };
  const kept = [{ seat: 3, name: "Dot", deadline: 21_000 }];
  const s = reduce(at(24), hold, 1_000);
  assert.deepEqual(s.held, kept);
  assert.deepEqual(reduce(s, { ...hold, ms_left: 0 }, 2_000).held, []);
  assert.deepEqual(reduce(s, { type: "sat", seq: 25, seat: 3, name: "Dot", chips: 4000 }, 2_000).held, []);
  const synced = { type: "synced", seq: 24, ms_left: 0, away: [], last_id: "x" };
  assert.deepEqual(reduce(s, { ...synced, held: [] }, 2_000).held, []);
  assert.deepEqual(reduce(at(24), { ...synced, held: [{ seat: 3, name: "Dot", ms_left: 19_000 }] }, 2_000).held, kept);
});

test("who comes back also takes back leaving after the hand, and who is dealt in has nothing left to post", () => {
  let s = reduce(at(24), { type: "leaving", seq: 25, seat: 0, after_hand: true }, 0);
  assert.deepEqual([s.seats[0].leaving, s.seats[0].after_hand], [true, true]);
  s = reduce(s, { type: "came_back", seq: 26, seat: 0, post: true }, 0);
  assert.deepEqual([s.seats[0].leaving, s.seats[0].after_hand, s.seats[0].posting], [false, false, true]);
  s = reduce(s, { ...hand.find((m) => m.type === "hand_started"), seq: 27 }, 0);
  assert.equal(s.seats[0].posting, false);
});

test("a bomb pot spends the wishes for one, and no others", () => {
  let s = reduce(at(24), { type: "wished", seq: 25, seat: 0, wish: "straddle", on: true }, 0);
  s = reduce(s, { type: "wished", seq: 26, seat: 0, wish: "bomb_pot", on: true }, 0);
  const started = hand.find((m) => m.type === "hand_started");
  assert.deepEqual(reduce(s, { ...started, seq: 27 }, 0).seats[0].wishes, ["bomb_pot", "straddle"]);
  assert.deepEqual(reduce(s, { ...started, seq: 27, bomb_pot: true }, 0).seats[0].wishes, ["straddle"]);
});
