import { post } from "./api.js";
import { h, show, text } from "./dom.js";
import { remember, remembered } from "./invites.js";
import { RefusalLine } from "./refusal-line.js";
import { invite as words } from "./strings-invite.js";

/**
 * The link into a table, to copy or to share. That of a table which is open to all is its address. For a private one the server
 * makes a link that only its host gets; a new one ends the old one.
 */
export class PkInvite extends HTMLElement {
  #table = "";

  connectedCallback() {
    this.field = h("input", { id: "invite-link", readonly: true, "aria-describedby": "invite-note", onfocus: () => this.field.select() });
    this.watch = h("input", { type: "checkbox", onchange: () => this.#look() });
    this.only = h("label", { class: "check" }, this.watch, words.watchOnly);
    this.note = h("p", { class: "why", id: "invite-note" });
    this.said = h("p", { class: "why", id: "invite-said", role: "status" });
    this.renew = h("button", { id: "invite-renew", title: words.renewWhy, onclick: () => this.#make() }, words.renew);
    this.share = h("button", { onclick: () => this.#share() }, words.share);
    this.copy = h("button", { class: "main-button", id: "invite-copy", onclick: () => this.#copy() }, words.copy);
    this.line = new RefusalLine(this.said, this.renew, () => {}); // a status speaks for itself
    this.dialog = h("dialog", { "aria-labelledby": "invite-title" }, h("h2", { id: "invite-title" }, words.title),
      h("div", { class: "list" }, h("label", {}, words.link, this.field), this.only, this.note, this.said,
        h("div", { class: "row" }, h("button", { onclick: () => this.dialog.close() }, words.close), this.renew, this.share, this.copy)));
    this.append(this.dialog);
  }

  /** @param {string} table its id @param {boolean} closed whether it takes an invite to come in */
  open(table, closed = false) {
    this.#table = table;
    this.watch.checked = false;
    for (const part of [this.only, this.renew]) show(part, closed);
    if (!this.dialog.open) this.dialog.showModal();
    if (closed) return this.#look();
    text(/** @type {Node} */ (this.note), words.open);
    return this.#put(location.href);
  }

  get #kind() {
    return /** @type {const} */ (this.watch.checked ? "watch" : "play");
  }

  /** Shows the link that this browser knows, or makes one. */
  #look() {
    const made = remembered(this.#table, this.#kind);
    return made ? this.#show(made) : this.#make();
  }

  async #make() {
    const kind = this.#kind;
    this.#put("", words.making);
    const answer = await post(`/api/tables/${this.#table}/invites`, { watch: kind === "watch" });
    if (answer.ok) remember(this.#table, kind, answer.data);
    if (kind !== this.#kind) return undefined; // meanwhile the other kind was asked for
    if (answer.ok) return this.#show(answer.data);
    text(/** @type {Node} */ (this.note), "");
    return this.line?.show(answer.refusal);
  }

  /** @param {import("./invites.js").Invite} made */
  #show({ url, expires_at }) {
    text(/** @type {Node} */ (this.note), words.until(expires_at, this.watch.checked));
    return this.#put(location.origin + url);
  }

  /** @param {string} link @param {string} [instead] what to say while there is none */
  #put(link, instead = "") {
    this.line?.clear();
    this.field.value = link;
    this.copy.disabled = this.share.disabled = !link;
    show(this.share, Boolean(navigator.share));
    if (link) return this.#copy();
    text(/** @type {Node} */ (this.said), instead);
    return undefined;
  }

  /** A browser may refuse, and then there is the field. */
  async #copy() {
    const link = this.field.value;
    const done = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    if (this.field.value === link) text(/** @type {Node} */ (this.said), done ? words.copied : words.copyYourself);
    if (!done) this.field.focus();
  }

  #share() {
    navigator.share({ url: this.field.value }).catch(() => {}); // whoever changes their mind has done nothing wrong
  }
}
customElements.define("pk-invite", PkInvite);
