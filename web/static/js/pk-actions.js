import { attribute, h, show, tell, text } from "./dom.js";
import "./pk-sizer.js";
import * as select from "./select.js";
import { sizing } from "./sizer.js";
import { strings } from "./strings.js";
/** @import { TableState } from "./types.js" */

const words = strings.table;
const GUARD_MS = 300; // a press that began sooner after the buttons changed was meant for what was there before
const REFUSED_MS = 4_000;

/**
 * The dock: Fold, Check or Call, Bet or Raise, always in the same places. "pk-act" tells a move. Without a hand to play,
 * the same room says why and offers the way back in.
 */
export class PkActions extends HTMLElement {
  #turn = "";
  #armedAt = 0;
  #timer = 0;
  /** @type {TableState | null} */ #state = null;

  connectedCallback() {
    const move = (name, make) => h("button", { disabled: true, "data-do": name, onclick: (e) => this.#press(e, make) });
    this.fold = move("fold", () => ({ do: "fold" }));
    this.call = move("call", () => ({ do: this.#legal()?.call ? "call" : "check" }));
    this.raise = move("raise", () => ({ do: this.#legal()?.raise, to: this.sizer.amount }));
    this.sizer = h("pk-sizer");
    this.refused = h("p", { id: "refused", role: "alert", hidden: true });
    this.line = h("p");
    this.way = h("button", { class: "main-button", onclick: () => tell(this, "pk-do", this.way.dataset.action) });
    this.idle = h("div", { class: "idle", hidden: true }, this.line, this.way);
    this.moves = h("div", { class: "moves", role: "group", "aria-label": words.yourMove }, this.fold, this.call, this.raise);
    this.append(this.refused, this.sizer, this.moves, this.idle);
    this.addEventListener("pk-amount", () => this.#labels());
    this.addEventListener("pk-hint", (e) => this.refuse(/** @type {CustomEvent} */ (e).detail));
    // The start of a press counts, also before the buttons wake up.
    this.addEventListener("pointerdown", () => { this.pressedAt = performance.now(); }, { capture: true });
  }

  /** @param {TableState} state @param {boolean} ready whether a move could be sent now */
  update(state, ready) {
    this.#state = state;
    const idle = idleReason(state);
    show(this.idle, idle !== null);
    show(this.moves, idle === null);
    show(this.sizer, idle === null);
    if (idle) this.#rest(idle);
    const mine = select.myTurn(state);
    const turn = mine && state.turn ? `${state.turn.hand} ${state.turn.turn} ${state.turn.price}` : "";
    if (turn !== this.#turn) this.#newTurn(turn, state);
    const armed = mine && ready && performance.now() >= this.#armedAt;
    this.fold.disabled = this.call.disabled = !armed;
    this.raise.disabled = !armed || !this.#legal()?.raise;
    this.sizer.rest(!ready);
    attribute(this, "data-turn", mine);
    attribute(this, "data-waking", mine && ready && !armed);
    this.#labels();
  }

  /** @param {string} turn @param {TableState} state */
  #newTurn(turn, state) {
    this.#turn = turn;
    clearTimeout(this.#timer);
    const legal = turn ? state.turn?.options ?? null : null;
    const bet = select.inHand(state, state.you.seat)?.bet ?? 0;
    this.sizer.update(legal && state.hand && sizing(legal, bet, state.hand.pot, state.hand.street === "preflop"));
    if (!turn) return;
    this.#armedAt = performance.now() + GUARD_MS;
    this.#timer = setTimeout(() => tell(this, "pk-wake"), GUARD_MS);
  }

  #labels() {
    const legal = this.#legal();
    text(this.fold, words.fold);
    text(this.call, legal && legal.call > 0 ? words.call(legal.call) : words.check);
    if (!legal?.raise) text(this.raise, words.raiseIdle);
    else if (this.sizer.amount >= legal.max_to) text(this.raise, words.allInFor(legal.max_to));
    else text(this.raise, legal.raise === "bet" ? words.bet(this.sizer.amount) : words.raise(this.sizer.amount));
  }

  /** What the viewer may do; null when it is not their turn. */
  #legal() {
    return this.#state && select.myTurn(this.#state) ? this.#state.turn?.options ?? null : null;
  }

  /** @param {MouseEvent} event @param {() => any} make */
  #press(event, make) {
    const began = event.detail > 0 && this.pressedAt ? this.pressedAt : performance.now(); // 0: by keyboard
    if (began >= this.#armedAt && this.#legal()) tell(this, "pk-act", make());
  }

  /** Presses a button as a key would. @param {"fold" | "call" | "raise"} name */
  key(name) {
    if (!this[name].disabled && !this.moves.hidden) this[name].click();
  }

  /** @param {{line: string, label: string, action: string}} idle */
  #rest({ line, label, action }) {
    text(this.line, line);
    show(this.way, label !== "");
    text(this.way, label);
    this.way.dataset.action = action;
  }

  /** Says above the dock why something did not happen. @param {string} sentence */
  refuse(sentence) {
    clearTimeout(this.hiding);
    show(this.refused, sentence !== "");
    text(this.refused, sentence);
    this.hiding = setTimeout(() => show(this.refused, false), REFUSED_MS);
  }
}
customElements.define("pk-actions", PkActions);

/** Why there is nothing to play, and the way on. @param {TableState} s */
function idleReason(s) {
  const me = select.mySeat(s);
  if (!s.ready) return { line: "", label: "", action: "" };
  if (s.closed) return { line: "", label: "", action: "" };
  if (!me) {
    const free = s.you.watch || select.freeSeats(s).length > 0;
    return { line: free ? words.watching : words.full, label: free && !s.you.watch ? words.takeSeat : "", action: "sit" };
  }
  if (select.playing(s)) return null;
  if (me.leaving) return { line: words.leavingNow, label: "", action: "" };
  if (me.chips === 0 && !select.handRunning(s)) return { line: words.outBroke, label: words.rebuy, action: "buy-in" };
  if (me.sitting_out && me.chips === 0) return { line: words.outBroke, label: words.rebuy, action: "buy-in" };
  if (me.sitting_out) return { line: words.out[me.reason ?? ""] ?? words.out.asked, label: words.back, action: "come-back" };
  if (Object.keys(s.seats).length === 1) return { line: words.alone, label: words.invite, action: "invite" };
  return null;
}
