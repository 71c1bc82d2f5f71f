/** What the page says about its connection. Pure: a status and the time in, words out. */
import { chips, seconds, wait } from "./format.js";
import { refusalSentence } from "./refusals.js";
import { strings } from "./strings.js";

/** @typedef {import("./socket.js").Status} Status */
/** @typedef {import("./notice.js").Notice} Notice */

const QUIET_MS = 1_500; // a loss as short as this is shown by the dot alone
const SLOW_MS = 400;

/** The word beside the dot. @param {Status} status */
export function connText({ state, rtt }) {
  if (state === "live" && rtt > SLOW_MS) return strings.conn.slow(rtt);
  return strings.conn[/** @type {"live"} */ (state)] ?? strings.conn.ended;
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
export function connNotice({ state, lostAt, retryAt, budgetMs, refusal }, now, { seated, turn, online, chips: stack }) {
  if ((state !== "lost" && state !== "out") || now - lostAt < QUIET_MS) return null;
  const key = "connection";
  const retry = { label: "Retry now", action: "retry" };
  if (refusal) {
    const left = retryAt > now ? seconds(retryAt - now) : 0;
    const text = seated && refusal.code === "sockets_full"
      ? `Busy moment. Your seat is held; ${left > 0 ? `trying again in ${wait(left)}` : "trying again…"}.`
      : refusalSentence(refusal)(left);
    return { key, priority: 2, kind: "warn", text, buttons: [], aloud: "Reconnecting. The server asks for a moment." };
  }
  if (state === "out") {
    const text = seated ? `You are sitting out. Your ${chips(stack)} chips are safe. Still trying to reach the table.`
      : "Connection lost. Still trying to reach the server.";
    return { key, priority: 2, kind: "warn", text, buttons: [retry], aloud: text };
  }
  const cause = online ? "Connection lost. Reconnecting…" : "Your device is offline.";
  const held = seated ? ` Seat held for ${wait(seconds(budgetMs - (now - lostAt)))}.` : "";
  const text = cause + held + (turn ? " It is your turn." : "");
  return { key, priority: 2, kind: "warn", text, buttons: [retry], aloud: cause };
}

/**
 * The panel over the table when this page will not come back by itself; null while it may.
 * @param {Status} status
 * @returns {{title: string, buttons: {label: string, action: string}[]} | null}
 */
export function connPanel({ state }) {
  const lobby = { label: strings.table.lobby, action: "lobby" };
  switch (state) {
    case "replaced":
      return { title: "This table is open in another tab or device.", buttons: [{ label: "Play here", action: "restart" }, lobby] };
    case "signed_out":
      return { title: "You were signed out. Come back as a guest to take a seat again.", buttons: [{ label: "Come back", action: "guest" }, lobby] };
    case "kicked":
      return { title: "The host has closed your seat at this table.", buttons: [lobby] };
    case "refused":
      return { title: "This table is not open to you.", buttons: [lobby] };
    case "protocol":
      return { title: "This page and the server do not understand each other. A fresh page helps.", buttons: [{ label: "Load again", action: "reload" }, lobby] };
    case "closed":
      return { title: "This table has closed, or the link is not complete. Chips at the table are back in your balance.", buttons: [lobby] };
    default:
      return null;
  }
}
