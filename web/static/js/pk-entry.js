import { post } from "./api.js";
import { h, show, tell, text } from "./dom.js";
import { form, newPassword, oldPassword } from "./form.js";
import { account as words, emailFault, nameFault, passwordFault } from "./strings-account.js";

/**
 * The doors: for a guest, to keep what it has under a name and password; for anybody, to sign in, or to ask for a link when
 * the password is forgotten. Who came in is told as "pk-done".
 */
export class PkEntry extends HTMLElement {
  #guest = false;

  connectedCallback() {
    const announce = (sentence) => tell(this, "pk-say", sentence);
    this.keep = h("h2", { id: "keep-title" });
    this.keepWhy = h("p", { class: "lead" });
    this.leave = h("p", { class: "lead" });
    const register = form({
      id: "register", go: words.register, announce, blame: { name_taken: "name" },
      fields: [
        { name: "name", label: words.name, autocomplete: "username", hint: words.nameHint, fault: nameFault },
        newPassword("password", words.password, passwordFault),
        { name: "email", label: words.email, type: "email", autocomplete: "email", hint: words.emailHint, fault: emailFault, optional: true },
      ],
      send: ({ name, password, email }) => post("/api/register", { name, password, ...(email && { email }) }),
      done: (me) => tell(this, "pk-done", { said: words.registered(me.account?.name ?? "", this.#guest) }),
    });
    const login = form({
      id: "login", go: words.signIn, announce, blame: { bad_credentials: "password" },
      fields: [{ name: "name", label: words.nameOrEmail, autocomplete: "username" }, oldPassword("password", words.password)],
      send: (values) => post("/api/login", values),
      done: (me) => tell(this, "pk-done", { said: words.signedIn(me.account?.name ?? "") }),
    });
    const forgot = form({
      id: "forgot", go: words.sendLink, announce, blame: { bad_request: "email" },
      fields: [{ name: "email", label: words.email, type: "email", autocomplete: "email", fault: emailFault }],
      send: (values) => post("/api/forgot-password", values),
      done: () => forgot.line.say(words.linkSent),
    });
    this.append(
      h("section", { class: "block", "aria-labelledby": "keep-title" }, this.keep, this.keepWhy, register),
      h("section", { class: "block", "aria-labelledby": "login-title" }, h("h2", { id: "login-title" }, words.signIn), this.leave, login,
        h("details", { class: "forgot" }, h("summary", {}, words.forgot), forgot)),
    );
  }

  /** @param {import("./types.js").Me | null} me null for a visitor without a session */
  update(me) {
    this.#guest = me !== null;
    show(this, me === null || me.account.guest);
    text(/** @type {Node} */ (this.keep), me ? words.keep : words.create);
    text(/** @type {Node} */ (this.keepWhy), me ? words.keepWhy : words.createWhy);
    const own = me ? me.account.chips + me.seats.reduce((sum, s) => sum + s.chips, 0) : 0;
    text(/** @type {Node} */ (this.leave), words.signInWhy + (own > 0 ? ` ${words.leaveGuest(own)}` : ""));
  }
}
customElements.define("pk-entry", PkEntry);
