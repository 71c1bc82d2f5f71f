import { h, tell, text } from "./dom.js";
import { RefusalLine } from "./refusal-line.js";
import { stakes } from "./strings.js";
import { create as words } from "./strings-lobby.js";

const blinds = [[5, 10], [10, 20], [25, 50], [50, 100], [100, 200], [250, 500]];
const BUY_IN = { least: 40, most: 100 }; // in big blinds

/** The dialog for a new table. What was typed stays when the server refuses. */
export class PkCreate extends HTMLElement {
  connectedCallback() {
    const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
    const options = (pairs, chosen) =>
      pairs.map(([value, label]) => h("option", { value, selected: value === chosen }, String(label)));
    const select = (name, pairs, chosen) =>
      h("select", { name, "aria-describedby": "create-refused" }, ...options(pairs, chosen));
    this.name_ = h("input", { name: "name", maxlength: 40, placeholder: words.namePlaceholder, autocomplete: "off", "aria-describedby": "create-refused" });
    this.seats = select("seats", numbers(2, 9).map((n) => [n, n]), 6);
    this.blinds = select("blinds", blinds.map(([s, b], i) => [i, stakes(/** @type {any} */ ({ small_blind: s, big_blind: b }))]), 3);
    this.bots = select("bots", numbers(0, 8).map((n) => [n, n]), 0);
    this.level = select("level", Object.entries(words.levels), "odds");
    this.style_ = h("p", { class: "why" });
    this.private_ = h("input", { type: "checkbox", name: "private" });
    this.go = h("button", { type: "submit", class: "main-button", id: "create-go" }, words.go);
    const why = h("p", { class: "why", id: "create-refused" });
    this.dialog = h("dialog", { "aria-labelledby": "create-title" }, h("h2", { id: "create-title" }, words.title),
      h("form", { onsubmit: (e) => this.#submit(e) },
        h("label", {}, words.name, this.name_),
        h("div", { class: "pair" }, h("label", {}, words.seats, this.seats), h("label", {}, words.blinds, this.blinds)),
        h("div", { class: "pair" }, h("label", {}, words.bots, this.bots), h("label", {}, words.level, this.level)), this.style_,
        h("label", { class: "check" }, this.private_, words.private), why,
        h("div", { class: "row" }, h("button", { onclick: () => this.dialog.close() }, words.cancel), this.go)));
    this.append(this.dialog);
    for (const control of [this.seats, this.bots, this.level]) control.addEventListener("change", () => this.#fitBots());
    this.refused = new RefusalLine(why, this.go, (s) => tell(this, "pk-say", s));
    this.#fitBots();
  }

  open() {
    this.dialog.showModal();
  }

  /** A table needs a place for a person. */
  #fitBots() {
    const most = Number(this.seats.value) - 1;
    for (const option of this.bots.options) option.disabled = Number(option.value) > most;
    if (Number(this.bots.value) > most) this.bots.value = String(most);
    this.level.disabled = this.bots.value === "0";
    text(this.style_, this.level.disabled ? "\u00a0" : words.styles[this.level.value]); // its line is kept
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    if (this.go.disabled) return;
    this.go.disabled = true;
    const [small_blind, big_blind] = blinds[Number(this.blinds.value)];
    const bots = Number(this.bots.value);
    const name = this.name_.value.trim();
    /** @type {any} */
    const wanted = {
      seats: Number(this.seats.value), small_blind, big_blind, bots, private: this.private_.checked,
      buy_in_min: BUY_IN.least * big_blind, buy_in_max: BUY_IN.most * big_blind,
      ...(name && { name }), ...(bots > 0 && { bot_level: this.level.value }),
    };
    tell(this, "pk-create", wanted);
  }

  /** @param {import("./types.js").Refusal} refusal @param {{label: string, press: () => void}[]} ways */
  refuse(refusal, ways) {
    this.refused?.show(refusal, ways);
  }

  close() {
    this.dialog.close();
  }
}
customElements.define("pk-create", PkCreate);
