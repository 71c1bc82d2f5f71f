package history_test

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/history"
	"example.com/fullhouse/table/holdem"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// form is a form of file, and what of a hand it cannot say.
type form struct {
	name  string
	write func(io.Writer, *history.Hand) error
	read  func(io.Reader) iter.Seq2[*history.Hand, error]
	loses func(h *history.Hand) // nil: it can say everything
}

var about = history.About{
	Table: "Friday night", Seats: 9, Start: time.Date(2026, 12, 1, 20, 5, 9, 0, time.FixedZone("somewhere", 3600)),
}

var forms = []form{
	{"JSON", history.WriteJSON, history.ReadJSON, nil},
	{"PHH", func(w io.Writer, h *history.Hand) error { return history.WritePHH(w, h, about) }, history.ReadPHH, losesPHH},
	{"text", func(w io.Writer, h *history.Hand) error { return history.WriteText(w, h, about) }, history.ReadText, losesText},
}

// losesPHH is what the package's comment says that PHH cannot tell.
func losesPHH(h *history.Hand) {
	losesProofsAndSettings(h)
	for i := range h.Seats {
		if h.Seats[i].Name == "" {
			h.Seats[i].Name = fmt.Sprintf("p%d", i+1)
		}
	}
	if h.BombPot != 0 {
		h.Game.Ante, h.Game.AnteKind = 0, holdem.AnteNone
	}
	h.Result.Uncalled = nil
	h.Result.Winnings = winnings(h)
	h.Result.Pots = nil
	for i, a := range h.Actions {
		switch a.Do {
		case holdem.Check, holdem.Call:
			h.Actions[i].Do = history.CheckOrCall
		case holdem.Bet, holdem.Raise:
			h.Actions[i].Do = history.BetOrRaise
		}
	}
}

// losesText is what the package's comment says that text cannot tell.
func losesText(h *history.Hand) {
	losesProofsAndSettings(h)
	h.ID = table.HandID(fmt.Sprint(history.Number(h.ID)))
	if h.BombPot != 0 {
		h.Game.Ante, h.Game.AnteKind = h.BombPot, holdem.AnteEach
	}
	most := table.Chips(0) // that somebody has paid
	for i, s := range h.Seats {
		if h.Game.AnteKind != holdem.AnteBB || i == 1 && len(h.Seats) > 2 || i == 0 && len(h.Seats) == 2 {
			most = max(most, min(h.Game.Ante, s.Chips))
		}
	}
	if h.Game.Ante = most; h.BombPot == 0 {
		return
	}
	if h.BombPot = most; most > h.Game.BigBlind {
		h.Game.Ante, h.Game.AnteKind = 0, holdem.AnteNone
	} else {
		h.BombPot = 0
	}
}

// losesProofsAndSettings is what only our own form tells.
func losesProofsAndSettings(h *history.Hand) {
	h.Commitment, h.Openings = "", nil
	h.Game.Straddle, h.Game.RunTwice, h.Game.RabbitHunt, h.Game.BombPot = false, false, false, 0
	for i := range h.Seats {
		h.Seats[i].Bot = ""
	}
	if h.Board2 == nil { // a vote that came to nothing
		vote := func(a history.Action) bool { return a.Do == holdem.Twice || a.Do == holdem.Once }
		h.Actions = slices.DeleteFunc(h.Actions, vote)
	}
}

// winnings are what each seat got out of the pots.
func winnings(h *history.Hand) (list []table.Stack) {
	for _, s := range h.Seats {
		sum := table.Stack{Seat: s.Seat}
		for _, pot := range h.Result.Pots {
			for _, w := range pot.Winners {
				if w.Seat == s.Seat {
					sum.Chips += w.Chips
				}
			}
		}
		list = append(list, sum)
	}
	return list
}

// fromRecord is the hand as a seat may know it.
func (p *played) fromRecord(t testing.TB, viewer table.Seat) *history.Hand {
	t.Helper()
	h, err := history.FromRecord(p.game, p.record, viewer)
	if err != nil {
		t.Fatalf("%s, seat %d: %v", p.record.Hand, viewer, err)
	}
	return h
}

func TestExports_OfAThousandHandsReadBackAndReplay(t *testing.T) {
	kinds := map[string]int{}
	for seed := range 1000 {
		p := sample(seed).play(t)
		viewer := p.viewer(seed)
		h := p.fromRecord(t, viewer)
		count(kinds, h)
		for _, f := range forms {
			var text bytes.Buffer
			if err := f.write(&text, h); err != nil {
				t.Fatalf("%s of hand %d: %v", f.name, seed, err)
			}
			checkSecrets(t, p, viewer, text.Bytes())
			got := readOne(t, f, text.Bytes())
			for _, m := range replayed(t, got) {
				t.Errorf("%s: %s", f.name, m)
			}
			want := h
			if f.loses != nil {
				want = p.fromRecord(t, viewer)
				f.loses(want)
			}
			if reflect.DeepEqual(want, got) { // much faster than what tells the difference
				continue
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("%s of hand %d reads back otherwise (-want +got):\n%s\n%s", f.name, seed, diff, text.Bytes())
			}
		}
	}
	for _, kind := range []string{"straddle", "live post", "dead post", "bomb pot", "twice", "once", "bb", "each", "none", "side pots", "heads-up", "nine"} {
		if kinds[kind] < 10 {
			t.Errorf("only %d hands with %s", kinds[kind], kind)
		}
	}
}

// viewer is one of the people, or a watcher now and then and where there are none.
func (p *played) viewer(seed int) table.Seat {
	people := slices.DeleteFunc(slices.Clone(p.record.Seats), func(s table.HandSeat) bool { return s.Bot != "" })
	if seed%5 == 0 || len(people) == 0 {
		return table.NoSeat
	}
	return people[seed%len(people)].Seat
}

// count notes what a hand has in it.
func count(kinds map[string]int, h *history.Hand) {
	has := map[string]bool{
		"straddle": h.Straddle != 0, "bomb pot": h.BombPot != 0, "twice": h.Board2 != nil, string(h.Game.AnteKind): true,
		"side pots": h.Board2 == nil && len(h.Result.Pots) > 1, "heads-up": len(h.Seats) == 2, "nine": len(h.Seats) == 9,
	}
	for _, p := range h.Posts {
		has["live post"], has["dead post"] = has["live post"] || p.Live != 0, has["dead post"] || p.Dead != 0
	}
	for _, a := range h.Actions {
		has["once"] = has["once"] || a.Do == holdem.Once
	}
	for kind, there := range has {
		if there {
			kinds[kind]++
		}
	}
}

// readOne reads a text of one hand.
func readOne(t *testing.T, f form, text []byte) (hand *history.Hand) {
	t.Helper()
	for h, err := range f.read(bytes.NewReader(text)) {
		if err != nil || hand != nil {
			t.Fatalf("%s: %v, or a second hand, in:\n%s", f.name, err, text)
		}
		hand = h
	}
	if hand == nil {
		t.Fatalf("%s: no hand in:\n%s", f.name, text)
	}
	return hand
}

// checkSecrets looks through an export for cards that its viewer must not know.
func checkSecrets(t *testing.T, p *played, viewer table.Seat, text []byte) {
	t.Helper()
	var hidden []string
	for seat, hole := range p.holes {
		if seat != viewer && !p.shown[seat] {
			hidden = append(hidden, hole[0].String(), hole[1].String())
		}
	}
	for len(text) > 1 {
		if proof := hexRun(text); proof >= 64 { // a salt or a hash
			text = text[proof:]
			continue
		}
		if slices.Contains(hidden, string(text[:2])) {
			t.Fatalf("%s: seat %d may not know the %s:\n%s", p.record.Hand, viewer, text[:2], text)
		}
		text = text[1:]
	}
}

// hexRun is how many hex digits a text begins with, up to 64.
func hexRun(text []byte) (n int) {
	for n < 64 && n < len(text) && strings.IndexByte("0123456789abcdef", text[n]) >= 0 {
		n++
	}
	return n
}
