/** The page behind a link from a mail: a new password. The link's secret is in the fragment, which no request carries. */
import { Announcer } from "./announce.js";
import { post } from "./api.js";
import { show, text } from "./dom.js";
import { form, newPassword } from "./form.js";
import { account as words, passwordFault } from "./strings-account.js";

const $ = (selector) => /** @type {any} */ (document.querySelector(selector));
const announcer = new Announcer($("#polite"), $("#assertive"));
const token = () => new URLSearchParams(location.hash.slice(1)).get("token") ?? "";

const set = form({
  id: "reset", go: words.setPassword, announce: (s) => announcer.say(s), blame: { bad_request: "password" },
  fields: [newPassword("password", words.newPassword, passwordFault)],
  send: ({ password }) => post("/api/reset-password", { token: token(), password }),
  done: () => {
    history.replaceState(null, "", location.pathname); // it is used up
    end(words.resetDone);
  },
});

/** Nothing is left to fill in. @param {string} sentence */
function end(sentence) {
  show(set, false);
  show($("#way-on"), true);
  text($("#said"), sentence);
  announcer.say(sentence);
  $("h1").focus();
}

function start() {
  show(set, true);
  show($("#way-on"), false);
  text($("#said"), "");
  if (!token()) end(words.noToken);
}

$("#reset-here").append(set);
window.addEventListener("hashchange", start);
start();
