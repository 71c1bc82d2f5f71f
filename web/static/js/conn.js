/** What the page says about its connection. Pure: a status and the time in, words out. */
import { seconds, wait } from "./format.js";
import { refusalSentence } from "./refusals.js";
import { strings } from "./strings.js";
/** @import { Notice, Refusal, Status, Viewer, Way } from "./types.js" */

const words = strings.conn;
const QUIET_MS = 1_500; // a loss as short as this is shown by the dot alone
const SLOW_MS = 400;

/** The word beside the dot. @param {Status} status */
export function connText({ state, rtt }) {
  if (state === "replaced") return words.elsewhere;
  if (state === "live" && rtt > SLOW_MS) return words.slow(rtt);
  return words.word[state] ?? words.ended;
}

/**
 * The notice about a lost connection; null when there is nothing to say.
 * @param {Status} status
 * @param {number} now
 * @param {Viewer} viewer
 * @returns {Notice | null}
 */
export function connNotice({ state, lostAt, retryAt, budgetMs, stopsAt, restarting, refusal }, now, { seated, turn, online, chips: stack }) {
  if (stopsAt > 0 && (state === "live" || state === "stale")) {
    const text = words.stops(seconds(Math.max(stopsAt - now, 0)));
    return { key: "connection", priority: 3, kind: "warn", text, buttons: [], aloud: text };
  }
  if ((state !== "lost" && state !== "out") || now - lostAt < QUIET_MS || noRoom(refusal, seated)) return null;
  const notice = (text, aloud, buttons = [{ label: words.retry, action: "retry" }]) =>
    ({ key: "connection", priority: 2, kind: /** @type {const} */ ("warn"), text, buttons, aloud });
  if (refusal) {
    const left = retryAt > now ? seconds(retryAt - now) : 0;
    const text = seated && refusal.code === "sockets_full"
      ? words.busyHeld(left > 0 ? wait(left) : "")
      : refusalSentence(refusal)(left);
    return notice(text, words.asked, []);
  }
  if (state === "out") {
    const text = seated ? words.outSeated(stack) : words.outWatching;
    return notice(text, text);
  }
  const cause = restarting ? words.restarting : online ? words.lostNow : words.offline;
  const held = seated ? words.held(wait(seconds(budgetMs - (now - lostAt)))) : "";
  return notice(cause + held + (turn ? words.yourTurn : ""), cause);
}

const full = new Set(["sockets_full", "too_many_sockets", "watchers_full"]);

/** Strangers wait for a socket before a panel; who has a seat keeps the table in sight. @param {Refusal | null} refusal @param {boolean} seated */
const noRoom = (refusal, seated) => refusal !== null && full.has(refusal.code) && !seated;

/**
 * The panel over the table when there is nothing to see behind it; null while the page comes back by itself.
 * @param {Status} status
 * @param {number} now
 * @param {boolean} seated
 * @param {Map<string, string>} [tabs] others of this browser that hold a connection, by key
 * @returns {{title: string, buttons: Way[]} | null}
 */
export function connPanel({ state, refusal, retryAt, waitUntil }, now, seated, tabs = new Map()) {
  if (refusal && noRoom(refusal, seated) && (state === "lost" || state === "out")) {
    const resting = now < waitUntil || retryAt === 0; // the server named a wait, or a try is under way
    const title = refusalSentence(refusal)(retryAt > now ? seconds(retryAt - now) : 0);
    const closes = refusal.code === "too_many_sockets" ? [...tabs].map(([key, name]) => ({ label: words.closeTab(name), action: `close ${key}` })) : [];
    return { title, buttons: [...closes, { label: words.tryNow, action: "retry", resting }, { label: words.lobby, action: "lobby" }] };
  }
  const way = (label, action) => ({ label, action });
  const panel = (title, ...ways) => ({ title, buttons: [...ways, way(strings.table.lobby, "lobby")] });
  switch (state) {
    case "replaced":
      return panel(words.replaced, way(words.here, "restart"));
    case "aside":
      return panel(words.aside, way(words.here, "restart"));
    case "signed_out":
      return panel(words.signedOut, way(words.signIn, "account"), way(words.comeBack, "guest"));
    case "kicked":
      return panel(words.kicked);
    case "refused":
      return panel(words.refused);
    case "protocol":
      return panel(words.protocol, way(words.reload, "reload"));
    case "closed":
      return panel(words.closed);
    default:
      return null;
  }
}
