/** The lobby's page: wires the list, the ways in and the socket together. */
import { ensureAccount, get, post } from "./api.js";
import { Announcer } from "./announce.js";
import { connNotice } from "./conn.js";
import { h, text } from "./dom.js";
import { pathOf } from "./invites.js";
import { Notices } from "./notice.js";
import "./pk-create.js";
import "./pk-lobby-list.js";
import "./pk-notice.js";
import { RefusalLine } from "./refusal-line.js";
import { hasFreeSeat, initial, level, reduce } from "./rooms.js";
import { leaveWish } from "./seat-wish.js";
import { Socket } from "./socket.js";
import { lobby as words } from "./strings-lobby.js";
import { Tabs } from "./tabs.js";

const POLL_MS = 5_000; // while there is no socket
const SETTLED_MS = 8_000; // by then a hand that was left in its middle has paid back what was kept
const CLOSED_MS = 3_000; // a table that has closed stays in sight for so long

const $ = (selector) => /** @type {any} */ (document.querySelector(selector));
const announcer = new Announcer($("#polite"), $("#assertive"));
const say = (s) => announcer.say(s);
const notices = new Notices((n, fresh) => {
  $("pk-notice").update(n);
  if (n?.aloud && fresh) say(n.aloud);
});

let state = initial();
/** @type {import("./types.js").Held[]} */ let seats = []; // the visitor's own
const notes = { play: $("#play-note").textContent, create: $("#create-note").textContent };

let refused = false;
const socket = new Socket({
  path: () => "/api/lobby/socket",
  onMessages: receive,
  onStatus: ({ state: s, refusal }) => {
    const changed = document.body.dataset.conn !== s || (refusal !== null && !refused);
    refused = refusal !== null;
    document.body.dataset.conn = s;
    if (changed && (s === "lost" || s === "out")) poll();
  },
});

new Tabs({ name: () => words.title, holds: () => socket.status.state === "live", letGo: () => socket.end("aside") }); // it goes on by polling

/** @param {any[]} messages */
function receive(messages) {
  for (const m of messages) {
    state = reduce(state, m);
    for (const gone of m.gone ?? []) setTimeout(() => receive([{ type: "forget", id: gone.id }]), CLOSED_MS);
    if (m.type === "lobby") socket.synced();
  }
  draw();
}

function draw() {
  $("pk-lobby-list").update(state.rooms, new Set(seats.map((s) => s.table)));
  $("pk-capacity").update(state.capacity);
  if (!state.capacity) return;
  const { cap, create: open } = state.capacity;
  const full = level(state.capacity) === "full", draining = open === "draining";
  const free = state.rooms?.find(hasFreeSeat)?.settings.name;
  text($("#play-note"), draining ? words.draining : !full ? notes.play : free ? words.playFull(cap, free) : words.nothingFree(cap));
  text($("#create-note"), draining ? words.draining : full ? words.createFull(cap) : notes.create);
}

/** Reads the list the plain way, for a visitor without a session and while the socket is away. */
async function poll() {
  if (socket.status.state === "live") return;
  const answer = await get("/api/tables");
  if (answer.ok && socket.status.state !== "live") receive([{ type: "lobby", ...answer.data }]);
}

/** @param {string} table @param {import("./seat-wish.js").Wish} [wish] */
function go(table, wish) {
  if (wish) leaveWish(table, wish);
  location.href = `/t/${encodeURIComponent(table)}`;
}

const play = new RefusalLine($("#play-why"), $("#play-now"), say);
const join = new RefusalLine($("#join-why"), $("#join button"), say);

async function playNow() {
  play.clear();
  $("#play-now").disabled = true;
  const me = await ensureAccount();
  if (!me.ok) return play.show(me.refusal, elsewhere(me.refusal));
  showAccount(me);
  const answer = await post("/api/tables", { name: words.practiceName, bots: 3, bot_level: "odds", private: true });
  if (answer.ok) return go(answer.data.id, { how: "play" });
  if (answer.refusal.code !== "server_full") return play.show(answer.refusal, elsewhere(answer.refusal));
  await playElsewhere(answer.refusal);
}

/** The server takes no new table: a seat at someone's public one is the next best, and the player is told. */
async function playElsewhere(refusal) {
  const list = await get("/api/tables");
  const tables = list.ok ? list.data.tables : state.rooms ?? [];
  const cap = refusal.limit ?? (list.ok ? list.data.capacity.cap : state.capacity?.cap ?? 0);
  const free = tables.find(hasFreeSeat);
  if (free) return go(free.id, { how: "play", note: words.seatInstead(cap, free.settings.name) });
  play.say(words.nothingFree(cap));
}

async function create(wanted) {
  const me = await ensureAccount();
  if (!me.ok) return $("pk-create").refuse(me.refusal, elsewhere(me.refusal));
  showAccount(me);
  const answer = await post("/api/tables", wanted);
  if (answer.ok) return go(answer.data.id, { how: "sit" });
  $("pk-create").refuse(answer.refusal, elsewhere(answer.refusal));
}

const noneToMake = new Set(["server_full", "too_many_tables", "quota_exhausted"]);

/** Who may make no table may still join one, and where no guest may come in, one may sign in. @param {import("./types.js").Refusal} refusal */
function elsewhere({ code, path }) {
  if (!noneToMake.has(code)) return [];
  if (path === "/api/guest") return [{ label: words.signIn, press: () => { location.href = "/me"; } }];
  return [{ label: words.showSeats, press: showOpenSeats }];
}

function showOpenSeats() {
  $("pk-create").close();
  poll();
  $("pk-lobby-list").scrollIntoView({ block: "start" });
  $("pk-lobby-list .go a")?.focus();
}

async function joinByLink(event) {
  event.preventDefault();
  join.clear();
  const path = pathOf($("#join input").value);
  if (!path) return join.say(words.badLink);
  const answer = await get(path.replace("/t/", "/api/tables/").replace("/i/", "/api/invites/"));
  if (answer.ok) location.href = path;
  else join.show(answer.refusal);
}

/** @param {{account: {name: string, chips: number}, seats?: import("./types.js").Held[]}} me */
function showAccount({ account, seats: held = [] }) {
  text($("#account a"), words.account);
  text($("#account span"), words.balance(account.name, account.chips, held.reduce((sum, s) => sum + s.chips, 0)));
  if (JSON.stringify(held) === JSON.stringify(seats)) return;
  seats = held;
  $("#yours").replaceChildren(...held.map(({ table, name, chips }) => h("p", { class: "yours" },
    h("span", {}, words.sitting(name, chips)), h("a", { class: "button main-button", href: `/t/${table}` }, words.back))));
  draw();
}

function tick() {
  socket.tick();
  const viewer = { seated: false, turn: false, online: navigator.onLine, chips: 0 };
  const full = socket.status.refusal?.code === "sockets_full";
  notices.put("connection", full
    ? { key: "full", priority: 2, kind: "info", text: words.liveFull, buttons: [], aloud: words.liveFull }
    : connNotice(socket.status, performance.now(), viewer));
}

/** @returns {Promise<boolean>} whether there is an account */
async function readAccount() {
  const me = await get("/api/me");
  if (me.ok) showAccount(me.data);
  return me.ok;
}

async function start() {
  if (await readAccount()) {
    setTimeout(readAccount, SETTLED_MS);
    socket.start();
    setInterval(tick, 250);
  } else {
    poll(); // a visitor only looks: no guest is made, and no socket is taken, before the first click
  }
  setInterval(poll, POLL_MS);
}

$("#play-now").addEventListener("click", playNow);
$("#create").addEventListener("click", () => $("pk-create").open());
$("#join").addEventListener("submit", joinByLink);
document.addEventListener("pk-create", (e) => create(/** @type {CustomEvent} */ (e).detail));
document.addEventListener("pk-sit", (e) => leaveWish(/** @type {CustomEvent} */ (e).detail, { how: "sit" }));
document.addEventListener("pk-say", (e) => say(/** @type {CustomEvent} */ (e).detail));
document.addEventListener("pk-do", () => socket.prompt(true));
window.addEventListener("online", () => socket.prompt());
document.addEventListener("visibilitychange", () => document.hidden || socket.prompt());
// Coming back with the back button: the page is as it was left, so it starts over.
window.addEventListener("pageshow", (e) => e.persisted && location.reload());
start();
