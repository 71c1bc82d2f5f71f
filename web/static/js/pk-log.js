import { h, show, tell, text } from "./dom.js";
import "./pk-coach.js";
import { verification } from "./select.js";
import { sentence, strings } from "./strings.js";
import { canVerify } from "./verify.js";

const LINES = 120;

/** What happened, line by line, what the cards are worth, and what is proven about them: a side panel, or a sheet on small screens. */
export class PkLog extends HTMLElement {
  #seq = 0;

  connectedCallback() {
    this.proof = h("summary", {});
    this.details = h("details", { class: "proof" }, this.proof, h("p", {}, strings.verify.meaning));
    this.lines = h("ol", { class: "lines", tabindex: 0, "aria-label": strings.table.log });
    this.coach = h("pk-coach");
    this.append(h("div", { class: "log-head" }, h("h2", {}, strings.table.log),
      h("button", { class: "plain close", onclick: () => tell(this, "pk-do", "log") }, strings.table.close)), this.lines, this.coach, this.details);
  }

  /** @param {import("./types.js").TableState} state */
  update(state) {
    this.coach.update(state);
    const news = state.log.filter((e) => e.seq > this.#seq);
    if (news.length > 0) this.#add(news);
    const { possible, proven, failed } = verification(state);
    show(this.details, possible);
    const say = failed > 0 ? strings.verify.failed : proven > 0 ? strings.verify.proven(proven) : strings.verify.none;
    text(this.proof, canVerify() ? say : strings.verify.insecure);
    this.details.dataset.state = failed > 0 ? "failed" : proven > 0 ? "proven" : "";
    this.details.dataset.proven = String(proven);
  }

  /** Also needed when it opens: hidden, it can't scroll. */
  toEnd() {
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** @param {import("./types.js").LogEntry[]} entries */
  #add(entries) {
    const atEnd = this.lines.scrollHeight - this.lines.scrollTop - this.lines.clientHeight < 40;
    for (const e of entries) {
      const line = sentence(e);
      if (line) this.lines.append(h("li", { "data-type": e.type, "data-seq": e.seq }, line));
    }
    this.#seq = entries[entries.length - 1].seq;
    while (this.lines.children.length > LINES) this.lines.firstElementChild.remove();
    if (atEnd) this.toEnd();
  }
}
customElements.define("pk-log", PkLog);
