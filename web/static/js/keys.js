/** Which key does what. Pure. Single keys mean nothing in a text field, in a dialog or with a modifier. */

/** @type {Record<string, string>} */
const deeds = {
  f: "fold", c: "call", r: "amount", Enter: "raise", Escape: "leave-amount",
  ArrowUp: "more", ArrowDown: "less", PageUp: "much-more", PageDown: "much-less", Home: "least", End: "most",
  1: "preset-0", 2: "preset-1", 3: "preset-2", 4: "preset-3", 5: "preset-4", 6: "preset-5",
  i: "sit-out", l: "log",
};

const inAmount = new Set(["Enter", "Escape", "ArrowUp", "ArrowDown", "PageUp", "PageDown"]);
const slides = /^(Arrow|Page|Home|End)/;

/**
 * @param {{key: string, ctrlKey: boolean, altKey: boolean, metaKey: boolean}} event
 * @param {"page" | "amount" | "slider" | "text" | "dialog"} focus where the focus is
 * @returns {string} the deed, "" for none
 */
export function deed({ key, ctrlKey, altKey, metaKey }, focus) {
  if (ctrlKey || altKey || metaKey || focus === "text" || focus === "dialog") return "";
  if (focus === "amount" && !inAmount.has(key)) return "";
  if (focus === "slider" && slides.test(key)) return ""; // the slider moves by itself
  if (focus !== "amount" && key === "Enter") return ""; // elsewhere Enter presses the button that has the focus
  return deeds[key.length === 1 ? key.toLowerCase() : key] ?? "";
}
