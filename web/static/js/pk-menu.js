import { h, show, tell, text } from "./dom.js";
import * as select from "./select.js";
import { accountLink } from "./pk-app-bar.js";
import { strings } from "./strings.js";

const words = strings.table;

/** The seat's menu and the question before leaving. Each choice is told as "pk-do". */
export class PkMenu extends HTMLElement {
  connectedCallback() {
    const item = (action, label) => h("button", { "data-action": action, onclick: () => this.#choose(action) }, label);
    this.items = {
      invite: item("invite", words.invite), out: item("sit-out", words.sitOut), back: item("come-back", words.back),
      chips: item("buy-in", words.topUp), odds: item("odds", words.odds), stand: item("ask-stand", words.stand), leave: item("ask-leave", words.leave),
    };
    this.note = h("p", { class: "why" });
    this.menu = h("dialog", { "aria-labelledby": "menu-title" }, h("h2", { id: "menu-title" }, words.menu),
      h("div", { class: "list" }, ...Object.values(this.items), accountLink("button"), h("button", { class: "plain", onclick: () => this.menu.close() }, words.close), this.note));
    this.question = h("p");
    this.yes = h("button", { class: "main-button", id: "leave-go", onclick: () => { this.ask.close(); tell(this, "pk-do", this.yes.dataset.action); } });
    this.heading = h("h2", { id: "leave-title" });
    this.ask = h("dialog", { "aria-labelledby": "leave-title" }, this.heading,
      h("div", { class: "list" }, this.question, h("div", { class: "row" }, h("button", { onclick: () => this.ask.close() }, words.stay), this.yes)));
    this.append(this.menu, this.ask);
  }

  open() {
    this.menu.showModal();
  }

  /** @param {import("./types.js").TableState} s */
  update(s) {
    const me = select.mySeat(s);
    const items = /** @type {Record<string, HTMLElement>} */ (this.items);
    show(items.out, Boolean(me && !me.sitting_out));
    show(items.back, Boolean(me?.sitting_out && me.chips > 0));
    show(items.chips, Boolean(me && !me.leaving));
    show(items.stand, Boolean(me && !me.leaving));
    show(items.odds, Boolean(me));
    text(items.chips, me?.chips === 0 ? words.rebuy : words.topUp);
    text(this.note, s.settings.bots > 0 ? words.practiceNote : "");
    this.state = s;
  }

  #choose(action) {
    this.menu.close();
    if (action === "ask-leave" || action === "ask-stand") this.confirm(action === "ask-leave" ? "leave" : "stand");
    else tell(this, "pk-do", action);
  }

  /** Leaving costs something only in mid-hand. @param {"leave" | "stand"} what */
  confirm(what) {
    const s = /** @type {import("./types.js").TableState} */ (this.state);
    const me = s && select.mySeat(s);
    if (!me) return tell(this, "pk-do", what);
    const stack = select.inHand(s, me.seat) && select.handRunning(s) ? select.inHand(s, me.seat)?.stack ?? 0 : me.chips;
    const live = select.playing(s);
    text(this.heading, words[what]);
    text(this.question, !live ? words.leaveIdle(stack) : what === "leave" ? words.leaveNote(stack) : words.standNote(stack));
    text(this.yes, words[what]);
    this.yes.dataset.action = what;
    this.ask.showModal();
  }
}
customElements.define("pk-menu", PkMenu);
