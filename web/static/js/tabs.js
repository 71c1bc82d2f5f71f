/**
 * The tabs of this browser that hold a connection. Where an account may have no more of them, it can close one for another
 * from where it is refused. Other browsers and devices are out of reach.
 */
export class Tabs {
  /** @type {Map<string, string>} key and name of each other tab, as it answered */ open = new Map();
  #key = String(Math.random());

  /**
   * @param {{name: () => string, holds: () => boolean, letGo: () => void}} tab this one
   * @param {BroadcastChannel} [channel]
   */
  constructor({ name, holds, letGo }, channel = new BroadcastChannel("fullhouse.tabs")) {
    this.channel = channel;
    channel.onmessage = ({ data: { type, key, name: n } }) => {
      if (type === "who" && holds()) channel.postMessage({ type: "here", key: this.#key, name: name() });
      if (type === "here") this.open.set(key, n);
      if (type === "close" && key === this.#key) letGo();
    };
  }

  /** Asks which there are; they answer within a moment. */
  ask() {
    this.open.clear();
    this.channel.postMessage({ type: "who" });
  }

  /** @param {string} key */
  close(key) {
    this.open.delete(key);
    this.channel.postMessage({ type: "close", key });
  }
}
