import { canVerify, contradict, verify } from "./verify.js";

/** Checks each card of a hand once, as it is seen, and tells the store the outcome. */
export class Prover {
  #hand = "";
  /** @type {Set<number>} */ #seen = new Set();

  /** @param {(checked: {type: "checked", hand: string, position: number, ok: boolean}) => void} tell */
  constructor(tell) {
    this.tell = tell;
  }

  /** @param {import("./types.js").Hand | null} hand */
  check(hand) {
    if (!hand?.commitment || !canVerify()) return;
    if (hand.hand !== this.#hand) {
      this.#hand = hand.hand;
      this.#seen.clear();
    }
    const { hand: id, commitment, openings } = hand;
    const doubled = contradict(openings);
    for (const opening of openings) {
      if (this.#seen.has(opening.position)) continue;
      this.#seen.add(opening.position);
      verify(commitment, id, opening).then((ok) => this.tell({ type: "checked", hand: id, position: opening.position, ok: ok && !doubled }));
    }
  }
}
