import { clockText } from "./clock.js";
import { attribute, h, show, tell, text } from "./dom.js";
import { chips, short } from "./format.js";
import { newCard } from "./pk-card.js";
import { strings } from "./strings.js";
/** @import { Pod } from "./types.js" */

const words = strings.table;

/** The parts that a pod and the viewer's own place have in common. */
export function podParts() {
  return {
    name: h("span", { class: "name" }, h("span"), h("span")), stack: h("span", { class: "stack" }), tag: h("span", { class: "tag-line" }, h("span"), h("span", { class: "rest" })),
    disc: h("span", { class: "disc", role: "img", "aria-label": words.dealer, hidden: true }, "D"),
    cards: [newCard(), newCard()],
    timer: h("pk-timer", { "aria-hidden": "true", hidden: true }),
    sit: h("button", { class: "sit", hidden: true }, words.sit),
  };
}

/** Where it is narrow the beginning gives way: the end tells names, and bots, apart. @param {HTMLElement} el @param {string} name @param {boolean} [bot] */
export function setName(el, name, bot = false) {
  const cut = bot ? name.length : Math.max(name.lastIndexOf(" "), name.length - 8, 0);
  text(el.children[0], name.slice(0, cut));
  text(el.children[1], bot ? ` ${words.bot}` : name.slice(cut));
  attribute(el, "title", name || null);
}

/** @param {HTMLElement} line @param {{tag: string, rest: string, wins: number}} pod */
export function setTag(line, { tag, rest, wins }) {
  text(line.children[0], wins > 0 ? `+${short(wins)}` : tag);
  text(line.children[1], wins > 0 ? "" : rest);
}

/** What a pod and the viewer's own place show alike. @param {any} el @param {Pod} pod @param {boolean} showdown */
export function setPod(el, pod, showdown) {
  const { disc, cards, timer } = el.parts;
  const faces = Array.isArray(pod.cards) ? pod.cards : null;
  cards.forEach((card, i) => {
    card.show(faces ? faces[i] : pod.cards === "backs" ? "back" : "");
    const wins = faces !== null && pod.best5.includes(faces[i]);
    card.mark(wins, showdown && faces !== null && !wins);
  });
  show(disc, pod.dealer);
  show(timer, pod.acting);
  attribute(el, "data-acting", pod.acting);
  attribute(el, "data-wins", pod.wins > 0);
  attribute(el, "data-tone", pod.tone || null);
  attribute(el, "data-faces", faces !== null);
}

/** A place at the table: who sits there and what they do. "pk-sit" tells that the viewer wants it. */
export class PkSeat extends HTMLElement {
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

  /** @param {Pod} pod @param {boolean} canSit @param {boolean} showdown */
  update(pod, canSit, showdown) {
    this.pod = pod;
    const { name, stack, tag, sit } = /** @type {ReturnType<typeof podParts>} */ (this.parts);
    setName(name, pod.taken ? pod.name : canSit ? "" : words.empty, pod.bot);
    text(stack, pod.taken ? short(pod.stack) : "");
    attribute(stack, "title", pod.taken ? chips(pod.stack) : null);
    show(sit, !pod.taken && canSit);
    if (!pod.acting) setTag(tag, pod);
    setPod(this, pod, showdown);
    attribute(this, "data-free", !pod.taken);
    attribute(this, "data-dealer", pod.dealer);
    attribute(this, "aria-label", words.seatName(pod.seat + 1, pod.name, pod.bot));
  }

  tick(reading) {
    const tag = (this.pod?.tone === "away" ? `${words.away} · ` : "") + clockText(reading);
    setTag(this.parts?.tag, { tag, rest: "", wins: 0 });
    this.parts?.timer.tick(reading);
  }
}
customElements.define("pk-seat", PkSeat);

/** A bar that runs out with the clock. */
export class PkTimer extends HTMLElement {
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

  update(amount) {
    show(this, amount > 0);
    if (amount > 0) text(/** @type {Node} */ (this.amount), short(amount));
  }
}
customElements.define("pk-bet", PkBet);
