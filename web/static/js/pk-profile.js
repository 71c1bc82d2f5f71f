import { patch, post } from "./api.js";
import { h, show, tell, text } from "./dom.js";
import { form } from "./form.js";
import { RefusalLine } from "./refusal-line.js";
import { account as words, nameFault } from "./strings-account.js";

/** Who one is here: name, chips, and what today's allowances have left. Changes are told as "pk-done". */
export class PkProfile extends HTMLElement {
  #had = 0; // chips, before a refill

  connectedCallback() {
    const announce = (sentence) => tell(this, "pk-say", sentence);
    this.chips = h("p", { class: "chips" });
    this.free = h("button", { id: "free-chips", "aria-describedby": "free-chips-why", onclick: () => this.#refill() }, words.freeChips);
    const why = h("p", { class: "why", id: "free-chips-why" });
    this.line = new RefusalLine(why, this.free, announce);
    this.name_ = form({
      id: "rename", go: words.rename, announce, blame: { name_taken: "name", bad_request: "name" },
      fields: [{ name: "name", label: words.name, autocomplete: "username", hint: words.nameHint, fault: nameFault }],
      send: (values) => patch("/api/me", values),
      done: (me) => tell(this, "pk-done", { said: words.renamed(me.account?.name ?? this.name_.inputs.name.value) }),
    });
    this.rows = h("tbody");
    this.resets = h("p", { class: "why" });
    this.allowances = h("section", { class: "block", "aria-labelledby": "allowances-title" }, h("h2", { id: "allowances-title" }, words.allowances),
      h("table", { class: "allowances" }, this.rows), this.resets);
    this.append(h("section", { class: "block", "aria-labelledby": "you-title" },
      h("h2", { id: "you-title" }, words.you), h("div", { class: "wallet" }, this.chips, this.free), why, this.name_), this.allowances);
  }

  /** @param {import("./types.js").Me} me */
  update({ account, seats, quotas }) {
    this.#had = account.chips;
    text(/** @type {Node} */ (this.chips), words.chips(account.chips, seats.reduce((sum, s) => sum + s.chips, 0)));
    this.name_.inputs.name.value = account.name;
    const kinds = Object.keys(words.kinds).filter((kind) => quotas[kind]?.limit > 0);
    this.rows.replaceChildren(...kinds.map((kind) => h("tr", {}, h("th", { scope: "row" }, words.kinds[kind]),
      h("td", { "data-kind": kind }, words.used(quotas[kind].used, quotas[kind].limit)))));
    show(this.allowances, kinds.length > 0);
    const reset = quotas[kinds[0]]?.reset_at;
    text(/** @type {Node} */ (this.resets), reset ? words.resets(reset) : "");
  }

  async #refill() {
    this.line?.clear();
    this.free.disabled = true;
    const answer = await post("/api/chips");
    this.free.disabled = false;
    if (!answer.ok) return this.line?.show(answer.refusal);
    tell(this, "pk-done", { said: words.gotChips((answer.data.account?.chips ?? this.#had) - this.#had) });
  }
}
customElements.define("pk-profile", PkProfile);
