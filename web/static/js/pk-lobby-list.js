import { attribute, h, show, tell, text } from "./dom.js";
import { chips } from "./format.js";
import { hasFreeSeat, level } from "./rooms.js";
import { stakes } from "./strings.js";
import { lobby as words } from "./strings-lobby.js";

/** The live list of public tables. Rows are patched in place and new ones come last, so nothing moves under a finger. */
export class PkLobbyList extends HTMLElement {
  /** @type {Map<string, ReturnType<typeof makeRow>>} */ #rows = new Map();

  connectedCallback() {
    const head = [["name", words.name], ["stakes", words.stakes], ["seats", words.seats], ["hands number", words.hands], ["tags", words.tags]];
    this.body = h("tbody");
    this.table = h("table", {}, h("thead", {}, h("tr", {},
      ...head.map(([kind, label]) => h("th", { scope: "col", class: `${kind} c-${kind.split(" ")[0]}` }, label)),
      h("th", { scope: "col", class: "c-go" }, h("span", { class: "aloud" }, words.sit)))), this.body);
    this.empty = h("p", { class: "empty" }, words.loading);
    this.append(this.table, this.empty);
    show(this.table, false);
  }

  /** @param {import("./rooms.js").Room[] | null} rooms @param {Set<string>} mine tables at which the viewer sits */
  update(rooms, mine) {
    if (!rooms) return;
    const seen = new Set();
    for (const room of rooms) {
      seen.add(room.id);
      const row = this.#rows.get(room.id) ?? this.#add(room);
      row.update(room, mine.has(room.id));
    }
    for (const [id, row] of this.#rows) {
      if (seen.has(id)) continue;
      row.el.remove();
      this.#rows.delete(id);
    }
    show(this.table, rooms.length > 0);
    show(this.empty, rooms.length === 0);
    text(this.empty, words.empty);
  }

  /** @param {import("./rooms.js").Room} room */
  #add(room) {
    const row = makeRow(room.id, this);
    this.#rows.set(room.id, row);
    this.body.append(row.el);
    return row;
  }
}
customElements.define("pk-lobby-list", PkLobbyList);

/** @param {string} id @param {HTMLElement} list */
function makeRow(id, list) {
  const href = `/t/${encodeURIComponent(id)}`;
  const name = h("a", { href }), cost = h("td", { class: "stakes" }), seats = h("span"), dots = h("span", { class: "dots", "aria-hidden": "true" });
  const hands = h("td", { class: "hands number" }), tags = h("td", { class: "tags" });
  let sitting = false;
  const go = h("a", { class: "button", href, onclick: () => sitting && tell(list, "pk-sit", id) });
  const el = h("tr", { "data-table": id }, h("td", { class: "name" }, name), cost, h("td", { class: "seats" }, seats, dots), hands, tags, h("td", { class: "go" }, go));

  /** @param {import("./rooms.js").Room} room @param {boolean} mine */
  const update = (room, mine) => {
    const { settings, taken } = room;
    text(name, settings.name);
    text(cost, stakes(settings.game));
    text(seats, `${taken}/${settings.seats}`);
    while (dots.children.length < settings.seats) dots.append(h("i"));
    Array.from(dots.children).forEach((dot, i) => attribute(/** @type {Element} */ (dot), "data-taken", i < taken));
    text(hands, chips(room.hands));
    text(tags, settings.bots > 0 ? words.practice : "");
    sitting = hasFreeSeat(room) && !mine;
    text(go, room.closed ? words.closed : mine ? words.back : sitting ? words.sit : words.watch);
    attribute(go, "aria-label", `${go.textContent}: ${settings.name}`);
    attribute(go, "href", room.closed ? null : href);
    attribute(el, "data-closed", Boolean(room.closed));
  };
  return { el, update };
}

/** How full the server is, always in sight. */
export class PkCapacity extends HTMLElement {
  connectedCallback() {
    this.words = h("span");
    this.append(h("span", { class: "gauge", "aria-hidden": "true" }, h("i")), this.words);
  }

  /** @param {import("./types.js").Capacity | null} capacity */
  update(capacity) {
    if (!capacity) return;
    const { used, cap, create } = capacity;
    const how = level(capacity);
    this.dataset.level = how;
    this.style.setProperty("--share", String(cap > 0 ? Math.min(1, used / cap) : 0));
    const say = create === "draining" ? words.draining : how === "full" ? words.full(cap) : how === "busy" ? words.busy(used, cap) : words.capacity(used, cap);
    text(/** @type {Node} */ (this.words), say);
  }
}
customElements.define("pk-capacity", PkCapacity);
