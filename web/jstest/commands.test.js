import assert from "node:assert/strict";
import test from "node:test";
import { Commands } from "../static/js/commands.js";

test("an answer finds its command by the id", async () => {
  const sent = [];
  const commands = new Commands((m) => sent.push(m) > 0);
  const one = commands.send({ type: "act" });
  const two = commands.send({ type: "sit" });
  assert.match(sent[0].id, /^[A-Za-z0-9_-]{1,36}$/);
  assert.notEqual(sent[0].id, sent[1].id);
  assert.equal(commands.pending("act"), true);
  assert.equal(commands.answered({ type: "error", id: sent[1].id, code: "seat_taken" }), true);
  assert.equal(commands.answered({ type: "ack", id: sent[0].id }), true);
  assert.deepEqual(await one, { ok: true });
  assert.equal((await two).refusal.code, "seat_taken");
  assert.equal(commands.pending("act"), false);
});

test("an error carries the limits it is about", async () => {
  let id = "";
  const commands = new Commands((m) => Boolean(id = m.id));
  const outcome = commands.send({ type: "act" });
  commands.answered({ type: "error", id, code: "bad_amount", min: 200, max: 900 });
  const { refusal } = await outcome;
  assert.deepEqual([refusal.min, refusal.max], [200, 900]);
});

test("what the connection loses is not sent again", async () => {
  const sent = [];
  const commands = new Commands((m) => sent.push(m) > 0);
  const outcome = commands.send({ type: "act" });
  assert.equal(commands.forget(), true);
  assert.equal((await outcome).refusal.code, "lost");
  assert.equal(commands.forget(), false);
  assert.equal(sent.length, 1);
});

test("without a connection a command fails at once", async () => {
  const commands = new Commands(() => false);
  assert.equal((await commands.send({ type: "act" })).ok, false);
  assert.equal(commands.pending("act"), false);
});

test("other messages are left alone", () => {
  assert.equal(new Commands(() => true).answered({ type: "acted", seq: 1 }), false);
});
