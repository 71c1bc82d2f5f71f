/** What is read aloud: moves politely, gathered for a moment; only what needs the player now is assertive. */

const GATHER_MS = 300;

export class Announcer {
  /** @type {string[]} */ #waiting = [];

  /** @param {HTMLElement} polite @param {HTMLElement} assertive */
  constructor(polite, assertive) {
    this.polite = polite;
    this.assertive = assertive;
  }

  say(sentence) {
    if (!sentence) return;
    if (this.#waiting.push(sentence) > 1) return;
    setTimeout(() => replace(this.polite, this.#waiting.splice(0).join(" ")), GATHER_MS);
  }

  now(sentence) {
    if (sentence) replace(this.assertive, sentence);
  }
}

/** A new node is announced even when it says what the last one said. @param {HTMLElement} region @param {string} sentence */
function replace(region, sentence) {
  const p = document.createElement("p");
  p.textContent = sentence;
  region.replaceChildren(p);
}
