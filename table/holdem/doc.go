// Package holdem is No-Limit Texas Hold'em: the game that the tables of this server play.
//
// A [Hand] is one hand, from the blinds to the last paid pot; a [Game] plays hand after hand and is what a table drives.
// Both are pure: no clock, no I/O, no goroutine, no randomness. A hand is dealt from a given deck and replays from deck and
// actions, so a table is rebuilt from its log and a quarrel is settled by playing the hand again.
//
//	Deal ──► advance ──► somebody must act ──► Apply ──► advance ──► ... ──► Over
//	            │  ▲                             (refused: nothing has changed)
//	            ▼  │ no: the street is finished
//	         endStreet: uncalled bet back, bets into pots, then the next street, the showdown or the payment
//
// Two things hold after every step, whatever was played: stacks and pot together are what they were ([Hand.Chips]), and a
// refused action has left no trace. The fuzz test lives on them.
//
// Hidden cards leave the package in two ways only: [Hand.View] for the seat that holds them, and the Private part of an
// event for that seat. A Hand has no exported field, so it marshals to nothing.
//
// # The rules
//
// They are those of ordinary cardrooms, written down in the conventions of the conformance data and held against it, hand
// by hand, by package conformance. Where rooms differ:
//
//   - A raise is at least the last full bet or raise of the street on top of the price. All-in for less is legal. It opens
//     the betting again for those who have acted only when what they face since then adds up to a full raise.
//   - Nobody may raise when no opponent could put in a chip beyond the price. Otherwise a raise is limited by the own stack
//     only, and what nobody can call comes back before the pots are paid.
//   - A blind posted short leaves the price at the full big blind. The ante is taken before the blind. An ante that the big
//     blind pays for the table is dead money: it is owed by nobody and in the main pot. If it takes the whole stack, that
//     player can win nothing else.
//   - A seat that comes in out of turn posts after the blinds: as much as the big blind, which is its bet and keeps its
//     option to raise, and a small blind that it missed, which is dead money too.
//   - The odd chips of each pot go out one each, from the left of the button.
//   - At showdown whoever bet last on the final street shows first, else the first from the left of the button, and a hand
//     that cannot win any more is mucked. As soon as someone is all-in and no betting is left, all show, before the rest of
//     the board; before the flop this begins left of the largest blind.
//   - Heads-up the button posts the small blind and speaks first before the flop. If both blinds are the same, the other
//     player does.
//   - Folding is allowed when checking is free.
//   - A straddle is posted left of the big blind, by three players or more: a live bet of twice the big blind and as much again
//     to raise, with the last word. Who has no more than that does not straddle.
//   - When someone is all-in, no betting is left and cards are to come, the players still in may agree to have them dealt twice,
//     asked from the left of the button. The second board takes the cards that follow the first in the deck. Each board decides
//     half of every pot, the first also the odd chip.
//   - A bomb pot has an ante of everyone instead of blinds and antes, and begins with the flop.
//
// # Button and blinds
//
// They go from hand to hand by Robert's Rules of Poker, version 11, "Button and Blind Use":
//
//   - The button moves to the next player and the two next post. When that would give somebody the big blind twice in a row, as
//     it can when the table goes to two players, the button moves on once more.
//   - A newcomer, or who has missed a blind, waits for the big blind; it may also post what it owes and is dealt in at once, but
//     neither on the button nor in the small blind place. A newcomer owes a big blind, live. Others owe exactly what they have
//     missed, each blind once at most: the big one live, the small one dead.
//   - A seat that is taken and not dealt in misses a blind that moves over it. Whoever is dealt in owes nothing any more.
//   - When the big blind jumps over a seat that was ready for it, because players between have left, that seat posts it as soon
//     as the button has passed. So nobody waits much longer than an orbit.
//   - When nobody is left who could have the button, the game starts afresh and nobody owes anything. A bomb pot is for everyone
//     too: its ante is more than the blinds.
//
// # Why not a dead button
//
// It is fairer to the chip in a tournament, where everyone plays every hand. At a table where people come and go it puts blinds
// and button in front of empty seats, and the same player may act last for several hands. With a moving button somebody may be
// spared a blind when others leave; nobody pays one twice.
//
// # Why not maps and slices for the players
//
// The table plays every command on a copy of the game and adopts the copy when the log has it. With arrays of fixed size a
// copy is one plain copy of memory, cannot share anything by mistake, and == compares two hands in the tests.
//
// # Why not keep the pots up to date at each bet
//
// They are made anew from what each player has put in whenever a street ends. That is a page of code without a state of its
// own, and programs that carry side pots along are the ones that have lost players and chips in them.
//
// # Why not one event for all that happened
//
// Small events in order are what a page animates, what a log keeps and what a late joiner is told. They cost a few
// allocations, which is a small part of what sending them costs.
package holdem
