import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { Commands } from "../static/js/commands.js";
import * as rooms from "../static/js/rooms.js";
import * as select from "../static/js/select.js";
import { initial, reduce } from "../static/js/store.js";
import { sentence } from "../static/js/strings.js";

// Examples of every message, written by the server's own code.
const folder = new URL("../../ws/proto/testdata/", import.meta.url);
const names = readdirSync(folder).filter((f) => f.endsWith(".json")).map((f) => f.slice(0, -5));
const examples = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
const server = names.filter((n) => !n.startsWith("client_"));
const elsewhere = new Set(["ack", "draining", "error", "pong", "lobby", "tables"]); // not for the table's store

/** Paths of what a message should have filled and did not. */
function holes(value, path = "state") {
  if (value === undefined || Number.isNaN(value)) return [path];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([k, v]) => (optional.has(k) ? [] : holes(v, `${path}.${k}`)));
}
const optional = new Set(["bot", "reason", "name", "holding", "log", "commitment"]);

/** A table in the middle of a hand, as the server shows it. */
const running = reduce(initial(), examples("snapshot").find((m) => m.table.turn !== null), 1_000);

test("the store understands every message that the server sends to a table", () => {
  assert.ok(server.length > 20, "are these the golden files?");
  for (const name of server.filter((n) => !elsewhere.has(n))) {
    for (const m of examples(name)) {
      const numbered = "seq" in m && name !== "snapshot" && name !== "synced";
      const before = name === "snapshot" ? initial() : running;
      const after = reduce(before, numbered ? { ...m, seq: before.seq + 1 } : m, 2_000);
      assert.notEqual(after, before, `${name} was ignored`);
      assert.equal(after.gap, name === "synced" ? m.seq > before.seq : false);
      assert.deepEqual(holes(after), [], `${name} ${JSON.stringify(m)}`);
      if (!after.ready) continue;
      for (let seat = 0; seat < after.settings.seats; seat++) assert.deepEqual(holes(select.pod(after, seat), "pod"), [], name);
      select.results(after).forEach((r) => assert.doesNotMatch(r.sentence, /undefined|NaN/));
      after.log.forEach((e) => assert.doesNotMatch(sentence(e), /undefined|NaN/, JSON.stringify(e)));
    }
  }
});

test("the lobby understands every message that the server sends to it", () => {
  for (const m of [...examples("lobby"), ...examples("tables")]) {
    const state = rooms.reduce(rooms.initial(), m);
    assert.notDeepEqual(state, rooms.initial());
    for (const room of state.rooms) assert.equal(typeof rooms.hasFreeSeat(room), "boolean");
    assert.match(rooms.level(state.capacity), /open|busy|full/);
  }
});

test("answers find their commands", async () => {
  for (const m of [...examples("ack"), ...examples("error")]) {
    let id = "";
    const commands = new Commands((sent) => Boolean(id = sent.id));
    const outcome = commands.send({ type: "act" });
    commands.answered({ ...m, id });
    assert.equal((await outcome).ok, m.type === "ack");
  }
});

test("each kind of message that the page sends is one that the server reads", () => {
  // What seating.js, table.js and socket.js send, by the fields they set beside the id.
  const sent = { sit: ["seat", "buy_in"], buy_in: ["amount"], stand: [], sit_out: [], come_back: [],
    act: ["hand", "turn", "price", "move"], ping: ["stamp"], snapshot: [] };
  for (const [type, fields] of Object.entries(sent)) {
    const known = new Set(examples(`client_${type}`).flatMap(Object.keys));
    for (const field of fields) assert.ok(known.has(field), `${type}.${field}`);
  }
});
