import { post } from "./api.js";
import { attribute, h, tell, text } from "./dom.js";
import { RefusalLine } from "./refusal-line.js";
import { question } from "./select.js";
import { strings } from "./strings.js";
/** @import { Question, TableState } from "./types.js" */

const words = strings.coach;

/**
 * Tells on request what the viewer's cards are worth. Never by itself: each answer costs the server, and a part of the day's
 * allowance.
 */
export class PkCoach extends HTMLElement {
  #spot = ""; // what the answer in sight is about
  #asking = false;
  #restUntil = 0; // the server asked for a wait
  /** @type {TableState | null} */ #state = null;

  connectedCallback() {
    this.range = h("input", { id: "coach-range", autocomplete: "off", spellcheck: "false", autocapitalize: "none", maxlength: 100, placeholder: words.random, "aria-describedby": "coach-hint coach-why" });
    this.go = h("button", { type: "submit", id: "coach-go", disabled: true, "aria-describedby": "coach-why" }, words.ask);
    this.hint = h("p", { class: "why", id: "coach-hint" }, words.noCards);
    this.answer = h("p", { class: "answer", id: "coach-answer", role: "status" });
    const why = h("p", { class: "why", id: "coach-why" });
    this.line = new RefusalLine(why, null, (sentence) => tell(this, "pk-say", sentence));
    this.append(h("form", { onsubmit: (e) => this.#ask(e) }, h("h2", {}, words.title),
      h("label", {}, h("span", {}, words.against), this.range), this.go), h("div", { class: "said" }, this.answer, why, this.hint));
  }

  /** @param {TableState} state */
  update(state) {
    this.#state = state;
    const spot = JSON.stringify(question(state, ""));
    if (spot !== this.#spot) {
      this.#spot = spot;
      this.#asking = false;
      text(/** @type {Node} */ (this.answer), "");
      if (performance.now() >= this.#restUntil) this.line?.clear();
    }
    this.#rest();
  }

  #rest() {
    const possible = this.#state !== null && question(this.#state, "") !== null;
    attribute(this, "data-idle", !possible);
    text(/** @type {Node} */ (this.hint), possible ? words.hint : words.noCards);
    this.go.disabled = !possible || this.#asking || performance.now() < this.#restUntil;
  }

  /** @param {Event} event */
  async #ask(event) {
    event.preventDefault();
    const range = this.range.value.trim();
    const asked = this.#state && question(this.#state, range);
    if (!asked || this.go.disabled) return;
    const spot = this.#spot;
    this.#asking = true;
    this.line?.clear();
    text(/** @type {Node} */ (this.answer), words.asking);
    this.#rest();
    const answer = await post("/api/odds", asked);
    if (!answer.ok) this.#refuse(answer.refusal);
    if (spot !== this.#spot) return; // the hand has moved on
    this.#asking = false;
    text(/** @type {Node} */ (this.answer), answer.ok ? equity(answer.data, asked, range) : "");
    this.#rest();
  }

  /** @param {import("./types.js").Refusal} refusal */
  #refuse(refusal) {
    this.line?.show(refusal);
    this.#restUntil = performance.now() + refusal.retryMs;
    if (refusal.retryMs > 0) setTimeout(() => this.#rest(), Math.min(refusal.retryMs + 1, 2 ** 31 - 1));
  }

  /** Comes into sight, where the log is a drawer. */
  focus() {
    document.body.classList.add("log-open");
    this.range.focus();
  }
}
customElements.define("pk-coach", PkCoach);

/** The answer in words; the error stated is two standard errors. @param {any} result @param {Question} asked @param {string} range */
function equity({ hands: [{ share, stderr }] }, asked, range) {
  return words.equity(share, 200 * stderr, asked.hands.length - 1, range);
}
