// Package odds tells how much of the pot each hand can expect, if no one bets any more and the rest of the board is dealt.
//
// Three ways to ask, one kind of answer:
//
//	Exact        deals every board there is. All hands must be known.
//	MonteCarlo   deals at random. Hands may be unknown; the answer states its standard error.
//	Ask          reads a question as somebody types it, ranges included, says what the answer costs, and picks the way.
//
// What Exact costs, heads-up, on one core:
//
//	board    boards to deal    time
//	river                 1    nothing
//	turn                 44    microseconds
//	flop                990    tens of microseconds
//	preflop       1,712,304    under 0.1 s
//
// Everything here is pure: no goroutine, no clock, no state between calls; randomness comes in as a parameter, or for a
// Question from its text. Whatever deals looks at its context about once a millisecond and stops when it has ended.
//
// # What a question costs
//
// Asked.Cost is known before any card is dealt, so that a limiter can be asked first. A unit of it is at most 175,000 hands
// evaluated, about 5 ms:
//
//	cost 1     every hand is known, three to five cards lie: at most 0.1 ms
//	cost 5     anything at random: 50,000 boards, 5 ms heads-up and 20 ms for nine
//	cost 20    two known hands before the flop: 60 ms
//
// It fails closed: what cannot be read, or has no answer, is an error with a code and costs nothing but the reading.
//
// # The range notation
//
//	AsKh       two cards                         AK, AKs, AKo   both, suited, offsuit
//	QQ, QQ+    a pair, and the better ones       ATs+           better kickers: ATs, AJs, AQs, AKs
//	22-55      pairs in between                  A5s-A2s        kickers in between
//	random     any hand there is                 76s-54s        both cards go down: 76s, 65s, 54s
//
// Separated by commas. A range is every hand in it, equally likely, as far as the cards known elsewhere leave them; several
// ranges are every way of holding them at once, equally likely.
//
// # Why not a table of preflop equities
//
// It would answer the most expensive question at once, but the evaluator is fast enough that nobody waits, and a table is
// one more thing to generate, ship and believe.
package odds
