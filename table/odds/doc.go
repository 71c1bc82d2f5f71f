// Package odds tells how much of the pot each hand can expect, if no one bets any more and the rest of the board is dealt.
//
// Two ways to ask, one kind of answer:
//
//	Exact        deals every board there is. All hands must be known.
//	MonteCarlo   deals at random. Hands may be unknown; the answer states its standard error.
//
// What Exact costs, heads-up, on one core:
//
//	board    boards to deal    time
//	river                 1    nothing
//	turn                 44    microseconds
//	flop                990    tens of microseconds
//	preflop       1,712,304    under 0.1 s
//
// Everything here is pure: no goroutine, no clock, no state between calls; randomness comes in as a parameter. Both
// functions look at their context about once a millisecond and stop when it has ended.
//
// # Why not a table of preflop equities
//
// It would answer the most expensive question at once, but the evaluator is fast enough that nobody waits, and a table is
// one more thing to generate, ship and believe.
package odds
