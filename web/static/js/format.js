/** Numbers and cards as people read them, and back. Pure. */

const exact = new Intl.NumberFormat();
const decimal = exact.formatToParts(1.5).find((p) => p.type === "decimal")?.value ?? ".";

/** All digits, grouped for the reader's country: 12,345. @param {number} n */
export const chips = (n) => exact.format(n);

/**
 * For narrow places: exact below 100,000, then three digits rounded down: nobody seems to have what they have not.
 * @param {number} n
 */
export function short(n) {
  if (n < 100_000) return chips(n);
  const units = [[1e15, "P"], [1e12, "T"], [1e9, "B"], [1e6, "M"], [1e3, "k"]];
  const [size, name] = /** @type {[number, string]} */ (units.find(([size]) => n >= Number(size)));
  const whole = Math.floor(n / size);
  const places = whole >= 100 ? 0 : whole >= 10 ? 1 : 2;
  const scale = 10 ** places;
  const cut = Math.floor((n / size) * scale) / scale;
  return new Intl.NumberFormat(undefined, { maximumFractionDigits: places }).format(cut) + name;
}

/**
 * What someone typed as an amount: grouping of any country and a "k" for thousands are fine.
 * @param {string} typed
 * @returns {number} NaN when it is no amount
 */
export function parseChips(typed) {
  let t = typed.trim().toLowerCase().replace(/[\s_'\u2019\u00a0\u202f]/g, "");
  const thousands = t.endsWith("k");
  if (thousands) t = t.slice(0, -1);
  // A mark before exactly three last digits groups everywhere: 1.250 and 1,250 are 1250. Before a "k" it divides.
  if (!thousands) t = t.replace(/[.,](?=\d{3}(?:[.,]|$))/g, "");
  else t = t.replaceAll(decimal, ".").replace(",", ".");
  if (!/^\d+(\.\d+)?$/.test(t)) return NaN;
  const n = Math.round(Number(t) * (thousands ? 1000 : 1));
  return Number.isSafeInteger(n) ? n : NaN;
}

/** A wait in words a notice can count down in: "8 s", "2 min". @param {number} seconds */
export function wait(seconds) {
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

/** A longer wait: "7 h 12 min", "9 min". Like any wait it covers the time. @param {number} ms */
export function span(ms) {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const hour = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** The time of day where the reader is, of an instant that is less than a day away. @param {string} date */
export const timeOfDay = (date) => hour.format(new Date(date));

/** A date and the time of day where the reader is. @param {string} date */
export const moment = (date) => day.format(new Date(date));

/** A wait that always covers the time: 1,200 ms are 2 s, and never 0. @param {number} ms */
export const seconds = (ms) => Math.max(1, Math.ceil(ms / 1000));

const suitNames = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const suitSigns = { s: "\u2660\ufe0e", h: "\u2665\ufe0e", d: "\u2666\ufe0e", c: "\u2663\ufe0e" };
const rankNames = {
  A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five",
  4: "four", 3: "three", 2: "two",
};

/** The rank as printed on a card: "10", not "T". @param {string} card */
export const rank = (card) => (card[0] === "T" ? "10" : card[0]);

/** @param {string} card @returns {"s" | "h" | "d" | "c"} */
export const suit = (card) => /** @type {any} */ (card[1]);

/** For running text: Q♥. The sign is followed by a selector, so that phones draw text, not emoji. @param {string} card */
export const cardText = (card) => rank(card) + suitSigns[suit(card)];

/** For ears: "queen of hearts". @param {string} card */
export const cardName = (card) => `${rankNames[/** @type {"A"} */ (card[0])]} of ${suitNames[suit(card)]}`;

/** @param {string[]} cards */
export const cardsText = (cards) => cards.map(cardText).join(" ");
