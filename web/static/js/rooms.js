/** The lobby's list of tables. Pure: messages of the lobby's socket in, the list out. */

/** @import { Capacity, Summary } from "./types.js" */

/** @typedef {Summary & {closed?: string}} Room */
/** @typedef {{capacity: Capacity | null, rooms: Room[] | null}} RoomsState rooms is null before the first list */

/** @returns {RoomsState} */
export const initial = () => ({ capacity: null, rooms: null });

/**
 * @param {RoomsState} state
 * @param {any} msg
 * @returns {RoomsState}
 */
export function reduce(state, msg) {
  switch (msg.type) {
    case "lobby":
      return { capacity: msg.capacity, rooms: msg.tables ?? [] };
    case "tables": {
      const changed = new Map((msg.changed ?? []).map((r) => [r.id, r]));
      const gone = new Map((msg.gone ?? []).map((g) => [g.id, g.reason || "closed"]));
      // A table that is gone keeps its place for a moment, so that no click lands on its neighbour.
      const rooms = (state.rooms ?? []).map((r) => {
        if (gone.has(r.id)) return { ...r, closed: gone.get(r.id) };
        return changed.get(r.id) ?? r;
      });
      const known = new Set(rooms.map((r) => r.id));
      const added = [...changed.values()].filter((r) => !known.has(r.id) && !gone.has(r.id));
      return { capacity: msg.capacity ?? state.capacity, rooms: [...rooms, ...added] };
    }
    case "forget": // not the server's: the moment is over
      return { ...state, rooms: state.rooms && state.rooms.filter((r) => r.id !== msg.id || !r.closed) };
    default:
      return state;
  }
}

/** @param {Room} room */
export const hasFreeSeat = (room) => !room.closed && room.taken < room.settings.seats;

/** How loud the capacity line must be. @param {Capacity} capacity */
export function level({ used, cap, create }) {
  if (create === "draining" || create === "full" || used >= cap) return "full";
  return used >= 0.85 * cap ? "busy" : "open";
}
