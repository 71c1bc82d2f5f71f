import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { contradict, verify } from "../static/js/verify.js";

// The same vectors hold the server's package deck.
const vectors = JSON.parse(readFileSync(new URL("../../table/deck/testdata/vectors.json", import.meta.url), "utf8"));

test("every opening of the shared vectors is proven", async () => {
  let proven = 0;
  for (const { hand, root, proofs } of vectors.decks) {
    for (const proof of proofs) {
      assert.ok(await verify(root, hand, proof), `${hand} position ${proof.position}`);
      proven++;
    }
  }
  assert.ok(proven >= 52);
});

test("every opening that the server's code refuses is refused here", async () => {
  assert.ok(vectors.refused.length > 0);
  for (const { why, hand, root, proofs } of vectors.refused) {
    const outcomes = await Promise.all(proofs.map((/** @type {any} */ p) => verify(root, hand, p)));
    assert.ok(outcomes.includes(false) || contradict(proofs), why);
  }
});

test("a bent opening never throws", async () => {
  const { hand, root, proofs: [good] } = vectors.decks[0];
  for (const change of [{ position: 52 }, { position: -1 }, { position: 0.5 }, { card: "1x" }, { card: "AsX" }, { salt: undefined },
    { salt: "zz".repeat(32) }, { path: undefined }, { path: [] }, { path: [...good.path, good.path[0]] }, { path: Array(6).fill(7) }]) {
    assert.equal(await verify(root, hand, { ...good, ...change }), false, JSON.stringify(change).slice(0, 60));
  }
  assert.equal(await verify(root, "x".repeat(256), good), false);
});
