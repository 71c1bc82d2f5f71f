/** Which key does what. Single keys mean nothing in text fields, dialogs or with a modifier. */

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

/**
 * Lets keys press the dock's buttons: whatever keeps a button from acting keeps its key from acting too.
 * @param {import("./pk-actions.js").PkActions} dock
 * @param {Record<string, () => void>} others deeds that are not the dock's
 */
export function shortcuts(dock, others) {
  const { sizer } = dock;
  /** @type {Record<string, () => void>} */
  const deeds = {
    ...others,
    fold: () => dock.key("fold"), call: () => dock.key("call"),
    raise: () => {
      sizer.read();
      dock.key("raise");
    },
    amount: () => sizer.edit(), "leave-amount": () => sizer.leave(),
    more: () => sizer.step(1), less: () => sizer.step(-1), "much-more": () => sizer.step(5), "much-less": () => sizer.step(-5),
    least: () => sizer.to(0), most: () => sizer.to(Infinity),
  };
  document.addEventListener("keydown", (event) => {
    const name = deed(event, place(/** @type {HTMLElement} */ (event.target)));
    const preset = /^preset-(\d)$/.exec(name);
    if (!preset && !deeds[name]) return;
    event.preventDefault();
    if (preset) sizer.preset(Number(preset[1]));
    else deeds[name]();
  });
}

/** @param {HTMLElement} at where the focus is */
function place(at) {
  if (document.querySelector("dialog[open]")) return "dialog";
  if (at.id === "amount") return "amount";
  if (at.matches("input[type=range]")) return "slider";
  return at.matches("input, select, textarea") ? "text" : "page";
}
