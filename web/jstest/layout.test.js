import assert from "node:assert/strict";
import test from "node:test";
import { chooseSet, layout } from "../static/js/layout.js";

// The room for the felt at the sizes that matter: window minus bar, notice row, dock and, in set P, the viewer's strip.
const rooms = [["1366x768", 1046, 592], ["1920x1080", 1600, 904], ["1024x768", 1024, 592], ["740x624", 740, 480],
  ["390x844", 390, 560], ["412x915", 412, 631], ["360x640", 360, 356], ["360x560", 360, 318], ["320x568", 320, 326]];

const box = (name, x, y, w, h) => ({ name, left: x - w / 2, right: x + w / 2, top: y - h / 2, bottom: y + h / 2 });

/** Everything that has its place, as boxes. @param {"D" | "P"} set */
function boxes(set, w, h, seats) {
  const l = layout(set, w, h, seats);
  const pot = set === "D" ? { w: 110, h: 24 } : { w: w < 350 ? 74 : 84, h: 18 }; // with five digits
  const all = [box("board", w / 2, l.boardY, 5 * l.card.w + 4 * l.card.gap, l.card.h), box("pot", w / 2, l.potY, pot.w, pot.h)];
  l.places.forEach((p, i) => {
    if (set === "P" && i === 0) return; // in the strip below
    if (i > 0) all.push(box(`pod ${i}`, p.x, p.y, l.pod.w, l.pod.h));
    const bet = set === "D" ? { w: 66, h: 18 } : { w: 46, h: 18 };
    const hug = 0.117 * w + l.pod.w / 2 + 3 + bet.w / 2; // as the style sheet lays bets at the sides in set P
    const x = set === "D" || p.side.startsWith("top") ? p.betX : p.side === "left" ? hug : w - hug;
    all.push(box(`bet ${i}`, x, p.betY, bet.w, bet.h));
  });
  if (l.own) all.push(box("own pod", w / 2, l.places[0].y, l.own.w, l.own.h), box("own cards", w / 2, l.own.cardY, 124 * l.s, 84 * l.s));
  return all;
}

test("nothing on the felt lies over anything else, for 2 to 9 seats at every size", () => {
  for (const [name, w, h] of rooms) {
    const set = chooseSet(Number(w), Number(h));
    for (let seats = 2; seats <= 9; seats++) {
      const all = boxes(set, w, h, seats);
      for (const a of all) {
        assert.ok(a.left >= 0 && a.right <= Number(w) && a.top >= 0 && a.bottom <= Number(h), `${name}, ${seats} seats: ${a.name} leaves the stage`);
        for (const b of all) {
          if (a.name >= b.name || (a.name === "own cards" && b.name === "own pod")) continue; // the cards lie on their pod
          const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
          assert.ok(apart, `${name}, ${seats} seats: ${a.name} and ${b.name} overlap`);
        }
      }
    }
  }
});

test("the ring is the same on the left and on the right", () => {
  for (const set of /** @type {const} */ (["D", "P"])) {
    for (const seats of [2, 4, 5, 6, 8, 9]) {
      const { places } = layout(set, 1000, 600, seats);
      const xs = places.slice(1).map((p) => Math.round(p.x));
      assert.deepEqual(xs.map((x) => 1000 - x).sort((a, b) => a - b), [...xs].sort((a, b) => a - b), `${set}${seats}`);
    }
  }
});

test("wide and high rooms use the wide set", () => {
  assert.equal(chooseSet(740, 480), "D");
  assert.equal(chooseSet(739, 900), "P");
  assert.equal(chooseSet(1200, 479), "P");
});
