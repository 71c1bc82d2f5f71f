/** The page behind an invite: which table it leads to, and the way in. Looking changes nothing; joining makes a guest if need be. */
import { Announcer } from "./announce.js";
import { ensureAccount, get, post } from "./api.js";
import { h, show, text } from "./dom.js";
import { moment } from "./format.js";
import { RefusalLine } from "./refusal-line.js";
import { leaveWish } from "./seat-wish.js";
import { invite as words } from "./strings-invite.js";
import { stakes } from "./strings.js";

const $ = (selector) => /** @type {any} */ (document.querySelector(selector));
const announcer = new Announcer($("#polite"), $("#assertive"));
const path = `/api/invites/${encodeURIComponent(location.pathname.split("/")[2] ?? "")}`;
const go = $("#join");
const line = new RefusalLine($("#why"), go, (s) => announcer.say(s));

/** What did not work, with a way on. @param {import("./types.js").Refusal} refusal @param {() => void} again */
function refuse(refusal, again) {
  go.disabled = false;
  if (refusal.code === "not_found") return end();
  return line.show(refusal, again === join ? [] : [{ label: words.again, press: again }]);
}

/** Nothing is left to do here. */
function end() {
  line.clear();
  show(go, false);
  $("#facts").replaceChildren();
  text($("#said"), words.ended);
  announcer.say(words.ended);
}

async function look() {
  line.clear();
  text($("#said"), words.loading);
  const answer = await get(path);
  if (!answer.ok) {
    text($("#said"), "");
    return refuse(answer.refusal, look);
  }
  const { kind, host, expires_at, table } = answer.data;
  text($("h1"), table.settings.name);
  document.title = `${table.settings.name} – Fullhouse`;
  text($("#said"), words.from(host, kind === "watch"));
  const fact = (name, value) => [h("dt", {}, name), h("dd", {}, value)];
  $("#facts").replaceChildren(...fact(words.stakes, stakes(table.settings.game)), ...fact(words.seats, words.taken(table.taken, table.settings.seats)),
    ...fact(words.ends, moment(expires_at)));
  text(go, kind === "watch" ? words.watch : words.join);
  show(go, true);
  return undefined;
}

async function join() {
  line.clear();
  go.disabled = true;
  const me = await ensureAccount();
  if (!me.ok) return refuse(me.refusal, join);
  const answer = await post(path);
  if (!answer.ok) return refuse(answer.refusal, join);
  if (answer.data.kind === "play") leaveWish(answer.data.table, { how: "sit" });
  location.href = `/t/${encodeURIComponent(answer.data.table)}`;
  return undefined;
}

go.addEventListener("click", join);
// Coming back with the back button: the page is as it was left, so it starts over.
window.addEventListener("pageshow", (e) => e.persisted && location.reload());
look();
