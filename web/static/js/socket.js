/**
 * One socket that keeps coming back. Why it was refused a browser may not read, so it asks its address with a plain GET.
 *
 *     idle -> connecting -> syncing -> live <-> stale -> lost -> (live | out | replaced | signed_out | closed | ...)
 *
 * "lost" is within the budget that the server named, "out" beyond it; both go on trying. The states after a close code of
 * 4500 and up are final: only start() leaves them. Commands are sent only while live, and once.
 */
import { refusalFrom } from "./api.js";
import { afterClose, afterRefusal, retryDelay } from "./retry.js";
/** @import { SocketPage, Status } from "./types.js" */

const PROTOCOL = "fullhouse.v1";
const SILENCE_MS = 3_000; // then a ping
const PONG_MS = 2_000; // then stale, and after as long again lost
const OPEN_MS = 8_000; // for a socket to say hello
const STABLE_MS = 5_000; // live for so long: the next loss starts a new series of tries
const DRAINING = 4001; // the server is about to restart
const PROMPT_MS = 3_000; // between two tries that the browser's own events ask for

export class Socket {
  /** @type {WebSocket | null} */ #ws = null;
  #attempt = 0;
  #lastFrame = 0;
  #lastSent = 0;
  #pingSent = 0; // 0: none is under way
  #heartbeat = 15_000; // the server hangs up on those who say nothing for so long
  #liveSince = 0;
  #restartMs = 0; // how long to stay away when the server has said that it restarts
  #openedAt = 0;
  #promptedAt = -PROMPT_MS;
  /** @type {Status} */ status = { state: "idle", lostAt: 0, retryAt: 0, waitUntil: 0, budgetMs: 30_000, rtt: 0, stopsAt: 0, restarting: false, refusal: null };

  /** @param {SocketPage} page */
  constructor({ path, onMessages, onStatus, env = browser }) {
    this.path = path;
    this.onMessages = onMessages;
    this.onStatus = onStatus;
    this.env = env;
  }

  /** Connects, also after a final state. Afterwards tick() must be called a few times a second. */
  start() {
    this.#attempt = 0;
    this.#open("connecting");
  }

  /** Sends a command if the connection is good; an open socket is enough to ask for the snapshot that makes it good. @param {any} command */
  send(command) {
    const good = this.status.state === "live" || command.type === "snapshot";
    if (!good || this.#ws?.readyState !== 1) return false;
    this.#write(command);
    return true;
  }

  #write(message) {
    this.#lastSent = this.env.now();
    this.#ws?.send(JSON.stringify(message));
  }

  /** The user, the network or the tab's return asks for a try at once. @param {boolean} [asked] by the user */
  prompt(asked = false) {
    const { state, waitUntil } = this.status;
    const waiting = (state === "lost" || state === "out") && this.#ws === null;
    const told = this.env.now() < waitUntil; // the server named a wait: it holds for everyone
    if (!waiting || told || (!asked && this.env.now() - this.#promptedAt < PROMPT_MS)) return;
    this.#promptedAt = this.env.now();
    this.#open(state);
  }

  /** Looks at the clock: planned tries, silence, stability. */
  tick() {
    const now = this.env.now();
    const { state, retryAt, lostAt, budgetMs } = this.status;
    if (state === "lost" && now - lostAt >= budgetMs) this.#become({ state: "out" });
    if (this.#ws === null) {
      if (retryAt > 0 && now >= retryAt) this.#open(this.status.state);
      return;
    }
    if (state !== "live" && state !== "stale") {
      if (now - this.#openedAt > OPEN_MS) this.#fail(true);
      return;
    }
    if (now - this.#liveSince >= STABLE_MS) this.#attempt = 0;
    if (this.#pingSent === 0) {
      if (now - this.#lastFrame >= SILENCE_MS || now - this.#lastSent >= this.#heartbeat / 2) this.#ping(now);
    } else if (now - this.#pingSent >= 2 * PONG_MS) this.#fail(false);
    else if (now - this.#pingSent >= PONG_MS && state === "live") this.#become({ state: "stale" });
  }

  #ping(now) {
    this.#pingSent = now;
    if (this.#ws?.readyState === 1) this.#write({ type: "ping", stamp: Math.round(now) });
  }

  /** @param {string} state to be in until the server has spoken */
  #open(state) {
    this.#drop();
    this.#openedAt = this.#lastSent = this.env.now();
    this.#become({ state, retryAt: 0, ...(state === "connecting" && { lostAt: 0, refusal: null }) });
    const ws = this.env.open(this.path(), PROTOCOL);
    this.#ws = ws;
    ws.onmessage = (event) => ws === this.#ws && this.#receive(String(event.data));
    ws.onclose = (event) => ws === this.#ws && this.#closed(event.code);
  }

  #receive(data) {
    const now = this.env.now();
    this.#lastFrame = now;
    this.#pingSent = 0;
    const messages = JSON.parse(data);
    for (const m of messages) {
      if (m.type === "hello") {
        const state = this.status.state === "connecting" ? "syncing" : this.status.state;
        this.#heartbeat = m.heartbeat_ms || this.#heartbeat;
        this.#become({ state, budgetMs: m.reconnect_ms || this.status.budgetMs });
      }
      if (m.type === "draining") {
        this.#restartMs = m.retry_ms;
        this.#become({ stopsAt: now + m.ms_left });
      }
      if (m.type === "pong") this.#become({ rtt: Math.max(1, Math.round(now - m.stamp)) });
    }
    if (this.status.state === "stale") this.#become({ state: "live" });
    this.onMessages(messages.filter((m) => m.type !== "pong"));
    this.tick(); // a hidden tab's timers sleep, its messages do not
  }

  /** The page has what it needs to be current: a snapshot, or all that was missed. */
  synced() {
    if (this.#ws === null || this.status.state === "live") return;
    this.#liveSince = this.env.now();
    this.#become({ state: "live", lostAt: 0, restarting: false, refusal: null });
  }

  /** Gives the connection up for good, as asked for. @param {string} state to be in */
  end(state) {
    this.#drop();
    this.#become({ state, lostAt: 0, retryAt: 0, refusal: null });
  }

  #closed(code) {
    const verdict = afterClose(code);
    if (code === DRAINING) this.#become({ restarting: true });
    if (verdict === "retry" || verdict === "ask") return this.#fail(verdict === "ask", code === DRAINING ? this.#restartMs : 0);
    this.end(verdict);
  }

  /**
   * Plans the next try.
   * @param {boolean} ask whether nothing has explained the loss
   * @param {number} [waitMs] that the server has asked for, so that not all come back at once
   */
  async #fail(ask, waitMs) {
    this.#drop();
    this.#become({ stopsAt: 0 });
    const { lostAt, budgetMs } = this.status;
    const now = this.env.now();
    const since = lostAt || now;
    this.#become({ state: now - since >= budgetMs ? "out" : "lost", lostAt: since, retryAt: 0 });
    const attempt = this.#attempt++;
    const refusal = ask ? await this.#why() : null;
    if (this.#ws !== null || (this.status.state !== "lost" && this.status.state !== "out")) return; // something else came first
    const verdict = refusal ? afterRefusal(refusal.code) : "retry";
    if (verdict !== "retry") return this.#become({ state: verdict, lostAt: 0, refusal });
    const lostMs = this.env.now() - since;
    const delay = retryDelay({ attempt, lostMs, budgetMs, waitMs: refusal?.retryMs || waitMs, random: this.env.random() });
    this.#become({ retryAt: this.env.now() + delay, waitUntil: this.env.now() + (refusal?.retryMs ?? 0), refusal });
  }

  /** Why there is no socket. Null: a socket would be let in, or nobody answers. */
  async #why() {
    const answer = await this.env.ask(this.path());
    return !answer || answer.status === 426 ? null : refusalFrom(answer.body, answer.status, answer.retryAfter);
  }

  /** Lets go of a socket without waiting for it: a dead one takes long to say so. */
  #drop() {
    const ws = this.#ws;
    this.#ws = null;
    this.#pingSent = 0;
    ws?.close();
  }

  /** @param {Partial<Status>} change */
  #become(change) {
    this.status = { ...this.status, ...change };
    this.onStatus(this.status);
  }
}

/** What a socket needs of its browser; tests bring their own. */
const browser = {
  now: () => performance.now(),
  random: Math.random,
  /** @param {string} path @param {string} protocol @returns {WebSocket} */
  open: (path, protocol) => new WebSocket(new URL(path, location.href.replace(/^http/, "ws")), protocol),
  /** @param {string} path @returns {Promise<{status: number, body: any, retryAfter: string | null} | null>} */
  ask: async (path) => {
    try {
      const response = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(OPEN_MS) });
      const body = await response.json().catch(() => ({}));
      return { status: response.status, body, retryAfter: response.headers.get("retry-after") };
    } catch {
      return null;
    }
  },
};
