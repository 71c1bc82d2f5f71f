import { clockText } from "./clock.js";
import { attribute, h, show, tell, text } from "./dom.js";
import { chips } from "./format.js";
import { podParts, setName, setPod, setTag } from "./pk-seat.js";
import * as select from "./select.js";
import { strings } from "./strings.js";
/** @import { Pod, Reading, TableState } from "./types.js" */

const words = strings.table;

/** The viewer's own place: the largest cards, the stack, what they hold, what it costs. A watcher has none of it. */
export class PkHero extends HTMLElement {
  #seat = 0;

  connectedCallback() {
    this.parts = podParts();
    this.hand = h("span", { class: "holding" });
    this.status = h("span", { class: "status" });
    this.price = h("span", { class: "price" }, h("span"), " ", h("span"));
    this.bet = h("pk-bet");
    const { name, stack, tag, disc, cards, timer, sit } = this.parts;
    sit.addEventListener("click", () => tell(this, "pk-sit", this.#seat));
    this.cards = h("div", { class: "cards", role: "group" }, ...cards);
    this.append(this.cards, h("div", { class: "pod" },
      h("p", { class: "who" }, name, stack), h("p", { class: "what" }, this.hand, tag), h("p", { class: "when" }, this.status),
      disc, timer, sit), this.price, this.bet);
  }

  /** @param {TableState} state @param {number} seat */
  update(state, seat) {
    if (!state.ready) return;
    this.#seat = seat;
    const pod = select.pod(state, seat);
    const { name, stack, tag, sit } = /** @type {ReturnType<typeof podParts>} */ (this.parts);
    const canSit = state.you.seat < 0 && !state.closed && !pod.taken;
    attribute(sit, "aria-label", words.sitHere(seat + 1));
    attribute(this, "data-seat", seat);
    attribute(this, "aria-label", pod.mine ? words.you : pod.taken ? words.seatName(seat + 1, pod.name, pod.bot) : words.watching);
    attribute(this.cards, "aria-label", words.cards);
    setName(name, pod.taken ? pod.name : words.watching, pod.bot);
    text(stack, pod.taken ? chips(pod.stack) : "");
    setTag(tag, pod);
    text(this.hand, pod.mine && select.inHand(state, seat)?.folded === false ? state.hand?.your_hand ?? "" : "");
    setPod(this, pod, select.winningCards(state).size > 0);
    show(sit, canSit);
    this.bet.update(pod.bet);
    this.#price(state, pod);
    attribute(this, "data-mine", pod.mine);
    attribute(this, "data-cards", pod.cards === "none" ? null : true);
  }

  /** @param {TableState} state @param {Pod} pod */
  #price(state, pod) {
    const call = state.turn?.options.call ?? 0;
    const lines = pod.acting && pod.mine && call > 0 && state.hand ? words.price(call, state.hand.pot) : ["", ""];
    lines.forEach((line, i) => text(this.price.children[i], line));
    if (!pod.acting) text(this.status, "");
  }

  /** @param {TableState} state @param {Reading} reading */
  tick(state, reading) {
    if (state.turn?.seat !== this.#seat) return;
    text(this.status, select.myTurn(state) ? `${words.yourTurn} · ${clockText(reading)}` : clockText(reading));
    attribute(this.status, "data-mood", reading.mood);
    this.parts?.timer.tick(reading);
  }
}
customElements.define("pk-hero", PkHero);
