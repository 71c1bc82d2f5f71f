import assert from "node:assert/strict";
import test from "node:test";
import { ensureAccount, get, patch, post, remove } from "../static/js/api.js";
import { refusalSentence } from "../static/js/refusals.js";

/** Answers requests in the server's place, and keeps what was asked. @param {Record<string, () => Response>} routes */
function serve(routes) {
  const asked = [];
  globalThis.fetch = async (path, { method, body, headers }) => {
    asked.push({ method, path, body: body && JSON.parse(body), kind: headers["content-type"] });
    const route = routes[`${method} ${path}`];
    if (!route) throw new TypeError("no network");
    return route();
  };
  return asked;
}

const json = (status, body, headers = {}) => () => new Response(JSON.stringify(body), { status, headers });

test("each kind of change is sent as JSON under its method", async () => {
  const ok = json(200, { account: {} });
  const asked = serve({ "PATCH /api/me": ok, "DELETE /api/me": ok, "POST /api/chips": ok, "DELETE /api/sessions/s1": ok });
  await patch("/api/me", { name: "Ann" });
  await remove("/api/me", { password: "long enough" });
  await remove("/api/sessions/s1");
  await post("/api/chips");
  const kind = "application/json";
  assert.deepEqual(asked, [
    { method: "PATCH", path: "/api/me", body: { name: "Ann" }, kind },
    { method: "DELETE", path: "/api/me", body: { password: "long enough" }, kind },
    { method: "DELETE", path: "/api/sessions/s1", body: undefined, kind: undefined },
    { method: "POST", path: "/api/chips", body: undefined, kind: undefined },
  ]);
});

test("an answer without a body is as good as one with", async () => {
  serve({ "POST /api/logout": () => new Response(null, { status: 204 }), "POST /api/forgot-password": () => new Response("", { status: 202 }) });
  assert.equal((await post("/api/logout")).ok, true);
  assert.equal((await post("/api/forgot-password", { email: "ann@example.org" })).ok, true);
});

test("a refusal knows what was asked for, since the allowances of all kinds share a code", async () => {
  const resetAt = new Date(Date.now() + 3_600_000).toISOString();
  const problem = { code: "quota_exhausted", limit: 1, used: 1, reset_at: resetAt, retry_ms: 3_700_000 };
  serve({ "POST /api/chips": json(429, problem, { "retry-after": "3700" }) });
  const answer = await post("/api/chips");
  assert.ok(!answer.ok);
  assert.deepEqual([answer.refusal.path, answer.refusal.resetAt, answer.refusal.retryMs], ["/api/chips", resetAt, 3_700_000]);
  assert.match(refusalSentence(answer.refusal)(3_700), /^Today’s free chips are used up\. Next refill at .* \(in 1 h 0 min\)\.$/);
});

test("without a network there is a refusal, not an exception", async () => {
  serve({});
  assert.deepEqual(await get("/api/me"), { ok: false, refusal: { code: "offline", status: 0, retryMs: 0 } });
});

test("whose session is gone becomes a guest, and whose allowance of guests is used up is told so", async () => {
  const gone = json(401, { code: "unauthenticated" });
  serve({ "GET /api/me": gone, "POST /api/guest": json(201, { account: { name: "Quiet Otter", chips: 10000 } }) });
  assert.deepEqual(await ensureAccount(), { ok: true, account: { name: "Quiet Otter", chips: 10000 }, seats: [] });
  serve({ "GET /api/me": gone, "POST /api/guest": json(429, { code: "quota_exhausted", limit: 50 }) });
  const me = await ensureAccount();
  assert.ok(!me.ok);
  assert.match(refusalSentence(me.refusal)(9), /^50 guests have come from your network today/);
});
