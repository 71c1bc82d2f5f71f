/** What the page does to the document: no styles in attributes, no markup in strings. */

/**
 * Makes an element. "onclick" and the like are listeners, true is an empty attribute, false and null are none. A button
 * sends no form unless its type says so.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const el = document.createElement(tag);
  if (tag === "button") attribute(el, "type", "button");
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
    else attribute(el, name, value);
  }
  el.append(...children.filter((c) => c !== null));
  return el;
}

/** @param {Element} el @param {string} name @param {string | number | boolean | null} value */
export function attribute(el, name, value) {
  if (value === false || value === null) {
    if (el.hasAttribute(name)) el.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (el.getAttribute(name) !== text) el.setAttribute(name, text);
}

/** Writes only what has changed: an untouched node costs no layout. @param {Node} node @param {string | number} value */
export function text(node, value) {
  const s = String(value);
  if (node.textContent !== s) node.textContent = s;
}

/** @param {HTMLElement} el @param {boolean} shown */
export const show = (el, shown) => {
  if (el.hidden === shown) el.hidden = !shown;
};

/** Sets custom properties: all positions go through them. @param {HTMLElement} el @param {Record<string, string | number>} properties */
export function set(el, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (el.style.getPropertyValue(name) !== String(value)) el.style.setProperty(name, String(value));
  }
}

/** Tells what the user wants; only the page's main module acts on it. @param {Element} el @param {string} name @param {any} [detail] */
export const tell = (el, name, detail) => el.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));

/** @param {string} symbol the id of a symbol in the page */
export function icon(symbol) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${symbol}`);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", symbol);
  svg.append(use);
  return svg;
}
