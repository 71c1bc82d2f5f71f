import { get, post, remove } from "./api.js";
import { h, show, tell } from "./dom.js";
import { moment } from "./format.js";
import { RefusalLine } from "./refusal-line.js";
import { account as words, browserName } from "./strings-account.js";

/** The browsers in which the account is signed in, each with a way to end that. */
export class PkSessions extends HTMLElement {
  connectedCallback() {
    this.list = h("ul");
    const why = h("p", { class: "why", id: "sessions-why" });
    this.line = new RefusalLine(why, null, (sentence) => tell(this, "pk-say", sentence));
    this.append(h("section", { class: "block", "aria-labelledby": "sessions-title" },
      h("h2", { id: "sessions-title", tabindex: -1 }, words.sessions), this.list, why));
  }

  /** @param {import("./types.js").Me} me */
  async update({ account: { guest } }) {
    show(this, !guest);
    if (guest) return;
    const answer = await get("/api/sessions");
    if (!answer.ok) return this.line?.show(answer.refusal);
    this.list.replaceChildren(...answer.data.sessions.map((s) => this.#row(s)));
  }

  /** @param {{id: string, agent: string, created_at: string, seen_at: string, current: boolean}} session */
  #row({ id, agent, created_at, seen_at, current }) {
    const name = browserName(agent);
    const out = h("button", { "aria-label": `${words.signOut}: ${current ? words.thisBrowser : name}`, "aria-describedby": "sessions-why", onclick: () => this.#end(id, current) }, words.signOut);
    return h("li", { "data-session": id }, h("div", {}, h("p", {}, name, current ? h("b", { class: "tag" }, words.thisBrowser) : null),
      h("p", { class: "hint" }, words.seen(moment(created_at), moment(seen_at)))), out);
  }

  /** @param {string} id @param {boolean} current */
  async #end(id, current) {
    this.line?.clear();
    const answer = current ? await post("/api/logout") : await remove(`/api/sessions/${encodeURIComponent(id)}`);
    if (!answer.ok && answer.refusal.code !== "not_found") return this.line?.show(answer.refusal); // not found: it has ended by itself
    if (current) return tell(this, "pk-left", "");
    this.querySelector("h2")?.focus(); // the button is about to go
    tell(this, "pk-done", { said: words.signedOut });
  }
}
customElements.define("pk-sessions", PkSessions);
