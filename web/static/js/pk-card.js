import { attribute, h, icon } from "./dom.js";
import { cardName, rank, suit } from "./format.js";
import { strings } from "./strings.js";

/**
 * One card: a face such as "Qh", "back", or "" for an empty place that keeps its room.
 */
export class PkCard extends HTMLElement {
  #shown = "";

  connectedCallback() {
    if (!this.#shown) attribute(this, "aria-hidden", "true");
  }

  show(card) {
    if (card === this.#shown) return;
    this.#shown = card;
    const face = card !== "" && card !== "back";
    attribute(this, "data-card", card || null);
    attribute(this, "data-suit", face ? suit(card) : null);
    attribute(this, "role", card ? "img" : null);
    attribute(this, "aria-hidden", card ? null : "true");
    attribute(this, "aria-label", face ? cardName(card) : card ? strings.table.hiddenCard : null);
    this.replaceChildren(...(face ? [h("b", {}, rank(card)), icon(`suit-${suit(card)}`)] : []));
  }

  /** @param {boolean} lifted one of the five that win @param {boolean} dim one of the others at a showdown */
  mark(lifted, dim) {
    attribute(this, "data-win", lifted);
    attribute(this, "data-dim", dim);
  }
}
customElements.define("pk-card", PkCard);

/** @returns {PkCard} */
export const newCard = () => h("pk-card");
