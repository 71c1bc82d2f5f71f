import { attribute, h, tell, text } from "./dom.js";
import { chips, parseChips } from "./format.js";
import { SLIDER, clamp, fromSlider, presets, toSlider } from "./sizer.js";
import { strings } from "./strings.js";

const words = strings.table;

/**
 * The amount of a bet or raise: presets, slider, minus, plus and a field. All only set the amount;
 * "pk-amount" tells that it has changed, and the third button of the dock sends it.
 */
export class PkSizer extends HTMLElement {
  /** @type {any[]} */ presets = [];
  /** @type {import("./types.js").Sizing | null} */ #sizing = null;
  #choice = false; // whether there is more than one amount
  amount = 0;

  connectedCallback() {
    this.presets = presets(false).map((_, i) => h("button", { class: "preset", onclick: () => this.preset(i) }));
    this.slider = h("input", { type: "range", min: 0, max: SLIDER, step: 1, "aria-label": words.amount, oninput: () => this.#slide() });
    this.less = h("button", { "aria-label": words.less, onclick: () => this.step(-1) }, "−");
    this.more = h("button", { "aria-label": words.more, onclick: () => this.step(1) }, "+");
    this.field = h("input", {
      id: "amount", inputmode: "numeric", autocomplete: "off", "aria-label": words.amount, "aria-describedby": "refused",
      onfocus: () => this.field.select(), onblur: () => this.read(), oninput: () => this.#typed(),
    });
    this.append(h("div", { class: "presets" }, ...this.presets), h("div", { class: "amounts" }, this.less, this.slider, this.more, this.field));
    this.update(null);
    this.rest(true);
  }

  /** @param {import("./types.js").Sizing | null} sizing null when there is nothing to choose */
  update(sizing) {
    this.#sizing = sizing;
    const choice = sizing !== null && sizing.max > sizing.min;
    presets(sizing?.preflop ?? false).forEach(({ label }, i) => text(this.presets[i], label));
    this.#choice = choice;
    this.to(sizing?.min ?? 0);
  }

  /** @param {boolean} resting nothing could be sent now */
  rest(resting) {
    const still = resting || !this.#choice;
    for (const control of [...this.presets, this.slider, this.less, this.more, this.field]) control.disabled = still;
    attribute(this, "data-idle", still);
  }

  preset(i) {
    if (this.#sizing && !this.field.disabled) this.to(presets(this.#sizing.preflop)[i].to(this.#sizing));
  }

  step(bigBlinds) {
    if (this.#sizing && !this.field.disabled) this.to(this.amount + bigBlinds * this.#sizing.step);
  }

  to(amount) {
    this.amount = this.#sizing ? clamp(this.#sizing, amount) : 0;
    this.field.value = this.#sizing ? chips(this.amount) : "";
    this.slider.value = String(this.#sizing ? toSlider(this.#sizing, this.amount) : 0);
    attribute(this.slider, "aria-valuetext", chips(this.amount));
    tell(this, "pk-amount", this.amount);
  }

  /** Takes what was typed, brought within the limits; says so when that changed it. */
  read() {
    if (!this.#sizing) return;
    const { min, max } = this.#sizing;
    const typed = parseChips(this.field.value);
    if (typed !== clamp(this.#sizing, typed)) tell(this, "pk-hint", words.between(min, max));
    this.to(Number.isNaN(typed) ? this.amount : typed);
  }

  #typed() {
    const typed = parseChips(this.field.value);
    if (!this.#sizing || typed !== clamp(this.#sizing, typed)) return;
    this.amount = typed;
    this.slider.value = String(toSlider(this.#sizing, typed));
    tell(this, "pk-amount", typed);
  }

  #slide() {
    if (this.#sizing) this.to(fromSlider(this.#sizing, Number(this.slider.value)));
  }

  edit() {
    this.field.focus();
  }

  leave() {
    this.field.blur();
  }
}
customElements.define("pk-sizer", PkSizer);
