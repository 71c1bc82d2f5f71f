package holdem

import (
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
)

// The events of a hand, in the order in which they can come. All fields are public; what only some seats learn comes from
// Private. Stack and Bet are those of the event's seat after it; Pot is everything put in so far, bets included.
type (
	// HandStarted opens a hand. The commitment is to the whole deck, made before any card was dealt.
	HandStarted struct {
		Hand       table.HandID  `json:"hand"`
		Number     int64         `json:"number"`               // counts the hands of the table from 1
		Button     table.Seat    `json:"button"`               // the seat that has it
		SmallBlind table.Seat    `json:"small_blind"`          // the seat that posts it; -1 in a bomb pot
		BigBlind   table.Seat    `json:"big_blind"`            // the seat that posts it; -1 in a bomb pot
		Seats      []table.Stack `json:"seats"`                // who is dealt in and with how much, in the order of action after the flop
		Waiting    []Waiting     `json:"waiting,omitempty"`    // who would be dealt in and waits for the big blind; absent: nobody
		Commitment string        `json:"commitment,omitempty"` // root of the hash tree over the shuffled deck, in hex
		BombPot    bool          `json:"bomb_pot,omitempty"`   // true: each pays an ante, there are no blinds, and betting begins on the flop
	}
	// Posted is an ante, a blind, a straddle, or what a seat puts in to be dealt in without waiting for the big blind.
	Posted struct {
		Seat   table.Seat  `json:"seat"`
		Kind   PostKind    `json:"kind"`   // what it is for
		Amount table.Chips `json:"amount"` // what was put in: less than asked when the stack is short
		Bet    table.Chips `json:"bet"`    // of the street; an ante or a dead blind does not count
		Stack  table.Chips `json:"stack"`
		Pot    table.Chips `json:"pot"`
		AllIn  bool        `json:"all_in"`
	}
	// Dealt tells that every seat in the hand has its two cards; each learns its own.
	Dealt struct {
		Seats []table.Seat `json:"seats"` // who has cards, from the left of the button
		hole  [table.MaxSeats][2]deck.Opening
	}
	// Acted is a decision.
	Acted struct {
		Seat   table.Seat  `json:"seat"`
		Do     Verb        `json:"do"`     // what was done
		Amount table.Chips `json:"amount"` // chips added
		Bet    table.Chips `json:"bet"`    // the total of the street: what a raise is to
		Stack  table.Chips `json:"stack"`
		Pot    table.Chips `json:"pot"`
		AllIn  bool        `json:"all_in"`
		Why    table.Why   `json:"reason,omitempty"` // absent: the player's own move
	}
	// Voted is an answer to the question whether to deal the rest of the board twice. The first "once" decides it.
	Voted struct {
		Seat table.Seat `json:"seat"`
		Do   Verb       `json:"do"`               // "twice" or "once"
		Why  table.Why  `json:"reason,omitempty"` // absent: the player's own answer
	}
	// Uncalled is the part of a bet that nobody could or would match, going back.
	Uncalled struct {
		Seat   table.Seat  `json:"seat"`
		Amount table.Chips `json:"amount"`
		Stack  table.Chips `json:"stack"`
		Pot    table.Chips `json:"pot"`
	}
	// StreetDealt puts new cards on the board, the bets swept into the pots before.
	StreetDealt struct {
		Street Street                   `json:"street"`
		Cards  []deck.Opening           `json:"cards"`         // the new ones
		Board  []deck.Card              `json:"board"`         // all of them
		Run    int                      `json:"run,omitempty"` // 1 or 2: of a board that is dealt twice, which time; absent when once
		Pots   []Pot                    `json:"pots"`          // with the bets of the street before
		holds  [table.MaxSeats]Strength // of each seat in the hand; 0 for the others
	}
	// Shown is a hand tabled at showdown.
	Shown struct {
		Seat  table.Seat      `json:"seat"`
		Cards [2]deck.Opening `json:"cards"`
		Name  string          `json:"name"`  // "Two pair, aces and tens"; empty before five cards are known
		Best  []deck.Card     `json:"best5"` // the five that play; empty before the board is complete
	}
	// Mucked is a hand that could not win any more and stays face down.
	Mucked struct {
		Seat table.Seat `json:"seat"`
	}
	// Won pays one pot, or half of one when there are two boards.
	Won struct {
		Pot     int           `json:"pot"`            // 0 is the main pot
		Run     int           `json:"run,omitempty"`  // 1 or 2: the board that decides, when there are two; absent otherwise
		Amount  table.Chips   `json:"amount"`         // of the whole pot; of half of it when there are two boards, the odd chip on the first
		Winners []table.Stack `json:"winners"`        // who gets how much of it, in seat order from the left of the button
		Name    string        `json:"name,omitempty"` // the winning hand; absent when nobody had to show
		// Best are the five cards that play, for each of the winners; none when nobody had to show.
		Best [][]deck.Card `json:"best5"`
	}
	// Showed is cards that a player shows of free will when the hand is over.
	Showed struct {
		Seat  table.Seat     `json:"seat"`
		Cards []deck.Opening `json:"cards"` // one or both, in the order dealt; none that all have seen before
	}
	// Rabbit is the cards that would have come on the board, turned over when the hand is over.
	Rabbit struct {
		Cards []deck.Opening `json:"cards"`
	}
	// HandEnded closes a hand.
	HandEnded struct {
		Hand  table.HandID `json:"hand"`
		Seats []Net        `json:"seats"` // what the hand did to each
	}
)

// Waiting is a seat that wants to be dealt in and waits for the big blind.
type Waiting struct {
	Seat table.Seat  `json:"seat"`
	Owes table.Chips `json:"owes"` // what it could post to come in as soon as the button has passed
}

// Net is what a hand did to one seat.
type Net struct {
	Seat  table.Seat  `json:"seat"`
	Stack table.Chips `json:"stack"`
	Net   table.Chips `json:"net"`
}

// Pot is the main pot or a side pot.
type Pot struct {
	Amount   table.Chips  `json:"amount"`
	Eligible []table.Seat `json:"eligible"` // who can win it
}

// PostKind is what a forced bet is for.
type PostKind string

const (
	PostAnte       PostKind = "ante"        // before the blinds, and no part of a bet
	PostSmallBlind PostKind = "small_blind" // from the first left of the button; of two players from the button
	PostBigBlind   PostKind = "big_blind"   // from the next: the least bet
	PostStraddle   PostKind = "straddle"    // by choice, from who would be first to act: it raises the price and has the last word
	PostLive       PostKind = "post"        // from who comes in without waiting for the big blind: as much, and as live a bet
	PostDead       PostKind = "dead"        // a small blind that was missed: into the pot, and no part of a bet
)

// Verb is what a player does.
type Verb string

const (
	Fold  Verb = "fold"  // give up the hand
	Check Verb = "check" // go on where that is free
	Call  Verb = "call"  // put in as much as the price, or all there is
	Bet   Verb = "bet"   // be the first to put in something on this street
	Raise Verb = "raise" // put in more than the price
	Twice Verb = "twice" // in a vote: deal the rest of the board twice
	Once  Verb = "once"  // in a vote: deal it once
)

func (HandStarted) Type() string { return "hand_started" }
func (Posted) Type() string      { return "posted" }
func (Dealt) Type() string       { return "dealt" }
func (Acted) Type() string       { return "acted" }
func (Voted) Type() string       { return "voted" }
func (Uncalled) Type() string    { return "uncalled" }
func (StreetDealt) Type() string { return "street" }
func (Shown) Type() string       { return "shown" }
func (Mucked) Type() string      { return "mucked" }
func (Won) Type() string         { return "won" }
func (Showed) Type() string      { return "showed" }
func (Rabbit) Type() string      { return "rabbit" }
func (HandEnded) Type() string   { return "hand_ended" }

// OwnCards is the private part of Dealt.
type OwnCards struct {
	Cards [2]deck.Opening `json:"your_cards"` // in the order dealt
	Name  string          `json:"your_hand"`  // "Pair of queens"
}

// OwnHand is the private part of StreetDealt.
type OwnHand struct {
	Name string `json:"your_hand"` // what you hold now
}
