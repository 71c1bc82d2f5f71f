/** The links that this browser has made. The server keeps none, so whoever made one remembers it here, until it has ended. */

const KEY = "fullhouse.invites";

/** @typedef {{url: string, expires_at: string}} Invite url is a path */
/** @typedef {"play" | "watch"} Kind */

/** @param {number} now @returns {Record<string, Invite>} */
function all(now) {
  try {
    const kept = Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
    return Object.fromEntries(kept.filter(([, made]) => Date.parse(made?.expires_at) > now));
  } catch {
    return {};
  }
}

/** @param {string} table @param {Kind} kind @returns {Invite | null} */
export const remembered = (table, kind, now = Date.now()) => all(now)[`${table} ${kind}`] ?? null;

/** @param {string} table @param {Kind} kind @param {Invite} made */
export function remember(table, kind, made, now = Date.now()) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(now), [`${table} ${kind}`]: { url: made.url, expires_at: made.expires_at } }));
  } catch {
    // Without storage the next look makes a new link.
  }
}

/**
 * Where a typed or pasted link leads: to an invite's page, or to a table's by its address or only its id. "" when nowhere.
 * @param {string} typed
 */
export function pathOf(typed) {
  const [, way = "t", id = ""] = /^(?:.*\/(t|i)\/)?([A-Za-z0-9_-]{1,64})(?:[/?#].*)?$/.exec(typed.trim()) ?? [];
  return id && `/${way}/${id}`;
}
