import { attribute, h, set, show, tell, text } from "./dom.js";
import { chips } from "./format.js";
import { chooseSet, layout } from "./layout.js";
import { newCard } from "./pk-card.js";
import "./pk-seat.js";
import * as select from "./select.js";
import { strings } from "./strings.js";
/** @import { Reading, TableState, Way } from "./types.js" */

const words = strings.table;
const HERO = 88; // height of the viewer's strip in set P

/** The felt with the ring of seats, the board and the pots. It measures the room that it shares with the viewer's place. */
export class PkStage extends HTMLElement {
  #seats = 0;
  first = -1; // the seat at the viewer's place
  /** @type {any[]} */ #pods = [];
  /** @type {any[]} */ #bets = [];

  connectedCallback() {
    this.room = /** @type {HTMLElement} */ (this.parentElement);
    this.board = Array.from({ length: 5 }, newCard);
    this.pot = h("pk-pot");
    this.sides = h("p", { class: "sides" });
    this.results = h("div", { class: "results" });
    this.note = h("p", { class: "stage-note" });
    this.chip = h("p", { class: "stage-chip", hidden: true }, strings.conn.catchingUp);
    this.ring = h("div", { class: "ring" });
    this.panel = h("div", { class: "panel", hidden: true });
    const board = h("pk-board", { role: "group", "aria-label": words.board }, ...this.board);
    this.append(h("div", { class: "felt", "aria-hidden": "true" }), this.pot, board, this.sides, this.results, this.note, this.ring, this.chip, this.panel);
    new ResizeObserver(() => this.#place()).observe(this.room);
  }

  update(state) {
    if (!state.ready) return;
    const first = this.#place0(state);
    if (state.settings.seats !== this.#seats || first !== this.first) this.#build(state.settings.seats, first);
    const showdown = select.winningCards(state).size > 0;
    for (const { seat, el } of this.#pods) el.update(select.pod(state, seat), state.you.seat < 0 && !state.you.watch && !state.closed, showdown);
    for (const { seat, el } of this.#bets) el.update(select.pod(state, seat).bet);
    this.#middle(state);
  }

  /** A watcher's place is a free seat while there is one, so that all who play are in the ring. @param {TableState} state */
  #place0(state) {
    const free = select.freeSeats(state);
    if (state.you.seat >= 0) return state.you.seat;
    return free.includes(this.first) ? this.first : free[0] ?? Math.max(0, this.first);
  }

  #middle(state) {
    const lifted = select.winningCards(state);
    this.board?.forEach((card, i) => {
      const face = state.hand?.board[i] ?? "";
      card.show(face);
      card.mark(lifted.has(face), lifted.size > 0 && face !== "" && !lifted.has(face));
    });
    const { total, parts } = select.pots(state);
    const note = select.stageNote(state);
    text(this.note, note);
    text(this.pot, total > 0 ? words.pot(total) : "");
    show(this.pot, total > 0 && !note);
    rebuild(this.sides, parts.length > 1 ? parts : [], (p, i) => h("span", {}, h("i", {}, i === 0 ? words.mainPot : words.sidePot(i)), ` ${chips(p.amount)}`));
    rebuild(this.results, select.results(state), (r) => h("p", {}, ...[["span", r.pot], ["b", r.sentence], ["span", r.holding]].map(([tag, s]) => (s ? h(tag, {}, s) : null))));
  }

  /** @param {number} seats @param {number} first */
  #build(seats, first) {
    this.#seats = seats;
    this.first = first;
    const order = Array.from({ length: seats }, (_, i) => (first + i) % seats);
    this.#pods = order.slice(1).map((seat) => ({ seat, el: h("pk-seat").build(seat) }));
    this.#bets = order.map((seat) => ({ seat, el: h("pk-bet") }));
    this.ring.replaceChildren(...this.#pods.map((p) => p.el), ...this.#bets.map((b) => b.el));
    this.#place();
  }

  #place() {
    const room = /** @type {HTMLElement} */ (this.room);
    const { width, height } = room.getBoundingClientRect();
    if (!width) return;
    const kind = chooseSet(width, height);
    attribute(room, "data-set", kind);
    if (!this.#seats) return;
    const strip = kind === "P" && getComputedStyle(room).getPropertyValue("--hero-beside") !== "1" ? HERO : 0;
    const l = layout(kind, width, height - strip, this.#seats);
    const px = (n) => `${Math.round(n * 10) / 10}px`;
    set(room, {
      "--s": l.s, "--pod-w": px(l.pod.w), "--pod-h": px(l.pod.h), "--card-w": px(l.card.w), "--card-h": px(l.card.h), "--card-gap": px(l.card.gap),
      "--board-y": px(l.boardY), "--pot-y": px(l.potY), "--side-y": px(l.sideY),
      ...(l.own && { "--own-w": px(l.own.w), "--own-h": px(l.own.h), "--own-y": px(l.places[0].y), "--own-card-y": px(l.own.cardY) }),
    });
    l.places.forEach((place, i) => {
      set(this.#bets[i].el, { "--x": px(place.betX), "--y": px(place.betY) });
      attribute(this.#bets[i].el, "data-side", place.side);
      if (i === 0) return;
      set(this.#pods[i - 1].el, { "--x": px(place.x), "--y": px(place.y) });
      attribute(this.#pods[i - 1].el, "data-side", place.side);
    });
  }

  /** @param {TableState} state @param {Reading} reading */
  tick(state, reading) {
    this.#pods.find((p) => p.seat === state.turn?.seat)?.el.tick(reading);
  }

  /** Lays a panel over the felt: what happened and the ways on. @param {{title: string, buttons: Way[]} | null} panel */
  cover(panel) {
    show(this.panel, panel !== null);
    const key = panel?.buttons.map((b) => b.action).join(" ") ?? "";
    if (this.panel.dataset.key !== key) { // else only the countdown moved: keep the buttons and their focus
      this.panel.dataset.key = key;
      const buttons = panel?.buttons.map((b) => h("button", { onclick: () => tell(this, "pk-do", b.action) }, b.label)) ?? [];
      this.panel.replaceChildren(h("h2"), h("div", { class: "row" }, ...buttons));
    }
    if (!panel) return;
    text(this.panel.firstChild, panel.title);
    panel.buttons.forEach((b, i) => { this.panel.lastChild.children[i].disabled = Boolean(b.resting); });
  }
}
customElements.define("pk-stage", PkStage);

/**
 * Makes the children of a box anew when what they show has changed.
 * @template T
 * @param {HTMLElement} box @param {T[]} items @param {(item: T, i: number) => Node} make
 */
function rebuild(box, items, make) {
  const key = JSON.stringify(items);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.replaceChildren(...items.map(make));
}
