// Package redisstore keeps the limiter's instants in Redis or Valkey, so that several processes hold a caller to one limit
// together. Each call is one round trip: a script decides about the address's bucket and the session's, and charges them.
//
//	Count ──► link up? ── yes ──► script, REDIS_TIMEOUT ──► both debts, by the store's clock ──► Verdict, shared
//	              │                        │ no answer
//	              │ no                     ▼
//	              └──────────────► ratelimit.Local, by the degraded policies ──────────────────► Verdict, degraded
//
//	watch (one goroutine): connect ─► probe, three answers in a row ─► link up ─► given up ─► connect ...
//
// # The invariants
//
//   - Every call is decided, by the store or by this process, and charged by whoever decides. Nobody passes unmetered because
//     the store is away, and nobody gets an error.
//   - A decision takes no longer than the timeout. Once the store is known not to answer it takes nothing at all: no caller's
//     request connects, probes or waits.
//   - The script decides as ratelimit.Decide does, in whole microseconds, rounded so that it never admits more. The debts come
//     back with the decision and are worked out again here; an answer that contradicts itself is not believed.
//   - Every key goes by itself, a second after its debt is paid.
//
// # How each part fails
//
//   - The store degrades: away, silent, slow, full, a replica or of another password, and each process counts by itself, to a
//     share of each limit, until three probes in a row are answered.
//   - The start does not fail for a store that is away: it waits a second and goes on, degraded. An address that makes no
//     sense stops it.
//   - A lost connection is not mended but replaced, together with everything that was queued on it: nothing is sent again. What
//     had been sent before the store stalled is charged when it wakes up, though the call was decided here: a charge too much
//     at most, never one too little.
//   - A store that forgets (a restart without persistence, a failover that lost writes) forgives what was owed there.
//
// One call that is late is decided here and changes nothing. Five in a row, or a quarter of all for a while, give the link
// up; so does a lost connection at once. The log says each change of mode once.
//
// # On a cluster
//
// A script can only have keys of one node, and any address can come with any session, so both lie where their class does:
// fullhouse:{read}:a:... and fullhouse:{read}:s:... . A cluster therefore spreads classes, not callers: a class is never
// faster than one node, which is some tens of thousands of calls a second. With one node of several away all classes degrade.
//
// # What the store must be like
//
// Redis 5 or later, or Valkey, with the default maxmemory-policy, noeviction: one that evicts live keys forgives debts, and
// one that is full says so and is degraded around. It keeps nothing that may not be lost, so it needs no persistence. Who can
// write to it can lift limits: it belongs on a private network, with a password.
//
// # Why not INCR and EXPIRE?
//
// That is a fixed window: twice the limit around its boundary, and no exact wait.
//
// # Why not the clock of each process?
//
// Two clocks that differ by a second would give a caller who changes between them a second's worth each time. The store has
// one clock. Should it go back, by a failover, debts are cut to what a bucket may owe at most, so that nobody waits longer
// than they ever could.
//
// # Why not admit everybody while the store is away?
//
// Because then taking the store away is how to get rid of the limits. And refusing everybody would make it a second way to
// take the server down.
//
// # Why not let the next request try whether it is back?
//
// It would wait for the whole timeout, and so would one request in every interval, for as long as the store is away.
package redisstore
