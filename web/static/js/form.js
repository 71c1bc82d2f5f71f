import { attribute, h } from "./dom.js";
import { RefusalLine } from "./refusal-line.js";
import { account as words } from "./strings-account.js";

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} [type]
 * @property {string} [autocomplete]
 * @property {string} [hint]
 * @property {(value: string) => string} [fault] why the server would not take it; "" when it would
 * @property {boolean} [optional] may be left empty
 */

/**
 * @typedef {object} Plan of a form
 * @property {string} id
 * @property {Field[]} fields
 * @property {string} go what the button says
 * @property {(values: Record<string, string>) => Promise<import("./api.js").Answer>} send
 * @property {(data: any) => void} done
 * @property {Record<string, string>} [blame] the field that a code is about
 * @property {(sentence: string) => void} announce
 */

/**
 * A form that says under its fields why it did not work. Nothing that was typed is lost then, and the field to be mended
 * gets the focus. Each input is described by its hint and by that line.
 * @param {Plan} plan
 */
export function form({ id, fields, go, send, done, blame = {}, announce }) {
  const why = h("p", { class: "why", id: `${id}-why` });
  const button = h("button", { type: "submit", class: "main-button", id: `${id}-go` }, go);
  const line = new RefusalLine(why, button, announce);
  /** @type {Record<string, HTMLInputElement>} */ const inputs = {};
  const labels = fields.map(({ name, label, type = "text", autocomplete = "off", hint }) => {
    const described = hint ? `${id}-${name}-hint ${id}-why` : `${id}-why`;
    inputs[name] = h("input", { id: `${id}-${name}`, name, type, autocomplete, spellcheck: "false", autocapitalize: "none", "aria-describedby": described });
    const noted = hint ? h("span", { class: "hint", id: `${id}-${name}-hint` }, hint) : null;
    return h("div", { class: "field" }, h("label", {}, label, inputs[name]), noted);
  });
  const wrong = (name) => {
    for (const [n, input] of Object.entries(inputs)) attribute(input, "aria-invalid", n === name && "true");
    inputs[name]?.focus();
  };

  /** @param {Record<string, string>} values @returns {[string, string] | null} the field and its fault */
  const fault = (values) => {
    for (const { name, label, fault: f, optional } of fields) {
      const said = values[name] ? f?.(values[name]) ?? "" : optional ? "" : words.missing(label);
      if (said) return [name, said];
    }
    return null;
  };

  const submit = async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    const values = Object.fromEntries(Object.entries(inputs).map(([name, { type, value }]) => [name, type === "password" ? value : value.trim()]));
    const bad = fault(values);
    if (bad) {
      line.say(bad[1]);
      return wrong(bad[0]);
    }
    line.clear();
    wrong("");
    button.disabled = true;
    const answer = await send(values);
    button.disabled = false;
    if (answer.ok) {
      for (const input of Object.values(inputs)) if (input.type === "password") input.value = "";
      return done(answer.data);
    }
    if (answer.refusal.code === "bad_request") line.say(words.badEntry);
    else line.show(answer.refusal);
    if (blame[answer.refusal.code]) wrong(blame[answer.refusal.code]);
  };
  return Object.assign(h("form", { id, novalidate: true, onsubmit: submit }, ...labels, why, h("div", { class: "row" }, button)), { inputs, line });
}

/** A password that is made up now. @param {string} name @param {string} label @param {(password: string) => string} fault @returns {Field} */
export const newPassword = (name, label, fault) => ({ name, label, type: "password", autocomplete: "new-password", hint: words.passwordHint, fault });

/** A password that there is already. @param {string} name @param {string} label @returns {Field} */
export const oldPassword = (name, label) => ({ name, label, type: "password", autocomplete: "current-password" });
