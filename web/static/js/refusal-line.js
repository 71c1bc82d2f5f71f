import { h, text } from "./dom.js";
import { seconds } from "./format.js";
import { refusalSentence } from "./refusals.js";

/**
 * The line under a control that says why it did not work. While the server asks to wait, the line counts down and the
 * control rests; nothing is sent again by itself.
 */
export class RefusalLine {
  #timer = 0;

  /**
   * @param {HTMLElement} line
   * @param {HTMLButtonElement | null} control
   * @param {(sentence: string) => void} announce
   */
  constructor(line, control, announce) {
    this.line = line;
    this.control = control;
    this.announce = announce;
  }

  /**
   * @param {import("./types.js").Refusal} refusal
   * @param {{label: string, press: () => void}[]} [ways] further ways on
   */
  show(refusal, ways = []) {
    this.clear();
    const say = refusalSentence(refusal);
    const p = h("span");
    this.line.replaceChildren(p, ...ways.map((w) => h("button", { onclick: w.press }, w.label)));
    this.line.dataset.kind = "warn";
    const end = performance.now() + refusal.retryMs;
    const tick = () => {
      const left = refusal.retryMs > 0 ? end - performance.now() : 0;
      text(p, say(left > 0 ? seconds(left) : 0));
      if (this.control) this.control.disabled = left > 0;
      if (left > 0) this.#timer = window.setTimeout(tick, Math.min(250, left + 1));
    };
    tick();
    this.announce(p.textContent ?? "");
  }

  /** @param {string} sentence */
  say(sentence) {
    this.clear();
    this.line.dataset.kind = "warn";
    text(this.line, sentence);
    this.announce(sentence);
  }

  clear() {
    clearTimeout(this.#timer);
    if (this.control) this.control.disabled = false;
    this.line.replaceChildren();
  }
}
