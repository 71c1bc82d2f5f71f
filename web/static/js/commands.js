import { refusalFrom } from "./api.js";

/** @typedef {{ok: true} | {ok: false, refusal: import("./types.js").Refusal}} Outcome */

/**
 * Commands on their way, each answered once by its id. Nothing is sent twice: when the connection goes, what is under way
 * ends as "lost", and the next snapshot tells whether it took effect.
 */
export class Commands {
  /** @type {Map<string, {type: string, resolve: (outcome: Outcome) => void}>} */ #waiting = new Map();

  /** @param {(message: any) => boolean} transmit false when the connection is not good */
  constructor(transmit) {
    this.transmit = transmit;
  }

  /** @param {any} command @returns {Promise<Outcome>} */
  send(command) {
    const id = newId();
    if (!this.transmit({ ...command, id })) return Promise.resolve(lost);
    return new Promise((resolve) => this.#waiting.set(id, { type: command.type, resolve }));
  }

  /** Takes an answer out of what the server sent. @param {any} message @returns {boolean} whether it was one */
  answered(message) {
    if (message.type !== "ack" && message.type !== "error") return false;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    waiting?.resolve(message.type === "ack" ? { ok: true } : { ok: false, refusal: refusalFrom(message, 0) });
    return true;
  }

  pending(type) {
    return [...this.#waiting.values()].some((w) => w.type === type);
  }

  /** The connection is gone. @returns {boolean} whether the outcome of something is unknown */
  forget() {
    const doubtful = this.#waiting.size > 0;
    for (const { resolve } of this.#waiting.values()) resolve(lost);
    this.#waiting.clear();
    return doubtful;
  }
}

/** @type {Outcome} */
const lost = { ok: false, refusal: { code: "lost", status: 0, retryMs: 0 } };

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => letters[b % 64]).join("");
