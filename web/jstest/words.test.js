import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { connNotice, connPanel, connText } from "../static/js/conn.js";
import { timeOfDay } from "../static/js/format.js";
import { Notices } from "../static/js/notice.js";
import { actionSentence, ourFault, refusalSentence } from "../static/js/refusals.js";
import { initial, reduce } from "../static/js/store.js";
import { sentence } from "../static/js/strings.js";
import { hand, snapshot } from "./messages.js";

const refusal = (code, more = {}) => ({ code, status: 503, retryMs: 0, ...more });

test("a full server says what still works and counts down", () => {
  const say = refusalSentence(refusal("server_full", { limit: 150 }));
  assert.equal(say(8), "All 150 tables are in use. You can still join one. New tables may open in 8 s.");
  assert.equal(say(0), "All 150 tables are in use. You can still join one.");
});

test("every code that the server can send over HTTP has a sentence of its own", () => {
  const source = readFileSync(new URL("../api/codes.go", import.meta.url), "utf8");
  const codes = [...source.matchAll(/^\s*"?(\w+)"?:\s*\{(?:http\.Status|$)/gm)].map((m) => m[1]);
  assert.ok(codes.length > 15 && codes.includes("server_full"), "is this how the codes are written?");
  const faults = new Set(["internal", "method_not_allowed", "upgrade_required"]); // ours, whoever reads them
  for (const code of codes.filter((c) => !faults.has(c))) {
    for (const left of [0, 3, 40_000]) {
      const said = refusalSentence(refusal(code))(left);
      assert.notEqual(said, ourFault, code);
      assert.match(said, /^[A-Z].*[.…]$/, code);
      assert.doesNotMatch(said, /_|undefined|NaN/, code);
    }
  }
});

test("no code of the server ever reaches the page", () => {
  for (const code of ["server_busy", "never_heard_of", "internal", "bad_amount"]) {
    assert.doesNotMatch(refusalSentence(refusal(code))(3), /_|undefined|NaN/);
  }
  assert.match(refusalSentence(refusal("never_heard_of", { status: 429 }))(3), /Ready again in 3 s/);
});

test("a day's allowance that is used up says of what, until when by the reader's clock, and what still works", () => {
  const resetAt = new Date(Date.now() + (7 * 60 + 11.5) * 60_000).toISOString();
  const at = `${timeOfDay(resetAt)} (in 7 h 12 min)`;
  const say = (path, limit) => refusalSentence(refusal("quota_exhausted", { status: 429, limit, used: limit, resetAt, path }))(26_000);
  assert.equal(say("/api/tables", 10), `You have opened 10 tables today. More at ${at}. Joining is still open.`);
  assert.equal(say("/api/tables", 1), `You have opened 1 table today. More at ${at}. Joining is still open.`);
  assert.equal(say("/api/chips", 1), `Today’s free chips are used up. Next refill at ${at}.`);
  assert.equal(say("/api/odds", 50), `You have asked for odds 50 times today. More at ${at}. Playing goes on as before.`);
  assert.equal(say("/api/me/export", 20), `You have fetched your data 20 times today. Again at ${at}.`);
  assert.equal(say("/api/guest", 50), `50 guests have come from your network today. New ones are welcome at ${at}. Signing in works as always.`);
  assert.equal(say("/api/of-tomorrow", 3), `Today’s allowance is used up. More at ${at}.`);
});

test("an allowance whose day is over, or whose reset is not known, is no riddle", () => {
  const say = (resetAt) => refusalSentence(refusal("quota_exhausted", { limit: 1, path: "/api/chips", resetAt }))(0);
  const over = new Date(Date.now() - 1000).toISOString();
  assert.equal(say(over), `Today’s free chips are used up. Next refill at ${timeOfDay(over)}.`);
  for (const nothing of [undefined, "soon"]) assert.equal(say(nothing), "Today’s free chips are used up. Next refill at the start of a new day.");
});

test("a refusal of too many of one's own says how many, and what to do", () => {
  const say = (code, more) => refusalSentence(refusal(code, { status: 429, ...more }))(5);
  assert.equal(say("too_many_sockets", { limit: 8 }), "You have 8 tables open, the most at once. Close one to open this.");
  assert.equal(say("too_many_tables", { limit: 4 }), "You have 4 tables running, the most at once. Joining is still open.");
  assert.equal(say("watchers_full"), "This table has all its watchers.");
  assert.equal(say("cpu_busy"), "Busy moment. Try again in 5 s.");
});

test("the refusals of an account's page are sentences about what was asked", () => {
  const say = (code) => refusalSentence(refusal(code, { status: 409 }))(0);
  assert.match(say("name_taken"), /another/);
  assert.match(say("bad_credentials"), /do not belong together/);
  assert.match(say("bad_token"), /Ask for a new one/);
  assert.match(say("still_seated"), /Leave it first/);
  assert.match(say("enough_chips"), /already have as many/);
  assert.match(say("mail_unavailable"), /no way to send mail/);
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

const status = (more) => ({ state: "lost", lostAt: 10_000, retryAt: 0, budgetMs: 30_000, rtt: 0, stopsAt: 0, restarting: false, refusal: null, ...more });
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

test("a restart that is announced is said while the hand goes on", () => {
  assert.equal(connNotice(status({ state: "live", lostAt: 0, stopsAt: 20_000 }), 12_000, viewer)?.text,
    "Restart in 8 s. This hand finishes first. Your chips are safe.");
  assert.equal(connNotice(status({ state: "live", lostAt: 0 }), 12_000, viewer), null);
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

test("who may not have another socket is told at a panel, too, and who is signed out may sign in", () => {
  for (const code of ["too_many_sockets", "watchers_full"]) {
    const status_ = status({ refusal: refusal(code, { limit: 8 }), waitUntil: 0, retryAt: 20_000 });
    assert.equal(connPanel(status_, 12_000, false)?.title, refusalSentence(refusal(code, { limit: 8 }))(0));
    assert.equal(connPanel(status_, 12_000, true), null);
  }
  const tabs = new Map([["7", "Friday night"]]);
  const closing = connPanel(status({ refusal: refusal("too_many_sockets"), retryAt: 20_000 }), 12_000, false, tabs);
  assert.deepEqual(closing?.buttons.map((b) => [b.label, b.action]), [["Close Friday night", "close 7"], ["Try now", "retry"], ["Back to lobby", "lobby"]]);
  assert.equal(connPanel(status({ refusal: refusal("watchers_full"), retryAt: 20_000 }), 12_000, false, tabs)?.buttons.length, 2, "closing a tab would not help");
  assert.deepEqual(connPanel(status({ state: "aside" }), 0, true)?.buttons.map((b) => b.action), ["restart", "lobby"]);
  assert.deepEqual(connPanel(status({ state: "signed_out" }), 0, true)?.buttons.map((b) => b.action), ["account", "guest", "lobby"]);
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
