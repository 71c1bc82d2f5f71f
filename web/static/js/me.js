/** The account's page: reads who this browser is and shows what that one can do. */
import { Announcer } from "./announce.js";
import { get } from "./api.js";
import { h, show } from "./dom.js";
import { Notices } from "./notice.js";
import "./pk-account.js";
import "./pk-entry.js";
import "./pk-notice.js";
import "./pk-profile.js";
import "./pk-sessions.js";
import { refusedNow } from "./refusals.js";
import { strings } from "./strings.js";
/** @import { Me, Refusal } from "./types.js" */

const SAID_MS = 6_000;
const $ = (selector) => /** @type {any} */ (document.querySelector(selector));
const parts = { profile: $("pk-profile"), entry: $("pk-entry"), sessions: $("pk-sessions"), account: $("pk-account") };
const announcer = new Announcer($("#polite"), $("#assertive"));
const notices = new Notices((n, fresh) => {
  $("pk-notice").update(n);
  if (n?.aloud && fresh) announcer.say(n.aloud);
});
let said = 0;

/** @param {string} sentence */
function done(sentence) {
  if (sentence) notices.put("done", { key: `done ${++said}`, priority: 5, kind: "ok", text: sentence, buttons: [], aloud: sentence, until: performance.now() + SAID_MS });
}

/** @returns {Promise<boolean>} whether that one has an account */
async function read() {
  const answer = await get("/api/me");
  notices.put("trouble", null);
  if (!answer.ok && answer.refusal.code !== "unauthenticated") trouble(answer.refusal);
  else draw(answer.ok ? { quotas: {}, seats: [], ...answer.data } : null);
  return answer.ok && !answer.data.account.guest;
}

/** @param {Me | null} me */
function draw(me) {
  for (const part of [parts.profile, parts.sessions, parts.account]) show(part, me !== null);
  if (me) for (const part of [parts.profile, parts.sessions, parts.account]) part.update(me);
  parts.entry.update(me);
  $("#who").replaceChildren(...(me ? [me.account.name, me.account.guest ? h("b", { class: "tag" }, $("#who").dataset.guest) : ""] : []));
  document.body.dataset.who = me === null ? "nobody" : me.account.guest ? "guest" : "account";
}

/** @param {Refusal} refusal */
function trouble(refusal) {
  const text = refusedNow(refusal);
  notices.put("trouble", { key: "trouble", priority: 1, kind: "warn", text, aloud: text, buttons: [{ label: strings.conn.again, action: "read" }] });
}

document.addEventListener("pk-done", async (e) => {
  const before = document.body.dataset.who;
  await read();
  done(/** @type {CustomEvent} */ (e).detail.said ?? "");
  if (document.body.dataset.who !== before) $("h1").focus(); // the form that was answered is gone
});
document.addEventListener("pk-left", () => { location.href = "/"; });
document.addEventListener("pk-say", (e) => announcer.say(/** @type {CustomEvent} */ (e).detail));
document.addEventListener("pk-do", read);
window.addEventListener("pageshow", (e) => e.persisted && location.reload());
setInterval(() => notices.tick(performance.now()), 250);
read();
