/** What the page says about its connection. Pure: a status and the time in, words out. */
import { seconds, wait } from "./format.js";
import { refusalSentence } from "./refusals.js";
import { strings } from "./strings.js";

/** @typedef {import("./types.js").Status} Status */
/** @typedef {import("./types.js").Notice} Notice */

const words = strings.conn;
const QUIET_MS = 1_500; // a loss as short as this is shown by the dot alone
const SLOW_MS = 400;

/** The word beside the dot. @param {Status} status */
export function connText({ state, rtt }) {
  if (state === "live" && rtt > SLOW_MS) return words.slow(rtt);
  return words.word[state] ?? words.ended;
}

/**
 * The notice about a lost connection; null when there is nothing to say.
 * @param {Status} status
 * @param {number} now
 * @param {object} viewer
 * @param {boolean} viewer.seated
 * @param {boolean} viewer.turn whether the viewer must act
 * @param {boolean} viewer.online what the browser thinks of the network
 * @param {number} viewer.chips
 * @returns {Notice | null}
 */
export function connNotice({ state, lostAt, retryAt, budgetMs, restarting, refusal }, now, { seated, turn, online, chips: stack }) {
  if ((state !== "lost" && state !== "out") || now - lostAt < QUIET_MS) return null;
  const key = "connection";
  const retry = { label: words.retry, action: "retry" };
  if (refusal) {
    const left = retryAt > now ? seconds(retryAt - now) : 0;
    const text = seated && refusal.code === "sockets_full"
      ? words.busyHeld(left > 0 ? wait(left) : "")
      : refusalSentence(refusal)(left);
    return { key, priority: 2, kind: "warn", text, buttons: [], aloud: words.asked };
  }
  if (state === "out") {
    const text = seated ? words.outSeated(stack) : words.outWatching;
    return { key, priority: 2, kind: "warn", text, buttons: [retry], aloud: text };
  }
  const cause = restarting ? words.restarting : online ? words.lostNow : words.offline;
  const held = seated ? words.held(wait(seconds(budgetMs - (now - lostAt)))) : "";
  const text = cause + held + (turn ? words.yourTurn : "");
  return { key, priority: 2, kind: "warn", text, buttons: [retry], aloud: cause };
}

/**
 * The panel over the table when this page will not come back by itself; null while it may.
 * @param {Status} status
 * @returns {{title: string, buttons: {label: string, action: string}[]} | null}
 */
export function connPanel({ state }) {
  const lobby = { label: strings.table.lobby, action: "lobby" };
  const panel = (title, label = "", action = "") => ({ title, buttons: label ? [{ label, action }, lobby] : [lobby] });
  switch (state) {
    case "replaced":
      return panel(words.replaced, words.here, "restart");
    case "signed_out":
      return panel(words.signedOut, words.comeBack, "guest");
    case "kicked":
      return panel(words.kicked);
    case "refused":
      return panel(words.refused);
    case "protocol":
      return panel(words.protocol, words.reload, "reload");
    case "closed":
      return panel(words.closed);
    default:
      return null;
  }
}
