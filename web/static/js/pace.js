/**
 * Gives the eye time when the server tells a whole run-out in one breath. Anything that starts something new, a turn above
 * all, ends the show: the page never lags behind a decision.
 */

const STREET_MS = 1_000;
const urgent = new Set(["snapshot", "synced", "hand_started", "turn", "closed"]);

export class Pace {
  /** @type {any[]} */ #queue = [];
  #holdUntil = 0;
  /** @type {(() => void) | null} stops the running pause */ #pause = null;

  /**
   * @param {(messages: any[]) => void} apply
   * @param {typeof browser} [env]
   */
  constructor(apply, env = browser) {
    this.apply = apply;
    this.env = env;
  }

  /** @param {any[]} messages */
  push(messages) {
    this.#queue.push(...messages);
    if (this.env.hidden() || messages.some((m) => urgent.has(m.type))) this.flush();
    else if (!this.#pause) this.#run();
  }

  /** Shows everything that waits, now. */
  flush() {
    this.#holdUntil = 0;
    this.#pause?.();
    this.#pause = null;
    const all = this.#queue.splice(0);
    if (all.length > 0) this.apply(all);
  }

  #run() {
    this.#pause = null;
    if (this.#queue.length === 0) return;
    const wait = this.#holdUntil - this.env.now();
    if (wait > 0) {
      this.#pause = this.env.later(wait, () => this.#run());
      return;
    }
    const street = this.#queue.findIndex((m) => m.type === "street");
    const batch = this.#queue.splice(0, street < 0 ? this.#queue.length : street + 1);
    if (street >= 0) this.#holdUntil = this.env.now() + STREET_MS;
    this.apply(batch);
    this.#run();
  }
}

const browser = {
  now: () => performance.now(),
  later: (ms, f) => {
    const timer = setTimeout(f, ms);
    return () => clearTimeout(timer);
  },
  hidden: () => document.hidden,
};
