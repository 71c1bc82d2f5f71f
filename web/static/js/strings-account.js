/** What the pages about the account say. */
import { chips, span, timeOfDay } from "./format.js";
import { count } from "./strings.js";

export const account = {
  lobby: "Lobby",
  you: "You", guestTag: "Guest", name: "Name", email: "E-mail address", emailHint: "Optional. Only for a forgotten password.",
  nameHint: "3 to 20 letters, digits, spaces or - _ . '",
  passwordHint: "At least 8 characters. Several words are better than one.",
  rename: "Change name", renamed: (name) => `You are ${name} now.`,
  chips: (n, away) => `${count(n, "chip", "chips")}${away > 0 ? `, and ${chips(away)} at tables` : ""}`,
  freeChips: "Get free chips", gotChips: (n) => `${count(n, "chip", "chips")} added.`,
  allowances: "Today’s allowances",
  kinds: /** @type {Record<string, string>} */ ({
    tables: "Tables opened", odds: "Questions about odds", chips: "Free chips", exports: "Copies of your data", mails: "Mails to you", reports: "Reports about others",
  }),
  used: (used, limit) => `${chips(used)} of ${chips(limit)}`,
  resets: (date, now = Date.now()) => `They start again at ${timeOfDay(date)}${Date.parse(date) > now ? `, in ${span(Date.parse(date) - now)}` : ""}.`,

  keep: "Keep your chips: choose a name and password", create: "Create an account",
  keepWhy: "A guest lives in this one browser. With a name and a password your chips and seats stay yours.",
  createWhy: "With a name and a password you can come back from any browser.",
  password: "Password", register: "Create account", registered: (name, kept) => `Welcome, ${name}.${kept ? " Your chips are kept." : ""}`,
  signIn: "Sign in", signInWhy: "For those who have an account already.",
  leaveGuest: (n) => `You leave this guest and its ${count(n, "chip", "chips")} behind.`,
  nameOrEmail: "Name or e-mail address", signedIn: (name) => `Welcome back, ${name}.`,
  forgot: "Forgot your password?", sendLink: "Send a link",
  linkSent: "If there is an account with this address, a link is on its way.",

  changePassword: "Change password", oldPassword: "Current password", newPassword: "New password",
  passwordChanged: "Your password is changed. Every other browser was signed out.",
  sessions: "Where you are signed in", thisBrowser: "This browser", signOut: "Sign out",
  seen: (from, last) => `Since ${from}, last seen ${last}`, signedOut: "That browser is signed out.",
  data: "Your data", export: "Get a copy", exportWhy: "Everything that is kept about you, as a file.", logOut: "Log out",
  remove: "Delete my account", removeGuest: "Delete this guest", removeWhy: "Your name, address and sessions are erased and your chips go back to the bank. Hands that others played with you stay, without your name. This cannot be undone.",
  cancel: "Cancel", removed: "Your account is deleted.",

  badName: "A name has 3 to 20 letters of one script, digits, spaces or - _ . '",
  shortPassword: "A password has at least 8 characters.", longPassword: "A password has at most 128 characters.",
  badEmail: "That does not look like an e-mail address.", missing: (label) => `Please fill in: ${label}.`,
  badEntry: "The server did not take that. A name has 3 to 20 letters, digits, spaces or - _ . ' and a password at least 8 characters.",

  resetDone: "Your new password is set and you are signed in. Every other browser was signed out.",
  noToken: "This link is not complete. Open it from the mail, or ask for a new one.",
  setPassword: "Set password",
};

/** How a browser may be called: "Firefox on Linux". @param {string} agent as it calls itself */
export function browserName(agent) {
  const find = (names) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = find([[/Edg/, "Edge"], [/OPR|Opera/, "Opera"], [/Firefox|FxiOS/, "Firefox"], [/Chrome|Chromium|CriOS/, "Chrome"], [/Safari/, "Safari"]]);
  const system = find([[/iPhone|iPad/, "iOS"], [/Android/, "Android"], [/Windows/, "Windows"], [/Mac OS/, "macOS"], [/Linux|X11/, "Linux"]]);
  if (!browser && !system) return agent.slice(0, 40) || "A browser";
  return [browser ?? "A browser", system].filter(Boolean).join(" on ");
}

/** Why a name cannot be one; "" when it can. @param {string} name */
export const nameFault = (name) => (/^[\p{L}\p{N}\p{M} \-_.']{3,20}$/u.test(name.normalize("NFKC").trim()) ? "" : account.badName);

/** @param {string} password */
export function passwordFault(password) {
  const { length } = [...password.normalize("NFKC")];
  return length < 8 ? account.shortPassword : length > 128 ? account.longPassword : "";
}

/** @param {string} email */
export const emailFault = (email) => (/^[^@\s]+@[^@\s]+$/.test(email.trim()) ? "" : account.badEmail);
