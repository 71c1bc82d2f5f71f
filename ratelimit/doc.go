// Package ratelimit answers one question: is this caller going too fast? It knows callers by address and by session, and
// neither HTTP nor any database. Whether the box is full is another package's question.
//
//	limiter.Allow(class, caller, cost)
//	      │ policy of the class, keys of the caller
//	      ▼
//	Counter.Count ── one clock reading ──► address bucket ──► session bucket
//	  Local: fixed memory                     │ Decide           │ Decide
//	  or a shared store                       ▼                  ▼
//	                                  always charged     charged if the address admits
//	      │
//	      ▼
//	Result and error: what to answer, RateLimit header fields, the exact wait; tallies and the hottest keys
//
// AllowKey asks with one bucket in the address's place: an account's, say, by the name that somebody typed. It is for limits
// inside of what the address has been charged for already.
//
// Decide is the rule itself, GCRA: a bucket is one instant, and a decision is a pure function of the policy, that instant,
// the time and the cost. Everything else is about where instants are kept and what callers are told.
//
// # The invariant
//
// Nobody is admitted without at least their address being charged, and a known caller is never refused because the map is
// full. The limiter runs before anybody is authenticated, so a caller can choose everything but the address: the session's
// bucket only adds fairness inside the address's. A session is one whose cookie carries a valid MAC; with any other cookie
// there is none.
//
// A class's address bucket has the multiplier's worth of the limit, because people share addresses. Where no session is
// needed (signing in, becoming a guest) the address is held to the limit itself.
//
// # How each part fails
//
//   - Decide fails closed: what does not fit into its arithmetic is an error, and an odd clock only ever refuses.
//   - A policy that makes no sense stops the start.
//   - Local fails closed to strangers: with every slot live, who is not known yet is refused, and who is known goes on.
//   - A session for which there is no room is let through on its address alone, which was charged.
//   - A shared store that does not answer degrades: this process counts by itself, to a share of each limit (Degrade), so
//     that nobody passes unmetered and nobody is shut out.
//   - Limiter fails closed: if its Counter cannot decide, the call is an error and not admitted.
//   - The list of the hottest keys fails open: what it cannot write down at once it leaves out, and no caller waits for it.
//
// # Burst and limit
//
// In any time T a key gets at most burst + T/interval. With burst = limit, somebody who rested gets almost twice the limit
// in one window: right for reading, wrong where the limit is the protection. So logins are 5/min:3 and not 5/min.
//
// # Degraded
//
// With a burst of 1 a call that costs 5 would be refused for ever, and one that is let off would make the dearest calls the
// freest. So while degraded, a call above the burst is admitted by a bucket that has rested, and owes all it costs: what
// passes in the long run is the degraded limit, whatever calls cost.
//
// Debts do not move between the shared store and this process. A store that comes and goes can give a caller the shared
// limit and the degraded one, not more: each is kept while the other counts.
//
// # The store
//
// A slot is a key and an instant, 24 bytes. A slot whose instant has passed equals one that was never used, so there is
// nothing to sweep: it is taken over where it is. A key may lie in either of two sets of 40 slots, chosen by a hash under a
// seed that is drawn at each start, and a new one goes where more is free:
//
//	shard (own lock)   ├──── set ────┼──── set ────┼──── set ────┼──── set ────┤
//	                         ▲                            ▲
//	                         └──────── hash(key) ─────────┘
//	one set            ├ 36 slots for everybody ┼ 4 kept for proven callers ┤
//
// Within its set a key would rather lie at one place than at another, its home, so that whoever calls often is found at the
// first look. Whoever has a slot is charged without a lock, by swapping its instant, even when it has rested; the lock is for
// coming in.
//
// Two choices fill the sets so evenly that strangers are refused only when more than four fifths of all slots are live,
// which is also when Stats raises its alarm.
//
// # Why not a fixed window?
//
// It has a boundary to game: a full window's worth just before the minute and another just after it, twice the limit within
// a second. It also cannot say how long to wait, except until everybody else comes back too.
//
// # Why not a token bucket with a fraction of a token?
//
// It is the same rule with two numbers to keep instead of one, and floating point on top: waiting exactly as long as told
// then admits most of the time.
//
// # Why not evict the least recently used?
//
// Because the bucket that is thrown out is a debt forgiven. An attacker with many addresses makes room for themselves, and
// whose bucket goes is up to them. A live bucket is never evicted here.
//
// # Why not count every key's calls for the list of the hottest?
//
// That is a second map of all callers, beside one that must not grow. Sixty-four counters find whoever matters (see sketch),
// and one call in thirty-two is enough to find them by.
//
// # Why not a map, a mutex and a sweeper?
//
// A map grows with the attack and never shrinks, the sweeper stops everybody while it runs, and a limit on the map's size
// leads back to eviction. Here memory is what it was at the start.
package ratelimit
