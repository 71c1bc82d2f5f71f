import { h, tell, text } from "./dom.js";

/** The one notice slot: a sentence and at most two buttons, each telling its action as "pk-do". */
export class PkNotice extends HTMLElement {
  /** @param {import("./types.js").Notice | null} notice */
  update(notice) {
    const same = notice && this.firstElementChild && this.dataset.key === notice.key && this.dataset.kind === notice.kind;
    if (same) { // only the countdown moved: keep the buttons and their focus
      text(/** @type {Node} */ (this.querySelector("p")), notice.text);
      return;
    }
    this.replaceChildren();
    this.dataset.key = notice?.key ?? "";
    this.dataset.kind = notice?.kind ?? "";
    if (!notice) return;
    const buttons = notice.buttons.map((b) => h("button", { onclick: () => tell(this, "pk-do", b.action) }, b.label));
    this.append(h("div", { class: "notice", "data-kind": notice.kind }, h("p", {}, notice.text), ...buttons));
  }
}
customElements.define("pk-notice", PkNotice);
