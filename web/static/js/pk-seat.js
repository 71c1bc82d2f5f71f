import { clockText } from "./clock.js";
import { attribute, h, show, tell, text } from "./dom.js";
import { chips, short } from "./format.js";
import { newCard } from "./pk-card.js";
import { strings } from "./strings.js";

const words = strings.table;

/** The parts that a pod and the viewer's own place have in common. */
export function podParts() {
  return {
    name: h("span", { class: "name" }), stack: h("span", { class: "stack" }), tag: h("span", { class: "tag-line" }, h("span"), h("span", { class: "rest" })),
    disc: h("span", { class: "disc", role: "img", "aria-label": words.dealer, hidden: true }, "D"),
    cards: [newCard(), newCard()],
    timer: h("pk-timer", { "aria-hidden": "true", hidden: true }),
    sit: h("button", { type: "button", class: "sit", hidden: true }, words.sit),
  };
}

/** @param {HTMLElement} line @param {{tag: string, rest: string, wins: number}} pod */
export function setTag(line, { tag, rest, wins }) {
  text(line.children[0], wins > 0 ? `+${short(wins)}` : tag);
  text(line.children[1], wins > 0 ? "" : rest);
}

/** A place at the table: who sits there and what they do. "pk-sit" tells that the viewer wants it. */
export class PkSeat extends HTMLElement {
  /** @param {number} seat */
  build(seat) {
    this.parts = podParts();
    const { name, stack, tag, disc, cards, timer, sit } = this.parts;
    attribute(this, "data-seat", seat);
    attribute(this, "role", "group");
    sit.addEventListener("click", () => tell(this, "pk-sit", seat));
    attribute(sit, "aria-label", words.sitHere(seat + 1));
    this.append(h("span", { class: "lines" }, name, stack), tag, disc, h("span", { class: "cards" }, ...cards), timer, sit);
    return this;
  }

  /** @param {import("./types.js").Pod} pod @param {boolean} canSit @param {boolean} showdown */
  update(pod, canSit, showdown) {
    const { name, stack, disc, cards, timer, sit } = /** @type {ReturnType<typeof podParts>} */ (this.parts);
    const faces = Array.isArray(pod.cards);
    text(name, pod.taken ? pod.name : canSit ? "" : words.empty);
    text(stack, pod.taken ? short(pod.stack) : "");
    attribute(stack, "title", pod.taken ? chips(pod.stack) : null);
    show(disc, pod.dealer);
    show(timer, pod.acting);
    show(sit, !pod.taken && canSit);
    cards.forEach((card, i) => {
      card.show(faces ? pod.cards[i] : pod.cards === "backs" ? "back" : "");
      card.mark(faces && pod.best5.includes(pod.cards[i]), showdown && faces && !pod.best5.includes(pod.cards[i]));
    });
    if (!pod.acting) setTag(this.parts?.tag, pod);
    attribute(this, "data-free", !pod.taken);
    attribute(this, "data-tone", pod.tone || null);
    attribute(this, "data-acting", pod.acting);
    attribute(this, "data-wins", pod.wins > 0);
    attribute(this, "data-faces", faces);
    attribute(this, "data-dealer", pod.dealer);
    attribute(this, "aria-label", words.seatName(pod.seat + 1, pod.name));
  }

  /** @param {import("./types.js").Reading} reading */
  tick(reading) {
    setTag(this.parts?.tag, { tag: clockText(reading), rest: "", wins: 0 });
    this.parts?.timer.tick(reading);
  }
}
customElements.define("pk-seat", PkSeat);

/** A bar that runs out with the clock. */
export class PkTimer extends HTMLElement {
  /** @param {import("./types.js").Reading} reading */
  tick({ known, share, mood }) {
    this.style.setProperty("--share", known ? share.toFixed(3) : "0");
    attribute(this, "data-mood", mood);
  }
}
customElements.define("pk-timer", PkTimer);

/** Chips in front of a place. */
export class PkBet extends HTMLElement {
  connectedCallback() {
    this.amount = h("span");
    this.append(h("i", { "aria-hidden": "true" }), this.amount);
    show(this, false);
  }

  /** @param {number} amount */
  update(amount) {
    show(this, amount > 0);
    if (amount > 0) text(/** @type {Node} */ (this.amount), short(amount));
  }
}
customElements.define("pk-bet", PkBet);
