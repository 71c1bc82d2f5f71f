package table_test

import (
	"container/heap"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
	"example.com/fullhouse/table/tabletest"
)

// simulation is many tables with people and bots, whose store is slow, fails and lies, and whose process dies: all in one
// goroutine, in virtual time, from one seed. The same seed gives the same evening, step by step.
type simulation struct {
	t      testing.TB
	seed   uint64
	chance *rand.Rand
	now    time.Time
	due    simQueue
	order  int
	store  *simStore
	tables []*simTable
	people []*simPerson
	down   time.Time // until when the store can't be reached
	steps  int
	deaths int
}

const (
	simTables   = 6
	simGuests   = 4               // at each table, bots beside them
	simHandMax  = time.Hour       // no hand takes longer
	simStandMax = 5 * time.Minute // no table stands still for longer, outages included
)

func newSimulation(t testing.TB, seed uint64) *simulation {
	s := &simulation{t: t, seed: seed, chance: rand.New(rand.NewPCG(seed, 4)), now: time.Unix(1e9, 0), store: newSimStore()}
	for i := range simTables {
		tbl := &simTable{sim: s, holes: map[table.HandID]map[string]string{}}
		tbl.cfg = table.Config{
			ID: fmt.Sprintf("t%d", i), NewGame: holdem.New, Recorder: tabletest.NewLog(), Random: rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), byte(i)}),
			Log: slog.New(slog.DiscardHandler), Inbox: 1, Idle: 1000 * time.Hour, Unjoined: 1000 * time.Hour, Beat: time.Second, BotPace: time.Second,
			Settings: table.Settings{
				Name: "Simulated", Seats: 5, Bots: 1, BotLevel: "calling", BuyInMin: 100, BuyInMax: 400, ActionMS: 15000,
				Game: json.RawMessage(`{"small_blind":5,"big_blind":10,"ante":1,"ante_kind":"each"}`),
			},
		}
		s.tables = append(s.tables, tbl)
		for j := range simGuests {
			p := &simPerson{sim: s, account: fmt.Sprintf("p%d.%d", i, j), script: j == 0, at: tbl, seat: table.NoSeat,
				shown: map[string]bool{}, folded: map[table.Seat]bool{}}
			s.people = append(s.people, p)
			s.after(s.soon(5*time.Second), p.live)
		}
		tbl.open()
	}
	s.after(s.soon(time.Minute), s.die)
	s.after(s.soon(time.Minute), s.outage)
	return s
}

// failf ends the simulation and says how to see it again.
func (s *simulation) failf(format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf("seed %d, step %d, %v: %s\nagain: go test ./table -run Simulation -seed %d", s.seed, s.steps, s.now.Sub(time.Unix(1e9, 0)),
		fmt.Sprintf(format, args...), s.seed)
}

// soon is a random time up to a bound.
func (s *simulation) soon(most time.Duration) time.Duration {
	return time.Duration(s.chance.Int64N(int64(most))) + 1
}

// after lets something happen in so long.
func (s *simulation) after(wait time.Duration, do func()) {
	s.order++
	heap.Push(&s.due, simEvent{s.now.Add(wait), s.order, do})
}

// run lets things happen until so many hands have been played.
func (s *simulation) run(hands int) {
	for s.store.hands < hands {
		e := heap.Pop(&s.due).(simEvent)
		s.now = e.at
		s.steps++
		e.do()
		if s.steps%500 == 0 {
			s.check()
		}
	}
	s.check()
}

// check holds everything to what must always be.
func (s *simulation) check() {
	if err := s.store.sound(&s.tables[0].cfg); err != nil {
		s.failf("%v", err)
	}
	for _, t := range s.tables {
		if t.machine == nil {
			continue
		}
		if t.playing != "" && s.now.Sub(t.began) > simHandMax {
			s.failf("hand %s has been going on for %v", t.playing, s.now.Sub(t.began))
		}
		if !t.machine.Standing() {
			t.stands = time.Time{}
			t.compare()
		} else if t.stands.IsZero() {
			t.stands = s.now
		} else if s.now.Sub(t.stands) > simStandMax {
			s.failf("table %s has been standing still for %v", t.cfg.ID, s.now.Sub(t.stands))
		}
	}
}

// outage makes the store unreachable for a while.
func (s *simulation) outage() {
	s.down = s.now.Add(s.soon(20 * time.Second))
	s.after(s.soon(4*time.Minute), s.outage)
}

// die is kill -9 for the whole process, and the next start.
func (s *simulation) die() {
	s.deaths++
	for _, t := range s.tables {
		t.machine = nil
		t.life++
	}
	for _, p := range s.people {
		p.here = false
	}
	s.after(s.soon(10*time.Second), func() {
		for _, t := range s.tables {
			t.open()
		}
	})
	s.after(s.soon(5*time.Minute)+15*time.Second, s.die)
}

// live is what people do all the time: come and go, and play.
func (p *simPerson) live() {
	s := p.sim
	switch {
	case p.at.machine == nil:
	case !p.here:
		p.here = true
		p.at.after(p.at.machine.Join(s.now, p, p.seen*int64(s.chance.IntN(2))))
	case !p.script && s.chance.IntN(60) == 0:
		p.here = false
		p.at.after(p.at.machine.Leave(s.now, p))
	default:
		p.do()
	}
	wait := 4 * time.Second
	if p.turn != nil && p.turn.Seat == p.seat {
		wait = 2 * time.Second
	}
	s.after(s.soon(wait), p.live)
}

var oneSeed = flag.Uint64("seed", 0, "the only seed for the simulation to play; 0: the usual one and a new one")

func TestSimulation_ManyTablesSurviveWhateverTheirStoreAndTheirProcessDo(t *testing.T) {
	seeds, hands := []uint64{1, rand.Uint64()}, 250
	if os.Getenv("FULLHOUSE_FULL") != "" {
		hands = 4000 // about a minute
	}
	if *oneSeed != 0 {
		seeds = []uint64{*oneSeed}
	}
	for _, seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			s := newSimulation(t, seed)
			s.run(hands)
			took := time.Since(start)
			t.Logf("%d hands, %d steps, %d deaths in %v: %.0f hands a second", s.store.hands, s.steps, s.deaths, took, float64(s.store.hands)/took.Seconds())
		})
	}
}
