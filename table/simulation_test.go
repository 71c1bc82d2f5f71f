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

	"github.com/google/go-cmp/cmp"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// simulation is an evening at many tables with people and bots, whose store is slow, fails and lies, whose program panics and
// whose process dies: all in one goroutine, in virtual time, from one seed. The same seed gives the same evening, step by step.
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
	busy   int       // things that have happened at this moment
	down   time.Time // until when the store can't be reached
	steps  int
	silent bool           // nobody does anything any more, and nothing fails
	met    map[string]int // how often each of simFaults was
}

// simFaults are what a simulation that deserves its name has met.
var simFaults = []string{"death", "drain", "panic", "outage", "takeover", "lost answer", "unwritten append", "empty wallet", "time bank", "planned move", "lost player",
	"seat freed", "showed", "rabbit", "bot's choice", "resend", "second board", "bomb pot", "straddle",
	"said", "silenced", "kicked", "paused", "resumed time", "delayed hand"}

const (
	simTables = 6
	simGuests = 4  // at each table, a watcher and bots beside them
	simHands  = 60 // in one evening
)

// simStakes are plain ones and those with all extras.
var simStakes = [2]string{
	`{"small_blind":5,"big_blind":10,"ante":1,"ante_kind":"each"}`,
	`{"small_blind":5,"big_blind":10,"ante":1,"ante_kind":"each","straddle":true,"run_twice":true,"rabbit_hunt":true,"bomb_pot":3}`,
}

var simStart = time.Unix(1e9, 0)

func newSimulation(t testing.TB, seed uint64) *simulation {
	s := &simulation{t: t, seed: seed, chance: rand.New(rand.NewPCG(seed, 4)), now: simStart, met: map[string]int{}}
	s.store = &simStore{failf: s.failf, heads: map[string]*simHead{}, balances: map[table.Account]table.Chips{}, posted: map[string]bool{}}
	for i := range simTables {
		tbl := &simTable{sim: s, deals: map[table.HandID]*simDeal{}, told: map[int64]string{}, blown: -1}
		tbl.cfg = table.Config{
			ID: fmt.Sprintf("t%d", i), NewGame: newSimRules(&tbl.lit), Recorder: tabletest.NewLog(), Thinker: tbl,
			Random: rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), byte(i)}),
			Log:    slog.New(slog.DiscardHandler), Inbox: 1, Idle: 10 * time.Minute, Unjoined: 10 * time.Minute, Beat: time.Second, BotPace: time.Second,
			Away: 30 * time.Second, SitOut: time.Minute, Hold: 20 * time.Second, Return: 5 * time.Minute, Pause: 2 * time.Minute, Host: fmt.Sprintf("p%d.1", i),
			Settings: table.Settings{
				Name: "Simulated", Seats: 3 + i%4, Bots: i % 3, BotLevel: "calling", BuyInMin: 100, BuyInMax: 400, ActionMS: 5000 + 5000*int64(i%3),
				BankMS: 8000 * int64(i%2), RefillMS: 1000 * int64(i%2),
				Delay: i%4 == 1, Chat: "all",
				Game: json.RawMessage(simStakes[i%2]),
			},
		}
		s.tables = append(s.tables, tbl)
		for j := range simGuests + 1 {
			p := &simPerson{sim: s, account: fmt.Sprintf("p%d.%d", i, j), script: j == 0, watch: j == simGuests, at: tbl, seat: table.NoSeat}
			p.newHand("")
			tbl.people = append(tbl.people, p)
			s.people = append(s.people, p)
			s.after(s.soon(5*time.Second), p.live)
		}
		tbl.open()
	}
	s.after(s.soon(time.Minute), s.stop)
	s.after(s.soon(time.Minute), s.outage)
	s.after(s.soon(time.Minute), s.refill)
	return s
}

// meet counts what a message tells of, by a name in simFaults or another.
func (s *simulation) meet(m simMessage) {
	switch what := m.Type + " " + m.Reason; what {
	case "acted plan":
		s.met["planned move"]++
	case "acted away", "sat_out away":
		s.met["lost player"]++
	case "stood sat_out":
		s.met["seat freed"]++
	case "resumed time":
		s.met[what]++
	case "showed ", "rabbit ", "silenced ", "kicked ", "paused ":
		s.met[m.Type]++
	}
}

// failf ends the simulation and says how to see it again.
func (s *simulation) failf(format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf("seed %d, step %d, %v: %s\nagain: go test ./table -run Simulation -seed %d", s.seed, s.steps, s.now.Sub(simStart),
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
		s.happen()
		if s.now.Sub(simStart) > time.Duration(hands)*10*time.Minute {
			s.failf("only %d hands have been played", s.store.hands)
		}
	}
}

// happen lets the next thing happen.
func (s *simulation) happen() {
	e := heap.Pop(&s.due).(simEvent)
	if s.busy++; e.at.After(s.now) {
		s.busy = 0
	}
	s.now = e.at
	s.steps++
	e.do()
	if s.busy > 1000 {
		s.failf("there is no end to what is due now")
	}
}

// outage makes the store unreachable for a while.
func (s *simulation) outage() {
	if s.silent {
		return
	}
	s.met["outage"]++
	s.down = s.now.Add(s.soon(20 * time.Second))
	s.after(s.soon(4*time.Minute), s.outage)
}

// refill gives chips to somebody who has none left.
func (s *simulation) refill() {
	if s.silent {
		return
	}
	if a := table.Wallet(s.people[s.chance.IntN(len(s.people))].account); s.store.balance(a) < 100 {
		s.store.give(a)
	}
	s.after(s.soon(20*time.Second), s.refill)
}

// stop ends the process: by kill -9, or with some time to finish the hands.
func (s *simulation) stop() {
	if s.silent {
		return
	}
	if s.chance.IntN(2) > 0 {
		s.die()
		return
	}
	s.met["drain"]++
	for _, t := range s.tables {
		t.draining = true
		if t.machine != nil {
			t.after(t.machine.Finish(s.now))
		}
	}
	s.after(s.soon(time.Minute), s.die)
}

// die is kill -9 for the whole process, and the next start.
func (s *simulation) die() {
	s.met["death"]++
	for _, t := range s.tables {
		t.machine, t.draining = nil, false
		t.life++
		s.after(s.soon(10*time.Second), t.alive(t.open))
	}
	for _, p := range s.people {
		p.here = false
	}
	s.after(s.soon(5*time.Minute)+15*time.Second, s.stop)
}

var oneSeed = flag.Uint64("seed", 0, "the only seed for the simulation to play; 0: as many as there is time for")

func TestSimulation_ManyTablesSurviveWhateverTheirStoreAndTheirProcessDo(t *testing.T) {
	if *oneSeed != 0 {
		newSimulation(t, *oneSeed).run(simHands)
		return
	}
	least, evenings := 2*time.Second, map[string]uint64{"the same seeds each time": 1}
	if os.Getenv("FULLHOUSE_FULL") != "" {
		least, evenings["seeds by chance"] = time.Minute, rand.Uint64()
	}
	for name, first := range evenings {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			hands, steps, seed, met := 0, 0, first, map[string]int{}
			for ; time.Since(start) < least || len(met) < len(simFaults) && seed < first+10; seed++ {
				s := newSimulation(t, seed)
				s.run(simHands)
				hands, steps = hands+s.store.hands, steps+s.steps
				for fault, times := range s.met {
					met[fault] += times
				}
			}
			for _, fault := range simFaults {
				if met[fault] == 0 {
					t.Errorf("seeds %d to %d have met no %s", first, seed-1, fault)
				}
			}
			t.Logf("seeds %d to %d: %d hands, %.0f a second, in %d steps, with %v", first, seed-1, hands, float64(hands)/time.Since(start).Seconds(), steps, met)
		})
	}
}

func TestSimulation_IsTheSameAgainFromTheSameSeed(t *testing.T) {
	t.Parallel()
	first, second := newSimulation(t, 1), newSimulation(t, 1)
	first.run(simHands / 5)
	second.run(simHands / 5)
	if second.steps != first.steps || !second.now.Equal(first.now) {
		t.Errorf("the second evening takes %d steps until %v, the first %d until %v", second.steps, second.now, first.steps, first.now)
	}
	for id, h := range first.store.heads {
		if diff := cmp.Diff(h.log, second.store.heads[id].log); diff != "" {
			t.Errorf("the second evening at %s is another (-first +second):\n%s", id, diff)
		}
	}
}

func FuzzSimulation_AnySeed(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { newSimulation(t, seed).run(simHands / 5) })
}
