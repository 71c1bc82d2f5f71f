package history

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// WriteText writes a finished hand as the text that hand-tracking programs read, in the layout that most of them know: that of
// PokerStars, with play money. It ends with two empty lines, so hands written one after another make a file of many.
func WriteText(w io.Writer, h *Hand, about About) error {
	rp, err := h.told()
	if err != nil {
		return err
	}
	t := &textWriter{replay: rp, hand: h, names: h.textNames()}
	t.header(about)
	for _, e := range rp.events {
		t.event(e)
	}
	t.showUnasked()
	t.summary()
	t.line("\n")
	_, err = w.Write(t.out.Bytes())
	return err
}

// textWriter is a hand being written.
type textWriter struct {
	*replay
	hand  *Hand
	names [table.MaxSeats]string
	out   bytes.Buffer

	price  table.Chips                 // of the street
	put    [table.MaxSeats]table.Chips // of each seat in the hand, antes and dead money left out
	street string                      // of the move
	folded [table.MaxSeats]string      // the street on which a seat has, "" if it has not
	boards [2][]deck.Card
	paid   int // the run whose showdown has been told, plus 1; 0 before
	pots   []table.Chips
	won    [2][table.MaxSeats]table.Chips // by run
}

func (t *textWriter) line(format string, args ...any) { fmt.Fprintf(&t.out, format+"\n", args...) }

func (t *textWriter) header(about About) {
	t.line("PokerStars Hand #%d:  Hold'em No Limit (%d/%d) - %s", Number(t.hand.ID), t.hand.Game.SmallBlind, t.hand.Game.BigBlind,
		clock(about.Start))
	t.line("Table '%s' %d-max (Play Money) Seat #%d is the button", strings.ReplaceAll(escape(about.Table), "'", "%27"),
		about.seats(), t.hand.Button+1)
	for _, s := range t.bySeat() {
		t.line("Seat %d: %s (%d in chips)", s.Seat+1, t.names[s.Seat], s.Chips)
	}
	t.price = max(t.hand.Game.BigBlind, t.hand.Straddle)
	t.street = streets[holdem.Preflop]
}

// bySeat are the seats in the order of their numbers.
func (t *textWriter) bySeat() []Seat {
	return slices.SortedFunc(slices.Values(t.hand.Seats), func(a, b Seat) int { return cmp.Compare(a.Seat, b.Seat) })
}

// clock is a time as the layout has it, with the time of New York in brackets, by which programs put hands in order.
func clock(at time.Time) string {
	const layout = "2006/01/02 15:04:05"
	utc := at.UTC()
	return utc.Format(layout) + " UTC [" + utc.Add(newYork(utc)).Format(layout) + " ET]"
}

// newYork is how far New York is from UTC: four hours back from the second Sunday of March to the first of November, at two
// o'clock each, else five. It is worked out here because a server need not have a table of time zones.
func newYork(utc time.Time) time.Duration {
	sunday := func(month time.Month, nth, hour int) time.Time {
		first := time.Date(utc.Year(), month, 1, hour, 0, 0, 0, time.UTC)
		return first.AddDate(0, 0, (7-int(first.Weekday()))%7+7*(nth-1))
	}
	if utc.Before(sunday(time.March, 2, 7)) || !utc.Before(sunday(time.November, 1, 6)) {
		return -5 * time.Hour
	}
	return -4 * time.Hour
}

func (t *textWriter) event(e table.Event) {
	switch e := e.(type) {
	case holdem.Posted:
		t.posted(e)
	case holdem.Dealt:
		t.dealt()
	case holdem.Acted:
		t.acted(e)
	case holdem.Uncalled:
		t.line("Uncalled bet (%d) returned to %s", e.Amount, t.names[e.Seat])
	case holdem.StreetDealt:
		t.dealtStreet(e)
	case holdem.Won:
		t.collected(e)
	}
}

// posted tells a forced bet. The two parts of a post are one line when it is what the layout has a name for.
func (t *textWriter) posted(e holdem.Posted) {
	post := t.hand.posted(e.Seat)
	both := post.Live == t.hand.Game.BigBlind && post.Dead > 0
	amount, what := e.Amount, ""
	switch e.Kind {
	case holdem.PostAnte:
		what = "the ante"
	case holdem.PostSmallBlind:
		what = "small blind"
	case holdem.PostBigBlind:
		what = "big blind"
	case holdem.PostStraddle:
		what = "straddle"
	case holdem.PostLive:
		if what = "big blind"; both {
			return
		}
	case holdem.PostDead:
		if what = "small blind"; both {
			what, amount = "small & big blinds", amount+post.Live
		}
	}
	t.put[e.Seat] = e.Bet
	t.line("%s: posts %s %d%s", t.names[e.Seat], what, amount, allIn(e.AllIn))
}

func allIn(is bool) string {
	if is {
		return " and is all-in"
	}
	return ""
}

func (t *textWriter) dealt() {
	t.line("*** HOLE CARDS ***")
	for _, s := range t.bySeat() {
		if t.openly(s) {
			t.line("Dealt to %s %s", t.names[s.Seat], bracket(s.Cards))
		}
	}
}

// bracket is a list of cards.
func bracket(cards []deck.Card) string { return fmt.Sprint(cards) }

func (t *textWriter) acted(e holdem.Acted) {
	name, all := t.names[e.Seat], allIn(e.AllIn)
	switch e.Do {
	case holdem.Fold:
		t.folded[e.Seat] = t.street
		t.line("%s: folds", name)
	case holdem.Check:
		t.line("%s: checks", name)
	case holdem.Call:
		t.line("%s: calls %d%s", name, e.Amount, all)
	case holdem.Bet:
		t.line("%s: bets %d%s", name, e.Bet, all)
	case holdem.Raise:
		t.line("%s: raises %d to %d%s", name, e.Bet-t.price, e.Bet, all)
	}
	t.put[e.Seat] += e.Amount
	t.price = max(t.price, e.Bet)
}

// runNames stand before the names of streets when there are two boards.
var runNames = [...]string{"", "FIRST ", "SECOND "}

func (t *textWriter) dealtStreet(e holdem.StreetDealt) {
	t.price, t.street = 0, e.Street.String()
	t.boards[max(e.Run-1, 0)] = e.Board
	head := fmt.Sprintf("*** %s%s ***", runNames[e.Run], strings.ToUpper(t.street))
	if before := e.Board[:len(e.Board)-len(e.Cards)]; len(before) > 0 {
		head += " " + bracket(before)
	}
	t.line("%s %s", head, bracket(e.Board[len(e.Board)-len(e.Cards):]))
}
