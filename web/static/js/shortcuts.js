import { deed } from "./keys.js";

/**
 * Lets keys do what the dock's buttons do. They press the same buttons, so whatever keeps a button from acting keeps its
 * key from acting too.
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
