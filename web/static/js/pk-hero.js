import { clockText } from "./clock.js";
import { attribute, h, show, tell, text } from "./dom.js";
import { chips } from "./format.js";
import { podParts, setTag } from "./pk-seat.js";
import * as select from "./select.js";
import { strings } from "./strings.js";

const words = strings.table;

/** The viewer's own place: the largest cards, the stack, what they hold, what it costs. For a watcher, the lowest seat. */
export class PkHero extends HTMLElement {
  #seat = 0;

  connectedCallback() {
    this.classList.add("pk-hero");
    this.parts = podParts();
    this.hand = h("span", { class: "holding" });
    this.status = h("span", { class: "status" });
    this.price = h("span", { class: "price" });
    this.bet = h("pk-bet");
    const { name, stack, tag, disc, cards, timer, sit } = this.parts;
    sit.addEventListener("click", () => tell(this, "pk-sit", this.#seat));
    this.cards = h("div", { class: "cards", role: "group" }, ...cards);
    this.append(this.cards, h("div", { class: "pod" },
      h("p", { class: "who" }, name, stack), h("p", { class: "what" }, this.hand, tag), h("p", { class: "when" }, this.status),
      disc, timer, sit), this.price, this.bet);
  }

  /** @param {import("./types.js").TableState} state */
  update(state) {
    if (!state.ready) return;
    this.#seat = Math.max(0, state.you.seat);
    const pod = select.pod(state, this.#seat);
    const { name, stack, tag, disc, cards, timer, sit } = /** @type {ReturnType<typeof podParts>} */ (this.parts);
    const canSit = state.you.seat < 0 && !state.closed && !pod.taken;
    const faces = Array.isArray(pod.cards);
    attribute(sit, "aria-label", words.sitHere(this.#seat + 1));
    attribute(this, "data-seat", this.#seat);
    attribute(this, "aria-label", pod.mine ? words.you : words.seatName(this.#seat + 1, pod.name));
    attribute(this.cards, "aria-label", words.cards);
    text(name, pod.taken ? pod.name : canSit ? "" : words.empty);
    text(stack, pod.taken ? chips(pod.stack) : "");
    setTag(tag, pod);
    const holding = pod.mine && pod.tone !== "folded" ? state.hand?.your_hand ?? "" : "";
    text(this.hand, select.handRunning(state) || pod.wins > 0 ? holding : "");
    const showdown = select.winningCards(state).size > 0;
    cards.forEach((card, i) => {
      card.show(faces ? pod.cards[i] : pod.cards === "backs" ? "back" : "");
      card.mark(faces && pod.best5.includes(pod.cards[i]), showdown && faces && !pod.best5.includes(pod.cards[i]));
    });
    show(disc, pod.dealer);
    show(timer, pod.acting);
    show(sit, canSit);
    this.bet.update(pod.bet);
    this.#price(state, pod);
    attribute(this, "data-mine", pod.mine);
    attribute(this, "data-acting", pod.acting);
    attribute(this, "data-wins", pod.wins > 0);
    attribute(this, "data-tone", pod.tone || null);
    attribute(this, "data-cards", pod.cards === "none" ? null : true);
  }

  /** @param {import("./types.js").TableState} state @param {import("./types.js").Pod} pod */
  #price(state, pod) {
    const call = state.turn?.options.call ?? 0;
    text(this.price, pod.acting && pod.mine && call > 0 && state.hand ? words.price(call, state.hand.pot) : "");
    if (!pod.acting) text(this.status, "");
  }

  /** @param {import("./types.js").TableState} state @param {import("./types.js").Reading} reading */
  tick(state, reading) {
    if (state.turn?.seat !== this.#seat) return;
    text(this.status, select.myTurn(state) ? `${words.yourTurn} · ${clockText(reading)}` : clockText(reading));
    attribute(this.status, "data-mood", reading.mood);
    this.parts?.timer.tick(reading);
  }
}
customElements.define("pk-hero", PkHero);
