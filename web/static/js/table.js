/** The table's page: messages go into the store, the store is drawn, and a click only sends. */
import { Announcer } from "./announce.js";
import { ensureAccount } from "./api.js";
import { read } from "./clock.js";
import { Commands } from "./commands.js";
import { connNotice, connPanel } from "./conn.js";
import { show } from "./dom.js";
import { seconds } from "./format.js";
import { shortcuts } from "./keys.js";
import { Notices } from "./notice.js";
import { Pace } from "./pace.js";
import "./pk-actions.js";
import "./pk-app-bar.js";
import "./pk-buyin.js";
import "./pk-hero.js";
import "./pk-invite.js";
import "./pk-log.js";
import "./pk-menu.js";
import "./pk-notice.js";
import "./pk-stage.js";
import { actionSentence, refusedNow } from "./refusals.js";
import { Prover } from "./prover.js";
import { Seating } from "./seating.js";
import { takeWish } from "./seat-wish.js";
import * as select from "./select.js";
import { Socket } from "./socket.js";
import { initial, reduce } from "./store.js";
import { sentence, strings } from "./strings.js";
import { Tabs } from "./tabs.js";
/** @import { Notice, Status, TableState, Turn } from "./types.js" */

const TICK_MS = 250;
const SHOWN_MS = 4_000; // for so long the last hand stays when no other follows
const words = strings.table;
const id = location.pathname.split("/")[2] ?? "";
const $ = (selector) => /** @type {any} */ (document.querySelector(selector));
const stage = $("pk-stage"), hero = $("pk-hero"), dock = $("pk-actions"), bar = $("pk-app-bar"), log = $("pk-log"), menu = $("pk-menu");

/** @type {TableState} */ let state = initial();
let wish = takeWish(id);
let doubtful = false; // a command was under way when the connection went: only a snapshot tells what became of it
let lost = false; // the connection went and is not back yet
/** @type {Turn | null} */ let spent = null; // the turn for which a move was taken
let warned = 0; // the turn whose last seconds were announced
let held = false; // whether the account said, before the first snapshot, that it has a seat here
let ended = { hand: "", at: 0 }; // the last hand, and when it was over

const announcer = new Announcer($("#polite"), $("#assertive"));
const notices = new Notices((n, fresh) => {
  $("pk-notice").update(n);
  document.body.classList.toggle("noticed", n !== null);
  if (n?.aloud && fresh) announcer.now(n.aloud);
});
const socket = new Socket({
  path: () => `/api/tables/${id}/socket${state.ready && !doubtful ? `?after=${state.seq}` : ""}`,
  onMessages: receive,
  onStatus: connection,
});
const commands = new Commands((message) => socket.send(message));
const pace = new Pace(apply);
const prover = new Prover((checked) => apply([checked]));
const tabs = new Tabs({ name: () => state.settings.name, holds: () => socket.status.state === "live", letGo: () => socket.end("aside") });
const snapshot = () => socket.send({ type: "snapshot" });
const seating = new Seating({ commands, state: () => state, refuse: (s) => dock.refuse(s), snapshot, dialog: $("pk-buyin") });

/** @param {any[]} messages */
function receive(messages) {
  pace.push(messages.filter((m) => !commands.answered(m)));
  if (messages.some((m) => m.type === "snapshot" || m.type === "synced")) current();
  else render(); // an answer may have freed the buttons
}

function current() {
  if (state.gap) return;
  doubtful = false;
  socket.synced();
  const asked = wish;
  wish = null;
  if (asked?.note) say("note", { priority: 5, kind: "info", text: asked.note, buttons: [{ label: strings.conn.ok, action: "note-read" }] });
  if (asked) seating.arrived(asked);
}

/** @param {any[]} messages */
function apply(messages) {
  const before = state;
  for (const m of messages) {
    const { seq } = state;
    state = reduce(state, m, performance.now());
    if (m.type === "hello") updated(m.build);
    const last = state.log.at(-1);
    if (state.seq > seq && last?.seq === state.seq) announcer.say(sentence(last));
  }
  if (state.gap && !before.gap) snapshot();
  if (state.turn !== before.turn && state.turn && select.myTurn(state)) {
    announcer.now(words.yourTurnAloud(state.turn.options.call, seconds(state.turn.clock_ms)));
  }
  prover.check(state.hand);
  render();
}

/** A newer server may have come while this page was open. @param {string} build of its pages */
function updated(build) {
  if (import.meta.url.includes(`/static/${build}/`)) return;
  say("update", { priority: 6, kind: "info", text: strings.conn.update, buttons: [{ label: strings.conn.load, action: "reload" }] });
}

function render() {
  stage.update(state);
  hero.update(state, stage.first);
  dock.update(state, socket.status.state === "live" && !commands.pending("act") && state.turn !== spent && !state.frozen);
  log.update(state);
  menu.update(state);
  bar.update(state);
  show(stage.chip, state.gap);
  document.title = select.myTurn(state) ? words.titleTurn(state.settings.name) : state.settings.name || "Fullhouse";
  if (select.verification(state).failed > 0) say("proof", { priority: 1, kind: "error", text: strings.verify.failed });
  tick();
}

/** @param {Status} status */
function connection(status) {
  bar.connection(status);
  if (status.refusal?.code === "too_many_sockets" && status.retryAt > 0) tabs.ask();
  if (document.body.dataset.conn === status.state) return;
  document.body.dataset.conn = status.state;
  const { state: now } = status;
  if (now === "live" && lost) say("back", { priority: 3, kind: "ok", text: strings.conn.back, until: performance.now() + 2000 });
  if (now === "live") lost = false;
  if (now === "lost" || now === "out") lost = true;
  if (now !== "live" && now !== "stale") {
    pace.flush();
    doubtful = commands.forget() || doubtful;
  }
  render();
}

/** The clocks, the countdowns and the socket's plans. */
function tick() {
  const now = performance.now();
  const reading = read(state.turn, now, socket.status.state === "live" && !state.frozen);
  stage.tick(state, reading);
  hero.tick(state, reading);
  clear(now);
  const me = select.mySeat(state);
  const seated = me !== undefined || (held && !state.ready);
  stage.cover(connPanel(state.closed ? { ...socket.status, state: "closed" } : socket.status, now, seated, tabs.open));
  const turn = select.myTurn(state);
  notices.put("connection", connNotice(socket.status, now, { seated, turn, online: navigator.onLine, chips: me?.chips ?? 0 }));
  notices.tick(now);
  if (turn && state.turn && reading.known && reading.seconds <= 5 && warned !== state.seq) {
    warned = state.seq;
    announcer.now(words.fiveLeft);
  }
}

/** Takes the last hand off the felt when none follows. @param {number} now */
function clear(now) {
  const hand = state.hand?.over ? state.hand.hand : "";
  if (hand !== ended.hand) ended = { hand, at: now };
  if (hand && now - ended.at > SHOWN_MS && !select.nextDue(state)) apply([{ type: "cleared" }]);
}

function say(key, notice) {
  notices.put(key, /** @type {any} */ ({ key, buttons: [], aloud: notice.text, ...notice }));
}

/** @param {{do: string, to?: number}} move */
async function act(move) {
  const turn = state.turn;
  if (!turn) return;
  const answer = commands.send({ type: "act", hand: turn.hand, turn: turn.turn, price: turn.price, move });
  render(); // the buttons rest until the answer
  const outcome = await answer;
  if (outcome.ok) spent = turn;
  else if (outcome.refusal.code !== "lost") {
    dock.refuse(actionSentence(outcome.refusal, select.myTurn(state) && state.turn ? state.turn.options.call : null));
  }
  render();
}

async function begin() {
  const me = await ensureAccount();
  if (me.ok) {
    seating.wallet = me.account.chips;
    held = me.seats.some((s) => s.table === id);
    notices.put("entry", null);
    socket.start();
    return;
  }
  const signIn = me.refusal.code === "quota_exhausted" ? [{ label: strings.conn.signIn, action: "account" }] : [];
  say("entry", { priority: 1, kind: "error", text: refusedNow(me.refusal), buttons: [{ label: strings.conn.again, action: "guest" }, ...signIn] });
}

const toggleSitOut = () => (select.mySeat(state)?.sitting_out ? seating.comeBack : seating.sitOut)();

/** What buttons anywhere on the page ask for. @type {Record<string, () => void>} */
const actions = {
  sit: () => seating.offer(), "buy-in": () => seating.offer(), "sit-out": seating.sitOut, "come-back": seating.comeBack,
  stand: seating.stand, leave: () => seating.leave(), fresh: () => seating.fresh(),
  "ask-leave": () => menu.confirm("leave"), menu: () => menu.open(), invite: () => $("pk-invite").open(id, state.settings.private),
  log: () => document.body.classList.toggle("log-open") && log.toEnd(),
  odds: () => log.coach.focus(), account: () => { location.href = "/me"; },
  lobby: () => { location.href = "/"; }, reload: () => location.reload(),
  retry: () => socket.prompt(true), restart: () => socket.start(), guest: begin,
  "note-read": () => notices.put("note", null),
};

/** @param {string} name @param {(detail: any) => void} f */
const on = (name, f) => document.addEventListener(name, (e) => f(/** @type {CustomEvent} */ (e).detail));
on("pk-act", act);
on("pk-sit", (seat) => seating.offer(seat));
on("pk-buy", (choice) => seating.buy(choice));
on("pk-free-chips", (seat) => seating.refill(seat));
on("pk-say", (sentence) => announcer.say(sentence));
on("pk-do", (deed) => (deed.startsWith("close ") ? tabs.close(deed.slice(6)) : actions[deed]?.()));
on("pk-wake", render);
shortcuts(dock, { "sit-out": toggleSitOut, log: actions.log });
window.addEventListener("online", () => socket.prompt());
document.addEventListener("visibilitychange", () => document.hidden || socket.prompt());
window.addEventListener("pageshow", (e) => e.persisted && location.reload());
setInterval(() => { socket.tick(); tick(); }, TICK_MS);
begin();
