/** @import { Notice } from "./types.js" */

/** One notice at a time: the one that matters most. Others wait behind it. Pure but for the listener. */
export class Notices {
  /** @type {Map<string, Notice>} */ #all = new Map();

  /** @param {(notice: Notice | null, fresh: boolean) => void} onChange another text; fresh: another notice */
  constructor(onChange) {
    this.onChange = onChange;
    /** @type {Notice | null} */ this.shown = null;
  }

  /** @param {string} key @param {Notice | null} notice null takes it away */
  put(key, notice) {
    if (notice) this.#all.set(key, notice);
    else this.#all.delete(key);
    this.#choose();
  }

  tick(now) {
    for (const [key, n] of this.#all) if (n.until !== undefined && now >= n.until) this.#all.delete(key);
    this.#choose();
  }

  #choose() {
    /** @type {Notice | null} */ let best = null;
    for (const n of this.#all.values()) if (!best || n.priority < best.priority) best = n;
    const fresh = best?.key !== this.shown?.key;
    const changed = fresh || best?.text !== this.shown?.text;
    this.shown = best;
    if (changed) this.onChange(best, fresh);
  }
}
