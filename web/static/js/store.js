/**
 * The table as this viewer may know it. Pure: no DOM, no socket, no clock of its own.
 *
 * Events are numbered. One seen before is ignored, so a resume may repeat some; one too early sets `gap`, and from then on
 * only a snapshot is believed.
 */
import { deadline } from "./clock.js";
import { handEvents, handFromView } from "./hand.js";
/** @import { Seat, TableState } from "./types.js" */

const LOG_LENGTH = 120;
const CHAT_LENGTH = 50; // as the server keeps

/** @returns {TableState} */
export const initial = () => ({
  ready: false, gap: false, seq: 0, id: "", me: "",
  settings: /** @type {any} */ ({ name: "", seats: 0, game: {} }),
  seats: {}, you: { seat: -1, last_id: "" }, hand: null, turn: null, frozen: false, held: [], chat: [], paused: 0, ending: false, silenced: [], closed: "", log: [], checks: {},
});

/** Folds one message into the state. @param {TableState} state @param {any} msg @param {number} now when it came @returns {TableState} */
export function reduce(state, msg, now) {
  const present = presentMessages[msg.type];
  if (present) return present(state, msg, now);
  if (typeof msg.seq !== "number" || msg.seq <= state.seq) return state; // unknown, or repeated by a resume
  if (msg.seq > state.seq + 1) return { ...state, gap: true };
  const next = { ...state, seq: msg.seq, log: remember(state, msg) };
  const fold = tableEvents[msg.type] ?? handEvents[msg.type];
  return fold ? fold(next, msg, now) : next; // a newer server may say things we do not know yet
}

/** What is not numbered tells the present. @type {Record<string, (s: TableState, m: any, now: number) => TableState>} */
const presentMessages = {
  hello: (s, m) => ({ ...s, me: m.name ?? s.me }),

  snapshot: (s, { seq, table }, now) => ({
    ...s,
    ready: true, gap: false, seq, id: table.id, settings: table.settings, you: table.you, frozen: table.frozen,
    held: held(table.held, now),
    chat: table.chat, paused: table.paused ? deadline(table.paused_ms, now) : 0, ending: table.ending, silenced: table.silenced,
    seats: Object.fromEntries(table.seats.map((p) => [p.seat, p])),
    hand: table.hand && handFromView(table.hand),
    turn: table.turn && clocked(table.turn, now),
    checks: table.hand?.hand === s.hand?.hand ? s.checks : {},
  }),

  synced: (s, m, now) => {
    const away = new Set(m.away);
    const seats = Object.fromEntries(Object.values(s.seats).map((p) => [p.seat, { ...p, away: away.has(p.seat) }]));
    const turn = s.turn && { ...s.turn, deadline: deadline(m.ms_left, now), bank_ms: m.bank_ms };
    const you = { ...s.you, last_id: m.last_id, plan: m.plan, muted: m.muted };
    const paused = s.paused && deadline(m.paused_ms, now);
    return { ...s, gap: m.seq > s.seq, frozen: m.frozen, held: held(m.held, now), seats, turn, you, paused, chat: m.chat };
  },

  presence: (s, m) => withSeat(s, m.seat, { away: m.away, away_ms: m.ms_left }),

  frozen: (s, m, now) => ({
    ...s, frozen: m.frozen, turn: s.turn && { ...s.turn, deadline: deadline(m.ms_left, now) },
  }),

  planned: (s, m) => ({ ...s, you: { ...s.you, plan: m.plan } }),

  said: (s, m) => ({ ...s, chat: [...s.chat, m].slice(-CHAT_LENGTH) }),

  held: (s, m, now) => ({ ...s, held: [...s.held.filter((h) => h.seat !== m.seat), ...held(m.ms_left > 0 ? [m] : [], now)] }),

  banking: (s, m, now) => ({
    ...s, turn: s.turn && { ...s.turn, deadline: deadline(m.ms_left, now), bank_ms: m.bank_ms },
  }),

  // Not the server's: the last hand has been looked at long enough.
  cleared: (s) => (s.hand?.over ? { ...s, hand: null, checks: {} } : s),

  // Not the server's either: the outcome of checking a card against the commitment.
  checked: (s, m) => (s.hand?.hand === m.hand ? { ...s, checks: { ...s.checks, [m.position]: m.ok } } : s),
};

/** @type {Record<string, (s: TableState, m: any, now: number) => TableState>} */
const tableEvents = {
  sat: (s, m) => {
    const seat = { seat: m.seat, name: m.name, bot: m.bot, chips: m.chips, sitting_out: false, leaving: false, posting: Boolean(m.post), away: false, wishes: [] };
    return { ...forget(s, m.seat), held: s.held.filter((h) => h.seat !== m.seat), seats: { ...s.seats, [m.seat]: seat } };
  },
  bought: (s, m) => withSeat(s, m.seat, { chips: m.chips }),
  leaving: (s, m) => withSeat(s, m.seat, { leaving: true, after_hand: m.after_hand }),
  stood: (s, m) => {
    const { [m.seat]: _gone, ...seats } = s.seats;
    const you = s.you.seat === m.seat ? { ...s.you, seat: -1 } : s.you;
    return { ...forget(s, m.seat), seats, you };
  },
  sat_out: (s, m) => withSeat(s, m.seat, { sitting_out: true, reason: m.reason, out_ms: m.out_ms }),
  came_back: (s, m) => withSeat(s, m.seat, {
    sitting_out: false, reason: undefined, out_ms: 0, leaving: false, after_hand: false, posting: Boolean(m.post),
  }),
  wished: (s, m) => {
    const wishes = (s.seats[m.seat]?.wishes ?? []).filter((w) => w !== m.wish);
    return withSeat(s, m.seat, { wishes: m.on ? [...wishes, m.wish].sort() : wishes });
  },
  silenced: (s, m) => ({ ...s, silenced: [...s.silenced.filter((n) => n !== m.name), ...(m.on ? [m.name] : [])] }),
  kicked: (s, m) => withSeat(s, m.seat, { leaving: true }),
  paused: (s, m, now) => ({ ...s, paused: deadline(m.pause_ms, now) }),
  resumed: (s) => ({ ...s, paused: 0 }),
  ending: (s) => ({ ...s, ending: true }),
  turn: (s, m, now) => ({ ...s, turn: clocked(m, now) }),
  closed: (s, m) => ({ ...s, closed: m.reason || "closed", turn: null }),
};

/** @param {{seat: number, name: string, ms_left: number}[]} seats @param {number} now */
function held(seats, now) {
  return seats.map(({ seat, name, ms_left }) => ({ seat, name, deadline: deadline(ms_left, now) }));
}

/** @param {any} turn @param {number} now */
function clocked({ hand, turn, seat, price, options, ms_left, clock_ms, bank_ms }, now) {
  return { hand, turn, seat, price, options, clock_ms, bank_ms, deadline: deadline(ms_left, now) };
}

/** @param {TableState} s @param {number} seat @param {Partial<Seat>} change */
function withSeat(s, seat, change) {
  const old = s.seats[seat];
  return old ? { ...s, seats: { ...s.seats, [seat]: { ...old, ...change } } } : s;
}

/** Takes a seat out of the last hand's picture: someone else sits there. @param {TableState} s @param {number} seat */
function forget(s, seat) {
  if (!s.hand?.over) return s;
  return { ...s, hand: { ...s.hand, seats: s.hand.seats.filter((p) => p.seat !== seat) } };
}

const unlogged = new Set(["turn", "dealt", "hand_ended"]);

/** @param {TableState} s @param {any} msg */
function remember(s, msg) {
  if (unlogged.has(msg.type)) return s.log;
  const winners = msg.winners?.map((w) => ({ ...w, name: s.seats[w.seat]?.name ?? "" }));
  const name = ["sat", "silenced", "kicked"].includes(msg.type) ? msg.name : s.seats[msg.seat]?.name ?? "";
  const entry = { ...msg, ...(winners && { winners }), holding: msg.name, name }; // a message's own name is a hand's
  return [...s.log, entry].slice(-LOG_LENGTH);
}
