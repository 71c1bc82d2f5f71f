import assert from "node:assert/strict";
import test from "node:test";
import { Socket } from "../static/js/socket.js";

/** A browser in which time passes only when the test says so. */
class Bench {
  time = 100_000;
  sockets = [];
  asked = [];
  answer = null; // to the plain GET
  messages = [];
  states = [];

  constructor() {
    this.socket = new Socket({
      path: () => "/s",
      onMessages: (messages) => this.messages.push(...messages),
      onStatus: ({ state }) => this.states.at(-1) === state || this.states.push(state),
      env: {
        now: () => this.time,
        random: () => 0.5,
        open: () => {
          const ws = { readyState: 1, sent: [], closed: false, send: (m) => ws.sent.push(JSON.parse(m)), close: () => { ws.closed = true; } };
          this.sockets.push(ws);
          return ws;
        },
        ask: async (path) => {
          this.asked.push(path);
          return this.answer;
        },
      },
    });
    this.socket.start();
  }

  get ws() { return this.sockets.at(-1); }
  get state() { return this.socket.status.state; }

  /** @param {...any} messages */
  receive(...messages) {
    this.ws.onmessage({ data: JSON.stringify(messages) });
  }

  live() {
    this.receive({ type: "hello", reconnect_ms: 30_000, heartbeat_ms: 15_000 }, { type: "snapshot" });
    this.socket.synced();
  }

  /** @param {number} code */
  async close(code) {
    this.ws.onclose({ code });
    await new Promise((resolve) => setImmediate(resolve)); // lets the plain GET be answered
  }

  pass(ms) {
    for (const end = this.time + ms; this.time < end; this.socket.tick()) this.time += 250;
  }
}

test("a socket is live once the page has what it missed", () => {
  const b = new Bench();
  b.receive({ type: "hello", reconnect_ms: 20_000 });
  b.receive({ type: "snapshot" });
  b.socket.synced();
  assert.deepEqual(b.states, ["connecting", "syncing", "live"]);
  assert.equal(b.socket.status.budgetMs, 20_000);
  assert.deepEqual(b.messages.map((m) => m.type), ["hello", "snapshot"]);
});

test("commands go out only while live and are never repeated", async () => {
  const b = new Bench();
  assert.equal(b.socket.send({ type: "act" }), false);
  assert.equal(b.socket.send({ type: "snapshot" }), true, "that is how a gap is mended");
  b.live();
  assert.equal(b.socket.send({ type: "act" }), true);
  await b.close(1006);
  assert.equal(b.socket.send({ type: "act" }), false);
  b.pass(1_000);
  b.live();
  assert.deepEqual(b.ws.sent, []);
});

test("silence is answered with a ping, then called stale, then lost", () => {
  const b = new Bench();
  b.live();
  b.pass(2_750);
  assert.deepEqual(b.ws.sent, []);
  b.pass(250);
  assert.equal(b.ws.sent[0].type, "ping");
  b.pass(2_000);
  assert.equal(b.state, "stale");
  const silent = b.ws;
  b.pass(2_000);
  assert.equal(b.state, "lost");
  assert.equal(silent.closed, true);
});

test("a pong keeps it live and tells how far the server is", () => {
  const b = new Bench();
  b.live();
  b.pass(3_000);
  b.time += 80;
  b.receive({ type: "pong", stamp: b.ws.sent[0].stamp });
  assert.equal(b.state, "live");
  assert.equal(b.socket.status.rtt, 80);
});

test("a listener in a busy room says something before the server hangs up on it", () => {
  const b = new Bench();
  b.live();
  for (let i = 0; i < 20; i++) {
    b.time += 1_000;
    b.receive({ type: "acted" });
  }
  assert.ok(b.ws.sent.length >= 2, String(b.ws.sent.length));
});

test("a lost connection is tried again by plan, after asking why", async () => {
  const b = new Bench();
  b.live();
  await b.close(1006);
  assert.equal(b.state, "lost");
  assert.deepEqual(b.asked, ["/s"]);
  b.pass(250);
  assert.equal(b.sockets.length, 1);
  b.pass(250); // 300 ms
  assert.equal(b.sockets.length, 2);
  await b.close(1006);
  b.pass(500); // jittered: half of 600 ms
  assert.equal(b.sockets.length, 3);
});

test("a close that explains itself is not asked about", async () => {
  const b = new Bench();
  b.live();
  await b.close(4002);
  assert.deepEqual(b.asked, []);
  b.pass(500);
  assert.equal(b.sockets.length, 2);
});

test("a restart that was announced is remembered until the connection is back", async () => {
  const b = new Bench();
  b.live();
  await b.close(4001);
  b.pass(500);
  await b.close(1006);
  assert.equal(b.socket.status.restarting, true);
  b.pass(1_000);
  b.live();
  assert.equal(b.socket.status.restarting, false);
});

test("a server that restarts says when, and for how long to stay away", async () => {
  const b = new Bench();
  b.live();
  b.receive({ type: "draining", ms_left: 20_000, retry_ms: 3_000 });
  assert.ok(b.socket.status.stopsAt > 0);
  await b.close(4001);
  assert.equal(b.socket.status.stopsAt, 0);
  b.pass(2_900);
  assert.equal(b.sockets.length, 1);
  b.pass(700); // a fifth of it is chance
  assert.equal(b.sockets.length, 2);
});

test("only a connection that stayed up starts a new series of tries", async () => {
  const b = new Bench();
  for (let i = 0; i < 4; i++) {
    b.live();
    await b.close(4002);
    b.pass(3_000);
  }
  b.live();
  await b.close(4002);
  b.pass(1_750);
  assert.equal(b.sockets.length, 5, "a door that opens and shuts is not hammered");
  b.pass(1_000);
  b.live();
  b.pass(2_500);
  b.receive({ type: "acted" });
  b.pass(2_750);
  await b.close(4002);
  b.pass(500);
  assert.equal(b.sockets.length, 7);
});

test("the server's wait is kept, also when the user is impatient", async () => {
  const b = new Bench();
  b.answer = { status: 503, body: { code: "sockets_full", retry_ms: 10_000 }, retryAfter: "10" };
  await b.close(1006);
  assert.equal(b.socket.status.refusal.code, "sockets_full");
  b.socket.prompt(true);
  b.pass(10_750);
  assert.equal(b.sockets.length, 1);
  b.pass(500); // 10 s and the jitter
  assert.equal(b.sockets.length, 2);
});

test("a page that was replaced stays away until its user comes back", async () => {
  const b = new Bench();
  b.live();
  await b.close(4501);
  assert.equal(b.state, "replaced");
  b.pass(60_000);
  b.socket.prompt(true);
  assert.equal(b.sockets.length, 1);
  b.socket.start();
  assert.equal(b.sockets.length, 2);
});

test("a table that is gone is not asked for again", async () => {
  const b = new Bench();
  b.answer = { status: 404, body: { code: "not_found" }, retryAfter: null };
  await b.close(1006);
  assert.equal(b.state, "closed");
  b.pass(60_000);
  assert.equal(b.sockets.length, 1);
});

test("when the seat is no longer held, tries become rare but do not end", async () => {
  const b = new Bench();
  b.live();
  b.ws.onclose({ code: 4001 });
  for (let i = 0; i < 40; i++) {
    b.pass(1_000);
    if (!b.ws.closed && b.ws.readyState === 1 && b.state !== "live") await b.close(4001).catch(() => {});
  }
  assert.equal(b.state, "out");
  const before = b.sockets.length;
  b.pass(21_000);
  assert.ok(b.sockets.length > before);
});

test("the network's return is used at once, but not more than once in three seconds", async () => {
  const b = new Bench();
  b.live();
  for (let i = 0; i < 6; i++) {
    await b.close(4002);
    b.pass(5_250);
  }
  await b.close(4002);
  const before = b.sockets.length;
  b.socket.prompt();
  assert.equal(b.sockets.length, before + 1);
  await b.close(4002);
  b.socket.prompt();
  assert.equal(b.sockets.length, before + 1);
});

test("a socket that never says hello is given up", () => {
  const b = new Bench();
  b.pass(8_500);
  assert.equal(b.state, "lost");
});

test("a connection that is given up on purpose does not come back by itself", () => {
  const b = new Bench();
  b.live();
  b.socket.end("aside");
  assert.equal(b.state, "aside");
  assert.ok(b.ws.closed);
  b.pass(60_000);
  b.socket.prompt(true);
  assert.equal(b.sockets.length, 1);
  b.socket.start();
  assert.equal(b.sockets.length, 2);
});
