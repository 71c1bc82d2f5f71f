// Package history turns played hands into files and back, and asks the rules whether a file agrees with them.
//
//	what a table tells (FromRecord) ─┐           ┌─► our JSON (WriteJSON)
//	our JSON (ReadJSON) ─────────────┤           ├─► PHH (WritePHH)
//	PHH (ReadPHH) ───────────────────┼─► Hand ───┼─► text for tracking programs (WriteText)
//	such text (ReadText) ────────────┘           └─► Replay: where the rules disagree
//
// A Hand made FromRecord holds what one viewer may know: its own cards, those shown to all, and the board. Nothing that is
// written from it can hold more.
//
// # Our JSON
//
// A file holds one object after another, each a Hand as one viewer may know it:
//
//	{
//	  "version": 2,
//	  "hand": "k7q2-15",
//	  "game": {"small_blind": 50, "big_blind": 100, "ante": 0, "ante_kind": "none"},
//	  "button": 4,
//	  "viewer": 4,
//	  "seats": [
//	    {"seat": 1, "name": "Brave Otter", "chips": 10000, "cards": null},
//	    {"seat": 4, "name": "Calm Heron", "chips": 8000, "cards": ["As", "Kd"]}
//	  ],
//	  "board": [],
//	  "actions": [{"street": "preflop", "seat": 4, "do": "raise", "to": 300}, {"street": "preflop", "seat": 1, "do": "fold"}],
//	  "result": {
//	    "stacks": [{"seat": 1, "chips": 9900}, {"seat": 4, "chips": 8100}],
//	    "uncalled": [{"seat": 4, "chips": 200}],
//	    "pots": [{"amount": 200, "winners": [{"seat": 4, "chips": 200}]}]
//	  },
//	  "commitment": "9b1f...",
//	  "openings": [{"position": 1, "card": "As", "salt": "77aa...", "path": ["01c2...", "..."]}]
//	}
//
// Seats come in order from the left of the button, so the last is the button; it does not matter which numbers they have.
// Cards that the viewer does not know are null. In the result, what was not recorded is null or absent. What a hand may have
// besides is absent when it has not: "straddle", "posts", "bomb_pot", "board2", the level of a "bot", and actions that are votes
// ("twice", "once"). A reader refuses a version that it does not know and fields that its version does not have; version 1 had
// none of these extras.
//
// # PHH
//
// The poker hand history format of the University of Toronto, https://phh.readthedocs.io: TOML, one hand a file (.phh) or one
// table a hand (.phhs). Read is what No-Limit Texas Hold'em (variant NT) with whole chips needs: small and big blind, a straddle
// of the third player, antes of all or of the big blind, cards that are not known, comments in actions, hands that break off,
// finishing_stacks, winnings. Any other variant is a VariantError. Other straddles and antes, a least bet that is not the big
// blind, stacks that are not known and more than nine players are refused as unsupported; fractions of a chip as a bad amount.
// Fields that are not needed are passed over, as the format asks of its readers. Whose cards alone are dealt face up is the viewer.
//
// In PHH, as here, the first player sits left of the button, which the last one has. Its lists of blinds and antes give the
// small blind first and the big blind second; heads-up they are to be read the other way round, since there the last player
// posts the small blind.
//
// Some of what is played here the format has no words for. A bomb pot is written as antes without blinds and a first round in
// which all check, which other readers play to the same end; with antes alone and another first round it is refused. What seats
// post to come in stands in the fields _live_posts and _dead_posts, and a second board in _second_board, with the cards that both
// share: other readers pass over these and find other stacks at the end. Votes are not told: who is in at the end has voted for
// the second board, and a vote that failed is left out. Neither are the level of a bot, the sizes of the pots, the ante that a
// table plays without a bomb pot, settings that made no difference, commitment and openings. Who has no name is called by place: p1.
//
// # Text
//
// What hand-tracking programs read, in the layout that most of them know, that of PokerStars, with play money: a header, the
// seats, what was posted, the moves by street, the showdown, a summary. Whole chips of No-Limit Hold'em are read, with or without
// a currency's sign, a byte order mark and carriage returns; lines about who comes, goes and talks are passed over.
//
// Players are known by their names there, so each has one that no other has, and on which no line can be misread. Letters, digits,
// signs and single spaces stand as they are. The characters %:()[]*, spaces that would be trimmed or run together, and what cannot
// be printed become the bytes of their UTF-8 in hex, with a percent sign before each: a colon is %3A. A name that is empty, or that
// several have, ends in %s and the number of the seat. The reader undoes all of this.
//
// Seats count from 1. A hand has a Number there, which follows from its id but does not lead back to it. What seats post to come
// in is told as "posts big blind" and "posts small & big blinds", a bomb pot as antes without blinds. Not told are votes, as in PHH,
// the level of a bot, an ante that nobody could pay in full, the ante that a table plays without a bomb pot, settings that made no
// difference, commitment and openings. What a seat has at the end is not told either: the reader works it out from all the amounts.
//
// # What Replay can and cannot see
//
// The rules know no rake: a hand that was raked differs in its result. When cards that decided a showdown are not known,
// they are filled in so that who tabled nothing wins nothing, for only a hand that is shown takes a pot. When that is not
// enough to tell the result, Replay says so and compares the rest.
//
// # Why not one TOML document for many hands
//
// Files of many hands are long, and a fault in one hand should not hide the others. So the text is cut at the headers of its
// tables, and each hand is parsed alone, with a bound on its size and depth. Memory does not grow with the file.
package history
