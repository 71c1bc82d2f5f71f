import assert from "node:assert/strict";
import test from "node:test";
import { account, browserName, emailFault, nameFault, passwordFault } from "../static/js/strings-account.js";

test("a browser in the list of sessions is called what its owner calls it", () => {
  const linux = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)";
  for (const [agent, want] of [
    [`${linux} Chrome/140.0.0.0 Safari/537.36`, "Chrome on Linux"],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on macOS"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1", "Safari on iOS"],
    ["Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"],
    ["curl/8.5.0", "curl/8.5.0"], ["x".repeat(200), "x".repeat(40)], ["", "A browser"],
  ]) assert.equal(browserName(String(agent)), want);
});

test("what the server would not take is said before it is asked", () => {
  for (const good of ["Ann", "Zoë K. O'Neil-2", "Łukasz_99", "  Bob  ", "山田太郎"]) assert.equal(nameFault(good), "", good);
  for (const bad of ["", "  ", "Al", "x".repeat(21), "a<b>c", "tab\tbed", "zero\u200bwidth", "right\u202eleft", "smile 😀"]) assert.equal(nameFault(bad), account.badName, bad);
  assert.equal(passwordFault("1234567"), account.shortPassword);
  assert.equal(passwordFault("😀".repeat(7)), account.shortPassword, "a sign is one character however it is stored");
  assert.equal(passwordFault("12345678"), "");
  assert.equal(passwordFault("x".repeat(128)), "");
  assert.equal(passwordFault("x".repeat(129)), account.longPassword);
  assert.equal(emailFault(" ann@example.org "), "");
  for (const bad of ["ann", "ann@", "@example.org", "a b@example.org"]) assert.equal(emailFault(bad), account.badEmail, bad);
});

test("an allowance says how much is used, and when there is more", () => {
  assert.equal(account.used(1, 10), "1 of 10");
  const now = Date.parse("2026-12-01T16:48:30Z");
  assert.match(account.resets("2026-12-02T00:00:00Z", now), /^They start again at .*, in 7 h 12 min\.$/);
  assert.match(account.resets("2026-12-01T00:00:00Z", now), /^They start again at [^,]*\.$/, "the day is over");
});

test("asking for a link answers the same whether there is an account or not", () => {
  assert.equal(account.linkSent, "If there is an account with this address, a link is on its way.");
});
