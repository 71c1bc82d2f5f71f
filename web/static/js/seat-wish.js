/** What the lobby tells the table's page about a click: kept for this tab only, and only for one load. */

const KEY = "fullhouse.wish";

/** @typedef {{how: "play" | "sit", note?: string}} Wish "play" sits down at once, "sit" opens the buy-in */

/** @param {string} table @param {Wish} wish */
export function leaveWish(table, wish) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ table, ...wish }));
  } catch {
    // Without storage the player presses "Sit" at the table.
  }
}

/** @param {string} table @returns {Wish | null} */
export function takeWish(table) {
  try {
    const wish = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    sessionStorage.removeItem(KEY);
    return wish?.table === table ? wish : null;
  } catch {
    return null;
  }
}
