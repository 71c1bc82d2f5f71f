import { get, post, remove } from "./api.js";
import { h, show, tell, text } from "./dom.js";
import { form, newPassword, oldPassword } from "./form.js";
import { RefusalLine } from "./refusal-line.js";
import { account as words, passwordFault } from "./strings-account.js";

/** What an account can do with itself: change its password, take its data along, leave, or end. A guest has only the last. */
export class PkAccount extends HTMLElement {
  connectedCallback() {
    const announce = (sentence) => tell(this, "pk-say", sentence);
    this.owner = h("input", { autocomplete: "username", hidden: true }); // for password managers
    const change = form({
      id: "password", go: words.changePassword, announce, blame: { bad_credentials: "old", bad_request: "new" },
      fields: [oldPassword("old", words.oldPassword), newPassword("new", words.newPassword, passwordFault)],
      send: (values) => post("/api/password", values),
      done: () => tell(this, "pk-done", { said: words.passwordChanged }),
    });
    change.prepend(this.owner);
    this.password = h("section", { class: "block", "aria-labelledby": "password-title" }, h("h2", { id: "password-title" }, words.changePassword), change);
    this.copy = h("a", { class: "button", id: "export", href: "/api/me/export", download: "fullhouse.json", "aria-describedby": "data-why", onclick: (e) => this.#export(e) }, words.export);
    this.logOut = h("button", { id: "logout", onclick: () => this.#logOut() }, words.logOut);
    this.end = h("button", { class: "danger", id: "delete", onclick: () => this.dialog.showModal() });
    const why = h("p", { class: "why", id: "data-why" });
    this.line = new RefusalLine(why, null, announce);
    this.dialog = h("dialog", { "aria-labelledby": "delete-title" });
    this.append(this.password, h("section", { class: "block", "aria-labelledby": "data-title" }, h("h2", { id: "data-title" }, words.data),
      h("p", { class: "lead" }, words.exportWhy), h("div", { class: "ways-out" }, this.copy, this.logOut, this.end), why), this.dialog);
  }

  /** @param {import("./types.js").Me} me */
  update({ account: { guest, name } }) {
    this.owner.value = name;
    show(/** @type {HTMLElement} */ (this.password), !guest);
    show(this.logOut, !guest); // without a password a guest that leaves is gone
    text(this.end, guest ? words.removeGuest : words.remove);
    const ask = form({
      id: "end", go: words.remove, announce: (s) => tell(this, "pk-say", s), blame: { bad_credentials: "password" },
      fields: guest ? [] : [oldPassword("password", words.password)],
      send: ({ password = "" }) => remove("/api/me", { password }),
      done: () => tell(this, "pk-left", words.removed),
    });
    text(ask.querySelector("#end-go"), guest ? words.removeGuest : words.remove);
    ask.querySelector("#end-go").classList.replace("main-button", "danger");
    ask.querySelector(".row").prepend(h("button", { onclick: () => this.dialog.close() }, words.cancel));
    this.dialog.replaceChildren(h("h2", { id: "delete-title" }, guest ? words.removeGuest : words.remove), h("p", { class: "lead" }, words.removeWhy), ask);
  }

  /** The link would save a refusal as the file, so the page fetches it. @param {Event} event */
  async #export(event) {
    event.preventDefault();
    this.line?.clear();
    const answer = await get("/api/me/export");
    if (!answer.ok) return this.line?.show(answer.refusal);
    const url = URL.createObjectURL(new Blob([JSON.stringify(answer.data, null, 2)], { type: "application/json" }));
    h("a", { href: url, download: this.copy.download }).click();
    URL.revokeObjectURL(url);
    tell(this, "pk-done", {});
  }

  async #logOut() {
    const answer = await post("/api/logout");
    if (answer.ok) tell(this, "pk-left", "");
    else this.line?.show(answer.refusal);
  }
}
customElements.define("pk-account", PkAccount);
