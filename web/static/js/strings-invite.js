/** What is said about links into a table: where they are made, and on the page behind one. */
import { moment } from "./format.js";

export const invite = {
  title: "Invite", link: "Link", copy: "Copy link", copied: "The link is copied.", copyYourself: "Copy the link from the field.", share: "Share",
  watchOnly: "For watching only", renew: "Make new link", renewWhy: "A new link ends the old one.", making: "Making a link…",
  open: "Anybody with the link may join.", close: "Close",
  until: (date, watch) => `Whoever opens it may ${watch ? "watch" : "join"}. It works until ${moment(date)}.`,

  loading: "Looking at the invite…", ended: "This invite has ended. Ask the host for a new link.",
  from: (host, watch) => `${host} invites you to ${watch ? "watch" : "play"}.`,
  stakes: "Blinds", seats: "Seats", taken: (n, of) => `${n} of ${of} taken`, ends: "The invite works until",
  join: "Join", watch: "Watch", again: "Try again",
};
