/**
 * Where everything on the felt is. Pure: the size of the stage in, pixels out.
 *
 * Places are numbered clockwise from the viewer, who is at 0. Set D is for wide stages, set P for narrow ones, where the
 * viewer's own place is a strip below. Each place has the centres of its pod and of its bet.
 */

/** @import { Place } from "./types.js" */

/** Pod x, y and bet x, y in percent; "T" is the top row of set P. @type {Record<string, (number | "T")[][]>} */
const sets = {
  D9: [
    [50, 90, 50, 67.4], [24, 84, 34, 70], [8, 60, 23, 56], [11, 30, 25, 37], [33, 10, 38, 24.5],
    [67, 10, 62, 24.5], [89, 30, 75, 37], [92, 60, 77, 56], [76, 84, 66, 70],
  ],
  D6: [[50, 90, 50, 67.4], [15, 74, 29, 64], [12, 28, 26, 34], [50, 10, 50, 23.5], [88, 28, 74, 34], [85, 74, 71, 64]],
  P9: [
    [50, 100, 50, 90], [11.7, 80, 29, 80], [11.7, 53, 29, 53], [11.7, 26, 29, 29], [34.5, "T", 39, "T"],
    [65.5, "T", 61, "T"], [88.3, 26, 71, 29], [88.3, 53, 71, 53], [88.3, 80, 71, 80],
  ],
  P6: [[50, 100, 50, 90], [11.7, 72, 29, 72], [11.7, 28, 29, 28], [50, "T", 50, "T"], [88.3, 28, 71, 28], [88.3, 72, 71, 72]],
};

/** Which places of six or nine a table of so many seats uses. @type {Record<number, number[]>} */
const used = {
  2: [0, 3], 3: [0, 2, 4], 4: [0, 1, 3, 5], 5: [0, 1, 2, 4, 5], 6: [0, 1, 2, 3, 4, 5],
  7: [0, 2, 3, 4, 5, 6, 7], 8: [0, 1, 2, 3, 4, 6, 7, 8], 9: [0, 1, 2, 3, 4, 5, 6, 7, 8],
};

/** @param {number} w @param {number} h the room for stage and own place together */
export const chooseSet = (w, h) => (w >= 740 && h >= 480 ? "D" : "P");

/** @param {"D" | "P"} set @param {number} w of the stage @param {number} h @param {number} seats 2 to 9 */
export function layout(set, w, h, seats) {
  const ring = seats > 6 ? 9 : 6;
  const top = Math.max(0.085 * h, 30);
  const s = set === "D" ? Math.max(0.8, Math.min(w / 1040, h / 620, 1.35)) : 1;
  const places = used[seats].map((slot) => {
    let [x, y, betX, betY] = sets[set + ring][slot];
    if (seats === 8 && slot === 4) x = betX = 50;
    return {
      x: (Number(x) * w) / 100, y: y === "T" ? top : (y * h) / 100,
      betX: (Number(betX) * w) / 100, betY: betY === "T" ? top + 38 : (betY * h) / 100,
      side: side(slot, ring, seats),
    };
  });
  return { s, places, ...(set === "D" ? middleD(w, h, s) : middleP(w, h, ring, top)) };
}

/** @param {number} slot @param {number} ring @param {number} seats @returns {Place["side"]} */
function side(slot, ring, seats) {
  if (slot === 0) return "own";
  if (ring === 6 ? slot === 3 : slot === 4 && seats === 8) return "top";
  if (ring === 9 && slot === 4) return "top-left";
  if (ring === 9 && slot === 5) return "top-right";
  return slot <= ring / 2 ? "left" : "right";
}

/** @param {number} w @param {number} h @param {number} s */
function middleD(w, h, s) {
  const card = { w: 58 * s, h: 82 * s, gap: 6 * s };
  const pod = { w: 132 * s, h: 64 * s };
  return { card, pod, boardY: 0.46 * h, potY: 0.33 * h, sideY: 0.575 * h, own: { w: 190 * s, h: 0.18 * h, cardY: 0.765 * h } };
}

/** @param {number} w @param {number} h @param {number} ring @param {number} top */
function middleP(w, h, ring, top) {
  const card = w < 350 ? { w: 32, h: 45, gap: 2 } : { w: 36, h: 50, gap: 3 };
  const potY = ring === 9 ? 0.28 * h : Math.max(0.29 * h, top + 57);
  const boardY = ring === 9 ? 0.4 * h : Math.max(0.43 * h, potY + 38);
  return { card, pod: { w: w < 350 ? 72 : 80, h: 56 }, boardY, potY, sideY: boardY + card.h / 2 + 14, own: null };
}
