import { attribute, h, tell, text } from "./dom.js";
import { connText } from "./conn.js";
import { stakes, strings } from "./strings.js";

const words = strings.table;

/** The bar: way out, table and stakes, connection, menu. On phones the notice takes its place. */
export class PkAppBar extends HTMLElement {
  connectedCallback() {
    const act = (action, label) => h("button", { class: "plain", "data-action": action, onclick: () => tell(this, "pk-do", action) }, label);
    this.lobby = h("button", { class: "plain back", "aria-label": words.lobby, onclick: () => tell(this, "pk-do", "ask-leave") }, "‹", h("span", { class: "wide" }, words.lobby));
    this.table = h("h1");
    this.stakes = h("span", { class: "stakes" });
    this.conn = h("pk-conn");
    this.invite = act("invite", words.invite);
    this.log = act("log", words.log);
    this.menu = act("menu", words.menu);
    this.append(this.lobby, h("div", { class: "title" }, this.table, this.stakes), this.conn, accountLink("button plain account"), this.invite, this.log, this.menu);
  }

  update({ ready, settings }) {
    if (!ready) return;
    text(this.table, settings.name);
    text(this.stakes, stakes(settings.game) + (settings.bots > 0 ? ` · ${words.practice}` : ""));
  }

  connection(status) {
    this.conn.update(status);
  }
}
customElements.define("pk-app-bar", PkAppBar);

/** How the connection is, as a dot and a word. */
export class PkConn extends HTMLElement {
  connectedCallback() {
    this.word = h("span");
    this.append(h("i", { class: "dot", "aria-hidden": "true" }), this.word);
  }

  update(status) {
    text(/** @type {Node} */ (this.word), connText(status));
    attribute(this, "title", status.rtt > 0 ? `${status.rtt} ms` : null);
  }
}
customElements.define("pk-conn", PkConn);

/** The way to the account's page. In a tab of its own, because a seat is not left for it. @param {string} look */
export function accountLink(look) {
  return h("a", { class: look, href: "/me", target: "_blank", rel: "noopener", "aria-label": `${words.account} (${words.newTab})` }, words.account);
}
