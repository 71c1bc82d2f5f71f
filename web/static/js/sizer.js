/** Amounts of a bet or raise. All are totals of the street ("raise to"). Pure. */

/** @import { Legal, Sizing } from "./types.js" */

/** Null when no bet or raise is possible. @param {Legal} legal @param {number} bet @param {number} pot @param {boolean} preflop @returns {Sizing | null} */
export function sizing(legal, bet, pot, preflop) {
  if (!legal.raise) return null;
  return { min: legal.min_to, max: legal.max_to, step: legal.step, call: legal.call, bet, pot, preflop };
}

/** @param {Sizing} s @param {number} amount */
export const clamp = (s, amount) => Math.min(s.max, Math.max(s.min, Math.round(amount)));

/** A share of the pot as it would be after a call. @param {Sizing} s @param {number} share */
export const ofPot = (s, share) => clamp(s, s.bet + s.call + share * (s.pot + s.call));

/** @param {Sizing} s @param {number} factor of the bet to be raised */
const times = (s, factor) => clamp(s, factor * (s.bet + s.call));

/** @type {{label: string, to: (s: Sizing) => number}[]} */
const afterFlop = [
  { label: "Min", to: (s) => s.min },
  { label: "⅓", to: (s) => ofPot(s, 1 / 3) },
  { label: "½", to: (s) => ofPot(s, 1 / 2) },
  { label: "¾", to: (s) => ofPot(s, 3 / 4) },
  { label: "Pot", to: (s) => ofPot(s, 1) },
  { label: "All-in", to: (s) => s.max },
];

const beforeFlop = [
  { label: "Min", to: (s) => s.min },
  { label: "2.5×", to: (s) => times(s, 2.5) },
  { label: "3×", to: (s) => times(s, 3) },
  { label: "4×", to: (s) => times(s, 4) },
  { label: "Pot", to: (s) => ofPot(s, 1) },
  { label: "All-in", to: (s) => s.max },
];

/** Always six, in the same places. @param {boolean} preflop */
export const presets = (preflop) => (preflop ? beforeFlop : afterFlop);

/** The slider's scale: its left half goes from the minimum to the pot, its right half to all chips. */
export const SLIDER = 1000;
const SNAP = 12;

/** @param {Sizing} s @param {number} position 0 to SLIDER */
export function fromSlider(s, position) {
  const pot = ofPot(s, 1);
  if (position <= SNAP) return s.min;
  if (position >= SLIDER - SNAP) return s.max;
  if (pot <= s.min || pot >= s.max) return clamp(s, s.min + ((s.max - s.min) * position) / SLIDER);
  const half = SLIDER / 2;
  if (Math.abs(position - half) <= SNAP) return pot;
  if (position < half) return clamp(s, s.min + ((pot - s.min) * position) / half);
  return clamp(s, pot + ((s.max - pot) * (position - half)) / half);
}

/** @param {Sizing} s @param {number} amount */
export function toSlider(s, amount) {
  const pot = ofPot(s, 1);
  if (s.max <= s.min) return SLIDER;
  if (pot <= s.min || pot >= s.max) return Math.round((SLIDER * (amount - s.min)) / (s.max - s.min));
  const half = SLIDER / 2;
  if (amount <= pot) return Math.round((half * (amount - s.min)) / (pot - s.min));
  return Math.round(half + (half * (amount - pot)) / (s.max - pot));
}
