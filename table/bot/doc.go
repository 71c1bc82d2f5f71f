// Package bot plays seats that no person has taken. It has three players:
//
//	calling   a calling station: likes to see the next card and seldom raises
//	tight     waits for good cards and bets them
//	odds      estimates its share of the pot and compares it with the price
//
// All of them see what a person in the same seat would see, a *holdem.View, and answer with the same actions:
//
//	view ──▶ spot (rivals, price, pot odds, legal moves) ──▶ policy ──▶ action
//
// A policy says what it would like to do; the spot turns that into an action that is legal. So no policy can make an
// illegal move, and a new one is a method on spot, a name in Levels and a case in Decide.
//
// Policies are pure: the same view and the same random numbers give the same action. Only Bots knows of the outside: it
// thinks inside a gate, and without a permit it plays what the clock would play, a check or a fold, and counts it. A
// decision takes microseconds, or about half a millisecond for the one that weighs odds.
//
// # How they fare
//
// From the long form of the tests, in big blinds per hundred hands, every deck played from every seat. Heads-up: tight beats
// calling by 132, odds beats calling by 93 and tight by 44. Six-handed, two of each: odds wins 206, tight wins 170, calling
// loses 376.
//
// # Why not a stronger bot
//
// One that learns or searches would need tables, training or seconds of thought. These are here so that somebody is always
// there to play with, and so that the smallest of them can be read in a minute and made better.
package bot
