package table_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// walk is a table of three seats to which five people come and go as chance has it; it knows what must be true of seats.
type walk struct {
	*rapid.T
	cfg     table.Config
	machine *table.Machine
	now     time.Time
	log     []table.Record
	people  []*walker
	ids     int
}

// walker is one of them, and what the table must remember of it.
type walker struct {
	*tabletest.Player
	here  bool
	read  int         // messages looked at
	took  table.Chips // when it left last; 0: nothing is owed
	left  time.Time   // when that was
	out   time.Time   // since when it sits out, as far as this process knows; zero: it does not
	seat  table.Seat
	hold  table.Seat // the seat it holds
	until time.Time  // and for how long
}

func TestSeats_AreKeptFreedAndPaidForByTheRulesWhateverPeopleDo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWalk(t)
		for range rapid.IntRange(1, 80).Draw(t, "steps") {
			w.step()
			w.check()
		}
	})
}

func newWalk(t *rapid.T) *walk {
	w := &walk{T: t, now: time.Unix(1e9, 0)}
	w.cfg = table.Config{
		ID: "walk", NewGame: tabletest.NewDraw, Recorder: tabletest.NewLog(), Random: rand.NewChaCha8([32]byte{7}),
		Log: slog.New(slog.DiscardHandler), Inbox: 1, Idle: 1000 * time.Hour, Unjoined: 1000 * time.Hour, Beat: time.Second,
		Hold: 20 * time.Second, Return: 30 * time.Minute, SitOut: 10 * time.Minute,
		Settings: table.Settings{Name: "Walk", Seats: 3, BuyInMin: 4, BuyInMax: 10, ActionMS: 15000},
	}
	w.rebuild()
	for i := range 5 {
		w.people = append(w.people, &walker{Player: tabletest.NewPlayer(fmt.Sprint("p", i)), seat: table.NoSeat, hold: table.NoSeat})
	}
	return w
}

// rebuild is a restart: holds are gone, whoever sits out has its time anew, and who has a seat connects again.
func (w *walk) rebuild() {
	var err error
	if w.machine, err = table.NewMachine(w.cfg, w.log); err != nil {
		w.Fatal(err)
	}
	for _, p := range w.people {
		p.here, p.hold = false, table.NoSeat
		if !p.out.IsZero() {
			p.out = w.now
		}
	}
	for _, p := range w.people {
		w.connect(p, p.seat != table.NoSeat)
	}
	w.settle(w.machine.Tick(w.now))
}

// settle makes everything durable at once and reads what the people have heard.
func (w *walk) settle(wants table.Wants) {
	for wants.Append != nil {
		w.log = append(w.log, wants.Append.Records...)
		wants = w.machine.Appended(w.now, nil)
	}
	for _, p := range w.people {
		w.listen(p)
	}
}

// listen follows a walker's own coming and going.
func (w *walk) listen(p *walker) {
	var e struct {
		Seat  table.Seat
		Name  string
		Chips table.Chips
	}
	news := p.Since(p.read)
	p.read += len(news)
	for _, m := range news {
		m.Decode(&e)
		switch {
		case m.Type == "sat" && e.Name == p.Name():
			w.sat(p, e.Seat, e.Chips)
		case m.Type == "stood" && e.Seat == p.seat:
			p.seat, p.took, p.left, p.out = table.NoSeat, e.Chips, w.now, time.Time{}
		case m.Type == "sat_out" && e.Seat == p.seat && p.out.IsZero():
			p.out = w.now
		case m.Type == "came_back" && e.Seat == p.seat:
			p.out = time.Time{}
		}
	}
}

// sat holds a new seat against what its player took home and what others hold.
func (w *walk) sat(p *walker, at table.Seat, chips table.Chips) {
	if owed := w.owed(p); chips < owed || chips < 4 || chips > max(10, owed) {
		w.Fatalf("%s left with %d %v ago and sits down with %d", p.Name(), p.took, w.now.Sub(p.left), chips)
	}
	for _, other := range w.people {
		if other != p && w.holds(other) == at {
			w.Fatalf("%s sits at %d, which %s holds", p.Name(), at, other.Name())
		}
	}
	p.seat, p.hold, p.took, p.out = at, table.NoSeat, 0, time.Time{}
}

// owed is what somebody must bring.
func (w *walk) owed(p *walker) table.Chips {
	if w.now.Sub(p.left) >= w.cfg.Return {
		return 0
	}
	return p.took
}

// holds is the seat that somebody holds now.
func (w *walk) holds(p *walker) table.Seat {
	if !w.now.Before(p.until) {
		return table.NoSeat
	}
	return p.hold
}

// step lets one thing happen.
func (w *walk) step() {
	p := w.people[rapid.IntRange(0, 4).Draw(w.T, "who")]
	switch what := rapid.IntRange(0, 11).Draw(w.T, "what"); what {
	case 0:
		w.pass(rapid.SampledFrom([]time.Duration{time.Second, 7 * time.Second, 3 * time.Minute, 11 * time.Minute}).Draw(w.T, "time"))
	case 1:
		w.rebuild()
	case 2:
		w.connect(p, !p.here)
	default:
		w.connect(p, true)
		w.command(p, what)
	}
}

// connect brings somebody to the table or takes it away: whoever holds a seat and is gone holds it no longer.
func (w *walk) connect(p *walker, here bool) {
	switch {
	case here && !p.here:
		w.settle(w.machine.Join(w.now, p.Player, 0))
	case !here && p.here && p.seat == table.NoSeat: // who sits stays to hear how it goes on
		w.settle(w.machine.Leave(w.now, p.Player))
		p.hold = table.NoSeat
	default:
		return
	}
	p.here = here
}

// pass lets time pass, in which the table wakes when it wants to.
func (w *walk) pass(d time.Duration) {
	end := w.now.Add(d)
	for {
		wake := w.machine.Wake()
		if wake.IsZero() || wake.After(end) {
			w.now = end
			return
		}
		w.now = wake
		w.settle(w.machine.Tick(w.now))
	}
}

func (w *walk) command(p *walker, what int) {
	at := table.Seat(rapid.IntRange(0, 2).Draw(w.T, "seat"))
	amount := table.Chips(rapid.IntRange(3, 14).Draw(w.T, "chips"))
	yes := rapid.Bool().Draw(w.T, "yes")
	var c table.Command
	switch what {
	case 3:
		c = table.Hold{Seat: at}
	case 4:
		c = table.Sit{BuyIn: amount, Post: yes}
	case 5:
		c = table.Sit{Seat: &at, BuyIn: amount}
	case 6:
		c = table.Stand{AfterHand: yes}
	case 7:
		c = table.SitOut{}
	case 8:
		c = table.ComeBack{Post: yes}
	case 9:
		c = table.BuyIn{Amount: amount}
	default:
		hand, turn, _ := w.machine.Running()
		c = table.Act{Hand: hand, Turn: turn.Number, Move: tabletest.Pass}
	}
	w.ids++
	answered := len(p.Answers())
	w.settle(w.machine.Command(w.now, p.Player, fmt.Sprint("c", w.ids), c))
	answers := p.Answers()[answered:]
	if len(answers) != 1 {
		w.Fatalf("%T of %s has %d answers", c, p.Name(), len(answers))
	}
	w.answered(p, c, answers[0].Err)
}

// answered holds an answer against what must be said to the command.
func (w *walk) answered(p *walker, c table.Command, err error) {
	if hold, ok := c.(table.Hold); ok && err == nil {
		for _, other := range w.people {
			if other != p && w.holds(other) == hold.Seat {
				w.Fatalf("%s holds seat %d, and so does %s", p.Name(), hold.Seat, other.Name())
			}
		}
		p.hold, p.until = hold.Seat, w.now.Add(w.cfg.Hold)
	}
	sit, ok := c.(table.Sit)
	if limits, outside := errors.AsType[table.BuyInError](err); ok && outside {
		owed := w.owed(p)
		if want := (table.BuyInError{Min: max(4, owed), Max: max(10, owed)}); limits != want || sit.BuyIn >= want.Min && sit.BuyIn <= want.Max {
			w.Fatalf("%s left with %d %v ago; its %d is refused with %+v, want %+v", p.Name(), p.took, w.now.Sub(p.left), sit.BuyIn, limits, want)
		}
	}
}

// check holds what a newcomer sees against what must be.
func (w *walk) check() {
	var s struct{ Table table.View }
	if err := json.Unmarshal(w.machine.View(w.now, tabletest.NewPlayer("looker")), &s); err != nil {
		w.Fatal(err)
	}
	held := map[string]table.Seat{}
	for _, h := range s.Table.Held {
		if _, twice := held[h.Name]; twice || h.MSLeft <= 0 || h.MSLeft > 20_000 {
			w.Fatalf("held are %+v", s.Table.Held)
		}
		held[h.Name] = h.Seat
	}
	for _, p := range w.people {
		if got, holds := held[p.Name()]; holds != (w.holds(p) != table.NoSeat) || holds && got != p.hold {
			w.Fatalf("%s holds seat %d, and everyone sees %+v", p.Name(), w.holds(p), s.Table.Held)
		}
		w.checkSeat(p, s.Table)
	}
}

func (w *walk) checkSeat(p *walker, v table.View) {
	for _, s := range v.Seats {
		if s.Seat != p.seat {
			continue
		}
		if s.Name != p.Name() || s.SittingOut == p.out.IsZero() {
			w.Fatalf("seat %d is %+v, want %s, out since %v", s.Seat, s, p.Name(), p.out)
		}
		out := w.now.Sub(p.out)
		if s.SittingOut && v.Turn == nil && (out >= w.cfg.SitOut || s.OutMS != (w.cfg.SitOut-out).Milliseconds()) {
			w.Fatalf("%s sits out for %v: %+v", p.Name(), out, s)
		}
		return
	}
	if p.seat != table.NoSeat {
		w.Fatalf("%s has no seat at %d: %+v", p.Name(), p.seat, v.Seats)
	}
}
