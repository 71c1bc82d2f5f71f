/**
 * Checks that a card is the one committed to before the deal, by the hashing and the test vectors of the server's package
 * deck. It proves that no card was changed after the deal, not who has looked at them or how they were shuffled.
 */

/** @import { Opening } from "./types.js" */

const DOMAIN = "fullhouse/deck/1";
const HEIGHT = 6; // 52 leaves, padded to 64

/** Browsers hash only in a secure context: https, or this very machine. */
export const canVerify = () => globalThis.crypto?.subtle !== undefined;

/** @param {string} root the commitment, in hex @param {string} hand @param {Opening} opening @returns {Promise<boolean>} */
export async function verify(root, hand, opening) {
  const { position, card, salt, path } = opening;
  const salted = unhex(salt, 32);
  const siblings = Array.isArray(path) ? path.map((h) => unhex(h, 32)) : [];
  if (!Number.isInteger(position) || position < 0 || position > 51 || !/^[2-9TJQKA][cdhs]$/.test(card)) return false;
  if (!salted || siblings.length !== HEIGHT) return false;
  const id = new TextEncoder().encode(hand);
  if (id.length > 255) return false;
  const text = new TextEncoder();
  let hash = await sha256([0], text.encode(DOMAIN), [id.length], id, [position], text.encode(card), salted);
  let index = position;
  for (const sibling of siblings) {
    if (!sibling) return false;
    hash = index % 2 === 0 ? await sha256([1], hash, sibling) : await sha256([1], sibling, hash);
    index = Math.floor(index / 2);
  }
  return hex(hash) === root;
}

/** A deck has each card once: whether some card is at two positions. @param {Opening[]} openings */
export function contradict(openings) {
  const places = new Map();
  return openings.some(({ card, position }) => {
    const clash = places.has(card) && places.get(card) !== position;
    places.set(card, position);
    return clash;
  });
}

/** @param {...ArrayLike<number>} parts */
async function sha256(...parts) {
  const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", all));
}

/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");

/** @param {unknown} text @param {number} length in bytes @returns {Uint8Array | null} null when it is not exactly that */
function unhex(text, length) {
  if (typeof text !== "string" || text.length !== 2 * length || !/^[0-9a-f]*$/.test(text)) return null;
  return Uint8Array.from({ length }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}
