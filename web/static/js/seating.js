import { ensureAccount, get, post } from "./api.js";
import { suggestion } from "./pk-buyin.js";
import { refusedNow } from "./refusals.js";
import * as select from "./select.js";

/** Coming and going: sitting down, chips, sitting out, leaving. */
export class Seating {
  wallet = 0;

  /** @param {import("./types.js").SeatingPage} page */
  constructor({ commands, state, refuse, snapshot, dialog }) {
    this.commands = commands;
    this.state = state;
    this.refuse = refuse;
    this.snapshot = snapshot;
    this.dialog = dialog;
  }

  /** The first look at the table: does what the lobby's click was about. @param {import("./seat-wish.js").Wish} wish */
  arrived(wish) {
    const { settings, you } = this.state();
    const free = select.freeSeats(this.state());
    if (you.seat >= 0 || you.watch || free.length === 0) return;
    if (wish.how === "sit" || this.wallet < settings.buy_in_min) return this.offer(free[0]);
    const amount = suggestion(settings.buy_in_min, Math.min(settings.buy_in_max, this.wallet), this.wallet, settings.game.big_blind);
    this.#sit({ buy_in: amount });
  }

  /** Asks how many chips to bring: to a seat, or to the viewer's own when none is named. @param {number} [seat] */
  async offer(seat) {
    const me = await get("/api/me");
    if (me.ok) this.wallet = me.data.account.chips;
    const { id, settings, seats, you } = this.state();
    const stack = seats[you.seat]?.chips ?? 0;
    const seated = you.seat >= 0;
    this.dialog.open({
      kind: !seated ? "sit" : stack === 0 ? "rebuy" : "topUp",
      seat: seated ? -1 : seat ?? select.freeSeats(this.state())[0] ?? -1,
      guest: me.ok && me.data.account.guest,
      elsewhere: me.ok ? (me.data.seats ?? []).filter((s) => s.table !== id) : [],
      min: Math.max(1, settings.buy_in_min - stack), max: settings.buy_in_max - stack, have: this.wallet, step: settings.game.big_blind,
    });
  }

  /** More chips for a wallet that is too small, and the same question again. @param {number} seat */
  async refill(seat) {
    const answer = await post("/api/chips");
    if (answer.ok) await this.offer(seat);
    else this.dialog.refuse(answer.refusal);
  }

  /** The dialog's answer. @param {{amount: number, seat: number}} choice */
  buy({ amount, seat }) {
    if (this.state().you.seat < 0) this.#sit({ ...(seat >= 0 && { seat }), buy_in: amount });
    else this.#send({ type: "buy_in", amount });
  }

  /** @param {any} wanted */
  async #sit(wanted) {
    if (await this.#send({ type: "sit", ...wanted })) this.snapshot(); // it says which seat is ours
  }

  sitOut = () => this.#send({ type: "sit_out" });
  comeBack = () => this.#send({ type: "come_back" });
  stand = () => this.#send({ type: "stand" });

  async leave() {
    if (this.state().you.seat < 0) return this.#home();
    const going = this.state().seats[this.state().you.seat]?.leaving || await this.stand();
    if (going) this.#home(); // the table folds for those who are gone, and pays what is theirs
  }

  /** A guest whose chips are gone starts again as another. */
  async fresh() {
    await post("/api/logout");
    const me = await ensureAccount();
    if (me.ok) location.reload();
    else this.refuse(refusedNow(me.refusal));
  }

  #home() {
    location.href = "/";
  }

  /** @param {any} command @returns {Promise<boolean>} */
  async #send(command) {
    const answer = await this.commands.send(command);
    if (!answer.ok && answer.refusal.code !== "lost") this.refuse(refusedNow(answer.refusal));
    return answer.ok;
  }
}
