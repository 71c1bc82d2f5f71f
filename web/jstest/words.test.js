import assert from "node:assert/strict";
import test from "node:test";
import { connNotice, connPanel, connText } from "../static/js/conn.js";
import { Notices } from "../static/js/notice.js";
import { actionSentence, refusalSentence } from "../static/js/refusals.js";
import { initial, reduce } from "../static/js/store.js";
import { sentence } from "../static/js/strings.js";
import { lobbyRefusal } from "../static/js/strings-lobby.js";
import { hand, snapshot } from "./messages.js";

const refusal = (code, more = {}) => ({ code, status: 503, retryMs: 0, ...more });

test("a full server says what still works and counts down", () => {
  const say = lobbyRefusal(refusal("server_full", { limit: 150 }));
  assert.equal(say(8), "All 150 tables are in use. You can still join one. New tables may open in 8 s.");
  assert.equal(say(0), "All 150 tables are in use. You can still join one.");
});

test("no code of the server ever reaches the page", () => {
  for (const code of ["server_busy", "never_heard_of", "internal", "bad_amount", "database_unavailable", "rate_limited", "limiter_full",
    "request_timeout", "cost_too_high"]) {
    assert.doesNotMatch(refusalSentence(refusal(code))(3), /_|undefined|NaN/);
  }
  assert.match(refusalSentence(refusal("never_heard_of", { status: 429 }))(3), /Ready again in 3 s/);
});

test("a refused action says what changed", () => {
  assert.equal(actionSentence(refusal("stale_action"), 720), "The price changed to 720. Choose again.");
  assert.equal(actionSentence(refusal("stale_action"), null), "Too late – the hand moved on.");
  assert.equal(actionSentence(refusal("bad_amount", { min: 200, max: 900 }), 100), "Raise must be 200–900.");
});

test("the log tells a hand in sentences", () => {
  const log = [snapshot(), ...hand].reduce((s, m) => reduce(s, m, 0), initial()).log;
  assert.deepEqual(log.map(sentence), [
    "Hand 1", "Ann posts 50.", "Ben posts 100.", "Cid folds.", "Ann calls 50.", "Ben checks.", "Flop: 2♣︎ 7♦︎ K♣︎", "Ann bets 300.",
    "Ben calls 300.", "Turn: 3♠︎", "River: 9♥︎", "Ann shows J♣︎ J♦︎: Pair of jacks.", "Ben shows Q♥︎ Q♦︎: Pair of queens.",
    "Ben wins 800 with Pair of queens.",
  ]);
});

const status = (more) => ({ state: "lost", lostAt: 10_000, retryAt: 0, budgetMs: 30_000, rtt: 0, restarting: false, refusal: null, ...more });
const viewer = { seated: true, turn: false, online: true, chips: 4_980 };

test("a short loss is shown by the dot alone", () => {
  assert.equal(connNotice(status({}), 11_400, viewer), null);
  assert.equal(connText(status({})), "Reconnecting");
  assert.equal(connText(status({ state: "live", rtt: 620 })), "Slow · 620 ms");
});

test("a longer loss says for how long the seat is held", () => {
  assert.equal(connNotice(status({}), 12_000, viewer)?.text, "Connection lost. Reconnecting… Seat held for 28 s.");
  assert.equal(connNotice(status({}), 12_000, { ...viewer, turn: true })?.text, "Connection lost. Reconnecting… Seat held for 28 s. It is your turn.");
  assert.equal(connNotice(status({}), 12_000, { ...viewer, seated: false, online: false })?.text, "Your device is offline.");
  assert.match(connNotice(status({ state: "out" }), 50_000, viewer)?.text ?? "", /^Still trying .* Your seat and 4,980 chips are kept\.$/);
});

test("a restart is no fault of the connection", () => {
  assert.match(connNotice(status({ restarting: true }), 12_000, viewer)?.text ?? "", /^Restarting\. .* Seat held for 28 s\.$/);
});

test("a refused socket says what the server asks for", () => {
  const full = status({ refusal: refusal("sockets_full"), retryAt: 20_000 });
  assert.equal(connNotice(full, 12_000, { ...viewer, seated: false }), null, "a panel says it");
  assert.equal(connNotice(full, 12_000, viewer)?.text, "Busy moment. Your seat is held; trying again in 8 s.");
});

test("without room for a socket a stranger waits at a panel, and may try when the server's wait ends", () => {
  const full = status({ refusal: refusal("sockets_full", { retryMs: 7_000 }), waitUntil: 19_000, retryAt: 20_000 });
  const early = connPanel(full, 12_000, false);
  assert.equal(early?.title, "The room is full right now. Trying again in 8 s.");
  assert.deepEqual(early?.buttons.map((b) => [b.label, Boolean(b.resting)]), [["Try now", true], ["Back to lobby", false]]);
  assert.equal(connPanel(full, 19_000, false)?.buttons[0].resting, false);
  assert.equal(connPanel(full, 12_000, true), null, "who is seated keeps the table in sight");
});

test("another tab never looks like a fault of the network", () => {
  assert.equal(connText(status({ state: "replaced" })), "Elsewhere");
  assert.equal(connPanel(status({ state: "replaced" }), 0, true)?.title, "This table is open in another tab or device.");
  assert.equal(connPanel(status({ state: "lost" }), 0, true), null);
});

test("one notice shows at a time, the most important one", () => {
  const shown = [];
  const notices = new Notices((n, fresh) => shown.push([n?.text ?? "", fresh]));
  const notice = (key, priority, text, until) => ({ key, priority, kind: /** @type {const} */ ("info"), text, buttons: [], until });
  notices.put("a", notice("a", 5, "note", 100));
  notices.put("b", notice("b", 2, "lost 3 s"));
  notices.put("b", notice("b", 2, "lost 2 s"));
  notices.put("b", notice("b", 2, "lost 2 s"));
  notices.put("b", null);
  notices.tick(100);
  assert.deepEqual(shown, [["note", true], ["lost 3 s", true], ["lost 2 s", false], ["note", true], ["", true]]);
});
