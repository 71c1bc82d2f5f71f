import assert from "node:assert/strict";
import test from "node:test";
import { hasFreeSeat, initial, level, reduce } from "../static/js/rooms.js";

const room = (id, taken = 0, seats = 6) => ({ id, taken, people: 0, watchers: 0, hands: 0, settings: { name: id, seats } });
const list = { type: "lobby", capacity: { used: 2, cap: 10, create: "open" }, tables: [room("a"), room("b", 6)] };

test("the first message is the list", () => {
  const s = reduce(initial(), list);
  assert.deepEqual(s.rooms.map((r) => r.id), ["a", "b"]);
  assert.deepEqual(s.rooms.map(hasFreeSeat), [true, false]);
});

test("what changes stays in its place and what is new comes last", () => {
  const s = reduce(reduce(initial(), list), { type: "tables", capacity: { used: 3, cap: 10, create: "open" }, changed: [room("c"), room("a", 2)], gone: [] });
  assert.deepEqual(s.rooms.map((r) => [r.id, r.taken]), [["a", 2], ["b", 6], ["c", 0]]);
  assert.equal(s.capacity.used, 3);
});

test("a table that is gone keeps its place until it is forgotten", () => {
  let s = reduce(reduce(initial(), list), { type: "tables", changed: [], gone: [{ id: "a", reason: "idle" }] });
  assert.deepEqual(s.rooms.map((r) => r.closed), ["idle", undefined]);
  assert.equal(hasFreeSeat(s.rooms[0]), false);
  s = reduce(s, { type: "forget", id: "a" });
  assert.deepEqual(s.rooms.map((r) => r.id), ["b"]);
});

test("the capacity line gets louder as the tables run out", () => {
  const at = (used, create = "open") => level({ used, cap: 100, create });
  assert.deepEqual([at(0), at(84), at(85), at(100), at(10, "draining"), at(10, "full")], ["open", "open", "busy", "full", "full", "full"]);
});
