package holdem_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

// comer is who sits at a seat of a table at which people come and go, and what the test knows of it from the events alone.
type comer struct {
	table.Place
	taken      bool
	big, small bool // missed
	jumped     bool // by the big blind, while it was ready
	waited     int  // hands since it has been ready
}

func (c *comer) owes() bool { return c.New || c.big || c.small || c.jumped }

// comings is a table at which people come and go.
type comings struct {
	game       table.Game
	seats      [table.MaxSeats]comer
	hands      int
	places     int        // of the table
	small, big table.Seat // of the last hand
	poster     bool       // who had the big blind then is still there
}

// TestProperty_PeopleComeAndGoAndNobodyPaysTooMuchOrWaitsForEver plays thousands of hands with players who come, leave, sit out,
// come back and go broke as it pleases rapid.
func TestProperty_PeopleComeAndGoAndNobodyPaysTooMuchOrWaitsForEver(t *testing.T) {
	stakes := json.RawMessage(`{"small_blind":50,"big_blind":100}`)
	rapid.Check(t, func(t *rapid.T) {
		c := &comings{small: table.NoSeat, big: table.NoSeat}
		c.game = reopened(t, stakes, nil)
		c.places = rapid.IntRange(2, table.MaxSeats).Draw(t, "places")
		restless := rapid.IntRange(1, 6).Draw(t, "restless")
		for range 80 {
			for range rapid.IntRange(0, restless).Draw(t, "changes") {
				c.change(t, table.Seat(rapid.IntRange(0, c.places-1).Draw(t, "seat")))
			}
			if places := c.taken(); ready(places) >= 2 {
				c.deal(t, stakes, places, rapid.Uint64().Draw(t, "chance"))
			}
		}
	})
}

// change lets somebody come or go.
func (c *comings) change(t *rapid.T, at table.Seat) {
	s := &c.seats[at]
	if !s.taken {
		*s = comer{taken: true, jumped: s.jumped, Place: table.Place{Seat: at, New: true, In: true}}
		s.Chips = table.Chips(rapid.IntRange(1, 2000).Draw(t, "buy-in"))
		s.Post = rapid.Bool().Draw(t, "posts")
		return
	}
	switch rapid.IntRange(0, 3).Draw(t, "change") {
	case 0:
		*s = comer{jumped: s.jumped} // which a seat keeps that is taken again before the next hand
		c.poster = c.poster && c.big != at
	case 1:
		s.In, s.waited = false, 0
	default:
		s.Chips = max(s.Chips, 500)
		s.In, s.Post = true, rapid.Bool().Draw(t, "posts")
	}
}

func (c *comings) taken() (places []table.Place) {
	for i := range c.seats {
		if s := &c.seats[i]; s.taken {
			s.In = s.In && s.Chips > 0
			places = append(places, s.Place)
		}
	}
	return places
}

func ready(places []table.Place) (n int) {
	for _, p := range places {
		if p.In {
			n++
		}
	}
	return n
}

func reopened(t *rapid.T, stakes, saved json.RawMessage) table.Game {
	g, err := holdem.New(stakes, saved)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// deal plays a hand on a copy of the game and on one that was saved, which must agree, and checks all that was promised.
func (c *comings) deal(t *rapid.T, stakes json.RawMessage, places []table.Place, chance uint64) {
	twins := []table.Game{c.game.Clone(nil), reopened(t, stakes, c.game.Save())}
	random := rand.New(rand.NewPCG(chance, 1))
	secret, err := c.game.Shuffle(rand.NewChaCha8([32]byte{byte(chance)}))
	if err != nil {
		t.Fatal(err)
	}
	c.hands++
	var dealings [2]table.Dealing
	for i, g := range twins {
		if dealings[i], err = g.Start(table.HandID(fmt.Sprint("t-", c.hands)), places, secret); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := marshal(t, dealings[0].Events), marshal(t, dealings[1].Events); a != b {
		t.Fatalf("a copy deals %s, and what was saved %s", a, b)
	}
	c.game = twins[chance%2]
	c.check(t, dealings[0])
	c.playOn(t, random)
}

// playOn plays the hand somehow and pays the stacks.
func (c *comings) playOn(t *rapid.T, random *rand.Rand) {
	for turn, running := c.game.Turn(); running; turn, running = c.game.Turn() {
		a, _ := actionFrom(turn.Options.(holdem.Legal), []byte{byte(random.Uint32())})
		move, _ := json.Marshal(a)
		if _, err := c.game.Act(turn.Seat, move, table.ByPlayer); err != nil {
			if _, err := c.game.Act(turn.Seat, c.game.Default(), table.ByPlayer); err != nil {
				t.Fatal(err)
			}
		}
	}
	result, _ := c.game.Result()
	var before, after table.Chips
	for _, s := range result.Stacks {
		before, after = before+c.seats[s.Seat].Chips, after+s.Chips
		c.seats[s.Seat].Chips = s.Chips
	}
	if before != after {
		t.Fatalf("hand %d: %d chips have become %d", c.hands, before, after)
	}
}

// check compares who was dealt in and what was posted with what the rules say.
func (c *comings) check(t *rapid.T, d table.Dealing) {
	started := d.Events[0].(holdem.HandStarted)
	in, posts := map[table.Seat]bool{}, map[table.Seat]holdem.Post{}
	for _, seat := range d.In {
		in[seat] = true
	}
	for _, e := range d.Events {
		if p, ok := e.(holdem.Posted); ok && (p.Kind == holdem.PostLive || p.Kind == holdem.PostDead) {
			post := posts[p.Seat]
			post.Seat = p.Seat
			if p.Kind == holdem.PostLive {
				post.Live = p.Amount
			} else {
				post.Dead = p.Amount
			}
			posts[p.Seat] = post
		}
	}
	if len(in) < 2 {
		t.Fatalf("hand %d: %d seats are dealt in", c.hands, len(in))
	}
	if c.poster && started.BigBlind == c.big {
		t.Fatalf("hand %d: seat %d posts the big blind twice in a row", c.hands, c.big)
	}
	afresh := c.afresh()
	for i := range c.seats {
		s := &c.seats[i]
		at := table.Seat(i)
		if afresh {
			s.big, s.small, s.jumped = false, false, false
		}
		owes := s.owes() && !afresh
		switch {
		case !s.taken || !s.In:
			if in[at] {
				t.Fatalf("hand %d: seat %d is dealt in and does not want to be", c.hands, at)
			}
		case !owes && !in[at]:
			t.Fatalf("hand %d: seat %d owes nothing and is not dealt in", c.hands, at)
		case owes && (at == started.Button || at == started.SmallBlind):
			t.Fatalf("hand %d: seat %d comes in on the button or in the small blind place", c.hands, at)
		}
		want := holdem.Post{}
		if owes && in[at] && at != started.BigBlind {
			if !s.Post && !s.jumped {
				t.Fatalf("hand %d: seat %d would rather wait", c.hands, at)
			}
			want = c.due(s)
		}
		if diff := cmp.Diff(want, posts[at]); diff != "" {
			t.Fatalf("hand %d: seat %d posts otherwise: %s", c.hands, at, diff)
		}
	}
	c.remember(t, &started, in, afresh)
}

// due is what somebody who comes in behind the button posts.
func (c *comings) due(s *comer) holdem.Post {
	post := holdem.Post{Seat: s.Seat}
	if s.New || s.big || s.jumped {
		post.Live = min(100, s.Chips)
	}
	if s.small && !s.jumped {
		post.Dead = min(50, s.Chips-post.Live)
	}
	return post
}

// afresh reports whether nobody is left who owes nothing.
func (c *comings) afresh() bool {
	for i := range c.seats {
		if s := &c.seats[i]; s.taken && s.In && !s.owes() {
			return false
		}
	}
	return true
}

// remember notes who has missed what, and how long everyone waits.
func (c *comings) remember(t *rapid.T, started *holdem.HandStarted, in map[table.Seat]bool, afresh bool) {
	for i := range c.seats {
		s, at := &c.seats[i], table.Seat(i)
		if !s.taken {
			s.jumped = false
			continue
		}
		if in[at] {
			s.New, s.Post, s.big, s.small, s.jumped, s.waited = false, false, false, false, false, 0
			continue
		}
		big, small := crossed(c.big, started.BigBlind, at) && !afresh, crossed(c.small, started.SmallBlind, at) && !afresh
		s.big, s.small = s.big || big && !s.New, s.small || small && !s.New
		s.jumped = s.In && (s.jumped || big)
		if s.In {
			s.waited++
		}
		if s.waited > 2*c.places {
			t.Fatalf("hand %d: seat %d has been ready for %d hands", c.hands, at, s.waited)
		}
	}
	c.small, c.big, c.poster = started.SmallBlind, started.BigBlind, true
}

// crossed walks from a blind's old seat to its new one and tells whether it comes by a seat.
func crossed(from, to, seat table.Seat) bool {
	if from == table.NoSeat {
		return false
	}
	for from != to {
		if from = (from + 1) % table.MaxSeats; from == seat {
			return from != to
		}
	}
	return false
}
