import { h, show, tell, text } from "./dom.js";
import { chips, parseChips } from "./format.js";
import { RefusalLine } from "./refusal-line.js";
import { strings } from "./strings.js";
/** @import { Offer } from "./types.js" */

const words = strings.buyIn;

/**
 * Asks how many chips to bring: to sit down, or to add to a stack. "pk-buy" tells the amount. Who has too few is shown the
 * way to those at other tables, may ask for free chips, and as a guest may start again.
 */
export class PkBuyin extends HTMLElement {
  #min = 0;
  #max = 0;
  #seat = -1;

  connectedCallback() {
    this.heading = h("h2", { id: "buyin-title" });
    this.range = h("input", { type: "range", "aria-labelledby": "buyin-label", oninput: () => this.#set(Number(this.range.value)) });
    this.field = h("input", { id: "buyin-amount", inputmode: "numeric", autocomplete: "off", "aria-describedby": "buyin-limits", onblur: () => this.#read() });
    this.label = h("span", { id: "buyin-label" }, words.amount);
    this.choice = h("label", {}, this.label, this.field);
    this.limits = h("p", { class: "why", id: "buyin-limits" });
    this.go = h("button", { type: "submit", class: "main-button", id: "buyin-go" });
    this.others = h("div", { class: "list" });
    this.free = h("button", { class: "main-button", id: "buyin-free", "aria-describedby": "buyin-refused", onclick: () => tell(this, "pk-free-chips", this.#seat) }, words.free);
    this.refused = h("p", { class: "why", id: "buyin-refused", role: "alert" });
    this.line = new RefusalLine(this.refused, this.free, () => {}); // an alert speaks for itself
    this.fresh = h("button", { onclick: () => tell(this, "pk-do", "fresh") }, words.fresh);
    this.dialog = h("dialog", { "aria-labelledby": "buyin-title" }, this.heading, h("form", { onsubmit: (e) => this.#submit(e) },
      this.choice, this.range, this.limits, h("div", { class: "list" }, this.free, this.refused), this.others,
      h("div", { class: "row" }, h("button", { onclick: () => this.dialog.close() }, words.cancel), this.fresh, this.go)));
    this.append(this.dialog);
  }

  /** @param {Offer} offer */
  open({ kind, seat, min, max, have, step, guest, elsewhere }) {
    this.#seat = seat;
    this.#min = min;
    this.#max = Math.min(max, have);
    const possible = this.#max >= this.#min && this.#max > 0;
    text(this.heading, words[kind]);
    text(this.go, words[kind]);
    const reason = max < min ? words.noRoom : words.tooPoor(min, have);
    text(this.limits, possible ? words.limits(min, this.#max, have) : reason);
    for (const part of [this.choice, this.range, this.go]) show(part, possible);
    const ways = elsewhere.map(({ table, name, chips: n }) => h("a", { class: "button main-button", href: `/t/${table}` }, words.backTo(name, n)));
    this.others.replaceChildren(...(possible || max < min ? [] : ways));
    const poor = !possible && max >= min && kind !== "topUp";
    show(this.free, poor);
    show(this.fresh, poor && guest);
    this.line?.clear();
    Object.assign(this.range, { min: this.#min, max: this.#max, step: 1 });
    this.range.step = this.#min % step === 0 && this.#max % step === 0 ? String(step) : "1";
    this.#set(suggestion(this.#min, this.#max, have, step));
    if (!this.dialog.open) this.dialog.showModal();
    else if (possible) this.field.focus(); // after a refill, whose button is gone
  }

  /** There are no free chips now. @param {import("./types.js").Refusal} refusal */
  refuse(refusal) {
    this.line?.show(refusal, refusal.code === "quota_exhausted" ? [{ label: words.watch, press: () => this.dialog.close() }] : []);
  }

  #set(amount) {
    const value = Math.min(this.#max, Math.max(this.#min, amount));
    this.field.value = chips(value);
    this.range.value = String(value);
    return value;
  }

  #read() {
    const typed = parseChips(this.field.value);
    return this.#set(Number.isNaN(typed) ? Number(this.range.value) : typed);
  }

  #submit(event) {
    event.preventDefault();
    const amount = this.#read();
    this.dialog.close();
    tell(this, "pk-buy", { amount, seat: this.#seat });
  }
}
customElements.define("pk-buyin", PkBuyin);

/**
 * What to bring when nobody says: half of the wallet, so that one bad hand is not the end of the evening.
 * @param {number} min @param {number} max @param {number} have @param {number} step
 */
export function suggestion(min, max, have, step) {
  const half = Math.floor(have / 2 / step) * step;
  return Math.max(min, Math.min(max, half));
}
